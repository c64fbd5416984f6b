import type { UsageWindow } from './reading';

/** Two readings of one window differ by less: providers round the time at which it is reset. */
const SAME_RESET_MS = 120_000;

/** What the account of a reading is decided by. */
export interface Seen {
  /** The account whose session the machine had in the moment of the reading. */
  account: string;
  /** The accounts that the same session of the tool had before: its figures may still be theirs. */
  before: readonly string[];
  windows: readonly UsageWindow[];
  at: string;
}

/**
 * Whether a figure is of the account whose session the machine had when it was read. A tool shows the last answer of its
 * provider: after a switch that may be one to the account before, which was on its way or is shown again. So after a switch
 * a figure counts once the ends of its windows tell the two accounts apart. What is not sure is not booked.
 * @param known the last windows that are surely of an account; none where nothing was read
 */
export function isOfAccount(
  { account, before, windows, at }: Seen,
  known: (account: string) => readonly UsageWindow[],
): boolean {
  const ends = (other: string) => sameEnds(windows, known(other), Date.parse(at));
  return before
    .filter((other) => other !== account)
    .every((other) => ends(other) === false || (known(other).length === 0 && ends(account) === true));
}

/**
 * The windows of an account after a reading. A session that idles shows old figures again: within one window the use only
 * grows, and a window that has ended tells nothing of the present one.
 */
export function laterOf(
  { windows, at }: Pick<Seen, 'windows' | 'at'>,
  known: readonly UsageWindow[],
): UsageWindow[] {
  return windows.map((window) => {
    const before = known.find(({ name }) => name === window.name);
    if (before === undefined) return window;
    const [endMs, knownMs] = [window, before].map(({ resets_at }) => Date.parse(resets_at)) as [
      number,
      number,
    ];
    const isSameWindow = Math.abs(endMs - knownMs) <= SAME_RESET_MS;
    const isOlder = isSameWindow
      ? window.used_percent < before.used_percent
      : endMs <= Date.parse(at) && endMs < knownMs;
    return isOlder ? before : window;
  });
}

/**
 * Whether both end at the same time, by the longest window that both have: accounts that are used in the same hours share
 * the ends of short ones. Null where that does not tell: once a window has been reset, the next one ends at another time.
 */
function sameEnds(
  windows: readonly UsageWindow[],
  others: readonly UsageWindow[],
  atMs: number,
): boolean | null {
  for (const name of ['seven_day', 'five_hour']) {
    const [one, other] = [windows, others].map((list) => list.find((window) => window.name === name));
    if (one === undefined || other === undefined) continue;
    const otherMs = Date.parse(other.resets_at);
    if (otherMs <= atMs) return null;
    return Math.abs(Date.parse(one.resets_at) - otherMs) <= SAME_RESET_MS;
  }
  return null;
}
