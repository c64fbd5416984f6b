/** A range of time in milliseconds since 1970, without its end. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Merges ranges that overlap or touch, and sorts them. */
export function joined(ranges: readonly TimeRange[]): TimeRange[] {
  const all: TimeRange[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/**
 * Subtracts ranges from others.
 * @param ranges sorted, merged
 * @param taken sorted, merged
 */
export function without(ranges: readonly TimeRange[], taken: readonly TimeRange[]): TimeRange[] {
  const left: TimeRange[] = [];
  let next = 0;
  for (const { start, end } of ranges) {
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
