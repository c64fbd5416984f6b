import type { AccountDto, ReportUsageDto, UsagePointDto } from '@groupless/shared-dto';
import { ACCOUNTS, AS_SWITCH, claudeSession, listAccounts, putSession } from '../../harness/data/accounts';
import { countRows } from '../../harness/databases/rows';
import { signIn } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('how much of the limits of an account is used', () => {
  let t: ServedApp;
  let accounts: AccountDto[];
  beforeAll(async () => {
    t = await sharedApp();
    const [first, second] = await listAccounts(t);
    for (const [id, owner] of [
      [first!.id, 'ada'],
      [second!.id, 'bob'],
    ] as const)
      await putSession(t, id, JSON.stringify(claudeSession(owner)));
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.panel.query('update assistant_accounts set usage = null; delete from assistant_account_usage');
    accounts = await listAccounts(t);
  });

  const reading = (given: Partial<ReportUsageDto> = {}): ReportUsageDto => ({
    tool: 'claude_code',
    identity: accounts[0]!.identity!,
    machine: 'ada-laptop',
    at: ago(5 * MINUTE_MS),
    windows: [
      { name: 'five_hour', used_percent: 42.5, resets_at: ago(-2 * HOUR_MS) },
      { name: 'seven_day', used_percent: 3, resets_at: ago(-72 * HOUR_MS) },
    ],
    ...given,
  });
  const report = (body: object) => t.http.post(`${ACCOUNTS}/usage`).set(AS_SWITCH).send(body);
  const usages = async () => (await listAccounts(t)).map(({ usage }) => usage);
  const points = async (query = '') =>
    (await t.http.get(`${ACCOUNTS}/${accounts[0]!.id}/usage${query}`).set(AS_SWITCH).expect(200))
      .body as UsagePointDto[];

  it('is stored with the account of that owner, and with no other', async () => {
    const first = reading();
    const { tool: _, identity: __, ...sent } = first;
    await report(first).expect(204);
    expect(await usages()).toEqual([{ ...sent, is_caller: null }, null, null]);
  });

  it('is that of a machine by its id, whatever its name', async () => {
    const on = (id: string) => ({
      ...AS_SWITCH,
      'x-machine-name': 'ada-laptop',
      'x-machine-id': id.repeat(36),
    });
    await report(reading()).set(on('a')).expect(204);
    const seenBy = async (headers: object) => {
      const { body } = await t.http
        .get(ACCOUNTS)
        .set({ ...headers })
        .expect(200);
      return (body as AccountDto[])[0]!.usage;
    };
    for (const [headers, is_caller] of [
      [on('a'), true],
      [{ ...on('a'), 'x-machine-name': 'notebook' }, true],
      [on('b'), false],
      [AS_SWITCH, null],
    ] as const)
      expect(await seenBy(headers)).toMatchObject({ machine: 'ada-laptop', is_caller });
  });

  it('is not changed by an older reading, nor by one of an unknown owner or of another tool', async () => {
    await report(reading()).expect(204);
    const before = await usages();
    await report(reading({ at: ago(HOUR_MS), machine: 'late', windows: [] })).expect(204);
    expectProblem(await report(reading({ identity: 'nobody' })), 404, 'unknown_identity');
    expectProblem(await report(reading({ tool: 'codex' })), 404, 'unknown_identity');
    expect(await usages()).toEqual(before);
  });

  it('is not known any more once the window has been reset', async () => {
    const windows = [{ name: 'five_hour', used_percent: 99, resets_at: ago(MINUTE_MS) }];
    await report(reading({ windows })).expect(204);
    expect((await usages())[0]?.windows).toEqual([{ ...windows[0], used_percent: null }]);
  });

  it('of a clock that is ahead is of now, so that later readings count', async () => {
    await report(reading({ at: ago(-10 * MINUTE_MS) })).expect(204);
    await report(reading({ at: ago(0), machine: 'second' })).expect(204);
    expect((await usages())[0]?.machine).toBe('second');
  });

  it('has a history of one reading an hour and window, of as many days as are asked for', async () => {
    const day = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
    const at = (ms: number) => new Date(day - 48 * HOUR_MS + ms).toISOString();
    const windows = (used_percent: number) => [{ name: 'five_hour', used_percent, resets_at: ago(-HOUR_MS) }];
    for (const [ms, percent] of [
      [5 * MINUTE_MS, 1],
      [50 * MINUTE_MS, 2],
      [70 * MINUTE_MS, 3],
    ] as const)
      await report(reading({ at: at(ms), windows: windows(percent) })).expect(204);
    const [first, second] = [at(50 * MINUTE_MS), at(70 * MINUTE_MS)];
    expect(await points()).toEqual([
      { at: first, name: 'five_hour', used_percent: 2 },
      { at: second, name: 'five_hour', used_percent: 3 },
    ]);
    expect(await points('?days=1')).toEqual([]);
  });

  it('is kept for 90 days', async () => {
    const windows = [{ name: 'five_hour', used_percent: 1, resets_at: ago(-HOUR_MS) }];
    await report(reading({ at: ago(91 * 24 * HOUR_MS), windows })).expect(204);
    expect(await countRows(t.panel, 'assistant_account_usage')).toBe(1);
    await report(reading({ windows })).expect(204);
    expect(await countRows(t.panel, 'assistant_account_usage')).toBe(1);
  });

  it('takes the last of two windows of one name, and refuses what is none', async () => {
    const window = { name: 'five_hour', used_percent: 1, resets_at: ago(-HOUR_MS) };
    await report(reading({ windows: [window, { ...window, used_percent: 2 }] })).expect(204);
    expect((await usages())[0]?.windows).toEqual([{ ...window, used_percent: 2 }]);
    const bad = { ...window, used_percent: 101 };
    expect(refusedFields(await report({ ...reading(), at: 'now', windows: [bad] }))).toEqual([
      ['at', 'invalid_format'],
      ['windows.0.used_percent', 'out_of_range'],
    ]);
  });

  it('is reported by keys that store sessions, and read by admins and keys that list accounts', async () => {
    const { bearer } = await signIn(t);
    expectProblem(await t.http.post(`${ACCOUNTS}/usage`).set(bearer).send(reading()), 403, 'forbidden');
    await t.http.get(`${ACCOUNTS}/${accounts[0]!.id}/usage`).set(bearer).expect(200);
    const { bearer: operator } = await signIn(t, { role: 'operator' });
    expectProblem(await t.http.get(`${ACCOUNTS}/${accounts[0]!.id}/usage`).set(operator), 403, 'forbidden');
  });
});
