/** A range of time in milliseconds since 1970, without its end. */
export interface Stretch {
  start: number;
  end: number;
}

/** Merges ranges that overlap or touch, and sorts them. */
export function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/**
 * Subtracts ranges from others.
 * @param stretches sorted, merged
 * @param taken sorted, merged
 */
export function without(stretches: readonly Stretch[], taken: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  let next = 0;
  for (const { start, end } of stretches) {
    while ((taken[next]?.end ?? Infinity) <= start) next++;
    let from = start;
    for (let at = next; ; at++) {
      const one = taken[at];
      if (one === undefined || one.start >= end) break;
      if (one.start > from) left.push({ start: from, end: one.start });
      from = one.end;
    }
    if (from < end) left.push({ start: from, end });
  }
  return left;
}
