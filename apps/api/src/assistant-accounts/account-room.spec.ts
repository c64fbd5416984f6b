import {
  accountWithMostRoom,
  roomOf,
  type AccountUsageDto,
  type ComparedAccount,
  type UsageWindowDto,
} from '@groupless/shared-dto';

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z');
const inHours = (hours: number) => new Date(NOW_MS + hours * 3_600_000).toISOString();

const five = (used_percent: number | null, hours = 2): UsageWindowDto => ({
  name: 'five_hour',
  used_percent,
  resets_at: inHours(hours),
});
const week = (used_percent: number | null, hours = 72): UsageWindowDto => ({
  name: 'seven_day',
  used_percent,
  resets_at: inHours(hours),
});
const usage = (...windows: UsageWindowDto[]): AccountUsageDto => ({
  at: inHours(-1),
  machine: 'ada-laptop',
  is_caller: null,
  windows,
});

function account(name: string, used: AccountUsageDto | null, given: Partial<ComparedAccount> = {}) {
  return { name, tool: 'claude_code' as const, has_session: true, usage: used, ...given };
}

const best = (...accounts: ComparedAccount[]) =>
  accountWithMostRoom(accounts, 'claude_code', NOW_MS)?.name ?? null;

describe('the room of an account', () => {
  it('is what the window leaves that is used most', () => {
    const room = { usedPercent: 90, window: 'seven_day', resetsAt: inHours(72) };
    expect(roomOf(usage(five(10), week(89.6)), NOW_MS)).toEqual(room);
  });

  it('comes back when the later one of two full windows is reset', () => {
    expect(roomOf(usage(five(100), week(100)), NOW_MS)).toMatchObject({ resetsAt: inHours(72) });
  });

  it('is whole once its windows have been reset, whether the server or the time said so', () => {
    const room = { usedPercent: 0, window: 'five_hour', resetsAt: null };
    expect(roomOf(usage(five(null, -1)), NOW_MS)).toEqual(room);
    expect(roomOf(usage(five(80, -1)), NOW_MS)).toEqual(room);
  });

  it('is not bounded by the window of one model, unless the tool reports no other', () => {
    const ofModel = { name: 'seven_day_opus', used_percent: 100, resets_at: inHours(9) };
    expect(roomOf(usage(five(20), ofModel), NOW_MS)).toMatchObject({ usedPercent: 20 });
    expect(roomOf(usage(ofModel), NOW_MS)).toMatchObject({ usedPercent: 100, window: 'seven_day_opus' });
  });

  it.each([[null], [undefined], [usage()]])('is not known where nothing was reported: %j', (reported) => {
    expect(roomOf(reported, NOW_MS)).toBeNull();
  });
});

describe('the account with most room', () => {
  it('is found by both windows', () => {
    expect(best(account('a', usage(five(10), week(90))), account('b', usage(five(60), week(20))))).toBe('b');
  });

  it('is, of two that are shown with the same figure, the one whose limit is reset first', () => {
    expect(best(account('a', usage(week(49.8, 90))), account('b', usage(five(50.2, 1))))).toBe('b');
  });

  it('is rather one that is known to be empty than one that nobody has read since its reset', () => {
    expect(best(account('a', usage(five(null, -1))), account('b', usage(five(0, 4))))).toBe('b');
  });

  it('is the same one in whatever order they come', () => {
    const [a, b] = [account('a', usage(five(5))), account('b', usage(five(5)))];
    expect([best(a, b), best(b, a)]).toEqual(['a', 'a']);
  });

  it('is none of another tool, and none without a session', () => {
    const full = account('full', usage(five(99)));
    const codex = account('codex', usage(five(1)), { tool: 'codex' });
    const empty = account('empty', usage(five(1)), { has_session: false });
    expect(best(full, codex, empty)).toBe('full');
  });

  it('may be one whose tool nobody has named, which counts as one of Claude Code', () => {
    expect(best(account('a', usage(five(9))), account('b', usage(five(1)), { tool: null }))).toBe('b');
  });

  it('is none that nobody has reported', () => {
    expect(best(account('unknown', null), account('known', usage(five(97))))).toBe('known');
    expect(best(account('unknown', null))).toBeNull();
  });
});
