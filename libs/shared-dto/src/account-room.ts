import {
  toolOfAccount,
  type AccountDto,
  type AccountTool,
  type AccountUsageDto,
  type UsageWindowDto,
} from './accounts';

/** From so many percent on, a limit needs attention. */
export const USAGE_HIGH_PERCENT = 80;
/** From so many percent on, an account counts as full. */
export const USAGE_FULL_PERCENT = 95;

/** The windows that bound all work. Others, such as that of one model, count where a tool reports neither. */
const BOUNDING: readonly string[] = ['five_hour', 'seven_day'];

/** How much room the limits of an account leave. */
export interface AccountRoom {
  /** Of the window that is used most: a whole number from 0 to 100. */
  usedPercent: number;
  /** The name of that window. */
  window: string;
  /** When that window is reset; null once it has been. */
  resetsAt: string | null;
}

/** What decides which account has most room. */
export type ComparedAccount = Pick<AccountDto, 'name' | 'tool' | 'has_session' | 'usage'>;

/** What is used of a window; null once it has been reset: nothing was read since. */
export function usedOfWindow({ used_percent, resets_at }: UsageWindowDto, nowMs: number): number | null {
  return Date.parse(resets_at) > nowMs ? used_percent : null;
}

/** The room by the window that is used most. A window that has been reset counts as empty. Null where nothing was reported. */
export function roomOf(
  usage: Pick<AccountUsageDto, 'windows'> | null | undefined,
  nowMs: number,
): AccountRoom | null {
  const windows = usage?.windows ?? [];
  const bounding = windows.filter(({ name }) => BOUNDING.includes(name));
  const rooms = (bounding.length > 0 ? bounding : windows).map((window) => {
    const used = usedOfWindow(window, nowMs);
    return {
      usedPercent: Math.round(used ?? 0),
      window: window.name,
      resetsAt: used === null ? null : window.resets_at,
    };
  });
  // Of two that are used alike, the one that is reset later keeps the account full for longer.
  return rooms.toSorted((a, b) => b.usedPercent - a.usedPercent || timeOf(b, 0) - timeOf(a, 0))[0] ?? null;
}

/**
 * The account of a tool to switch to: the one with most room by all its windows; of equal ones the one whose limit is reset
 * first, where that is known, then by name. Only accounts with a session and with a reading count: nothing reported is not
 * "nothing used".
 */
export function accountWithMostRoom<Account extends ComparedAccount>(
  accounts: readonly Account[],
  tool: AccountTool,
  nowMs: number,
): Account | null {
  const known = accounts.flatMap((account) => {
    const room = roomOf(account.usage, nowMs);
    return room !== null && account.has_session && toolOfAccount(account) === tool ? [{ account, room }] : [];
  });
  const [best] = known.toSorted(
    (a, b) =>
      a.room.usedPercent - b.room.usedPercent ||
      timeOf(a.room, Number.MAX_VALUE) - timeOf(b.room, Number.MAX_VALUE) ||
      (a.account.name < b.account.name ? -1 : 1),
  );
  return best?.account ?? null;
}

function timeOf({ resetsAt }: AccountRoom, otherwise: number): number {
  return resetsAt === null ? otherwise : Date.parse(resetsAt);
}

/** The percentage that needs attention or is full, which the limits of an account have reached; 0 for none. */
export function levelReached(usage: Pick<AccountUsageDto, 'windows'> | null, nowMs: number): number {
  const used = roomOf(usage, nowMs)?.usedPercent ?? 0;
  return [USAGE_FULL_PERCENT, USAGE_HIGH_PERCENT].find((level) => used >= level) ?? 0;
}
