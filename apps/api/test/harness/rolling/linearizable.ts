/** One call that ended: when it began and ended, and how a sequential model would have answered it. */
export interface EndedCall<State> {
  began: number;
  ended: number;
  /** The state after this call; null where the call cannot have got its answer in this state. */
  apply(state: State): State | null;
}

/**
 * Whether calls of one object have the meaning of the same calls one by one: there is an order of them in which each
 * gets its answer, and in which none comes before one that had ended when it began.
 */
export function isLinearizable<State>(initial: State, calls: readonly EndedCall<State>[]): boolean {
  const events = calls
    .flatMap((call, index) => [
      { at: call.began, index, isEnd: false },
      { at: call.ended, index, isEnd: true },
    ])
    .sort((one, other) => one.at - other.at);
  let candidates = new Map([['', { state: initial, pending: [] as number[], done: [] as number[] }]]);
  candidates = new Map([...candidates.values()].map((candidate) => [keyOf(candidate), candidate]));
  for (const { index, isEnd } of events) {
    const next = new Map<string, { state: State; pending: number[]; done: number[] }>();
    for (const candidate of candidates.values()) {
      const reached = isEnd
        ? withDone(candidate, index)
        : [{ ...candidate, pending: [...candidate.pending, index] }];
      for (const one of reached) next.set(keyOf(one), one);
    }
    if (next.size === 0) return false;
    candidates = next;
  }
  return true;

  /** What is reached from here by calls that are under way, until this one is done. */
  function withDone(from: { state: State; pending: number[]; done: number[] }, index: number) {
    const reached: (typeof from)[] = [];
    const seen = new Set<string>();
    const ahead = [from];
    for (let candidate = ahead.pop(); candidate !== undefined; candidate = ahead.pop()) {
      const { state, pending, done } = candidate;
      if (done.includes(index)) {
        reached.push({ state, pending, done: done.filter((one) => one !== index) });
        continue;
      }
      for (const one of pending) {
        const after = calls[one]?.apply(state) ?? null;
        if (after === null) continue;
        const next = {
          state: after,
          pending: pending.filter((other) => other !== one),
          done: [...done, one],
        };
        if (seen.has(keyOf(next))) continue;
        seen.add(keyOf(next));
        ahead.push(next);
      }
    }
    return reached;
  }
}

function keyOf(candidate: { state: unknown; pending: number[]; done: number[] }): string {
  const ordered = (list: number[]) => [...list].sort((one, other) => one - other);
  return JSON.stringify([candidate.state, ordered(candidate.pending), ordered(candidate.done)]);
}
