import type { AccountDto } from '@groupless/shared-dto';
import { eventually } from '../../harness/data/times';
import { FaultyDoor } from '../memory-client/faulty-door';
import type { Machine } from '../switch/machine';
import { Panel, sessionOf } from '../switch/panel';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 30_000).toISOString();
const MACHINE = { machine: 'laptop', at: new Date().toISOString() };
const usage = (five: number, week: number, [fiveH, weekH] = [2, 50]) => ({
  ...MACHINE,
  windows: [
    { name: 'five_hour', used_percent: five, resets_at: inHours(fiveH ?? 2) },
    { name: 'seven_day', used_percent: week, resets_at: inHours(weekH ?? 50) },
  ],
});

describe('the account with most room', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second, third] = [] as AccountDto[] as [AccountDto, AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    await panel.app.panel.query('update assistant_accounts set usage = null');
    machine = panel.machineInProcess();
    [first, second, third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    await panel.store(third, { tokens: { access_token: 'a', refresh_token: 'r', account_id: 'x' } });
    await machine.json();
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const set = ({ id }: AccountDto, value: object) =>
    panel.app.panel.query('update assistant_accounts set usage = $1 where id = $2', [
      JSON.stringify(value),
      id,
    ]);

  it('is used, with the reason', async () => {
    await set(first, usage(96, 40));
    await set(second, usage(3, 7));
    await set(third, usage(0, 0));
    const { code, stdout } = await machine.run(['use', '--best']);
    expect([code, stdout.split('\n').slice(0, 3)]).toEqual([
      0,
      [
        `${second.name} has most room: 7 % of the week used, which ends in 2 days.`,
        `  ${first.name}: 96 % of the five hours used, which end in 2 hours.`,
        `✓ ${second.name} is now on this machine.`,
      ],
    ]);
    expect(await panel.activeName()).toBe(second.name);
  });

  it('is only told by a dry run, and to programs', async () => {
    await set(first, usage(96, 40));
    await set(second, usage(3, 7));
    const facts = await machine.json('use', '--best', '--dry-run');
    expect(facts).toMatchObject({
      dry_run: true,
      best: {
        tool: 'claude_code',
        account: { id: second.id },
        used_percent: 7,
        window: 'seven_day',
        others: [{ account: { id: first.id }, used_percent: 96, window: 'five_hour' }],
      },
    });
    expect(await panel.activeName()).toBe(first.name);
    expect(machine.read('.claude.json')).toContain('uuid-ada');
  });

  it('may be the one that is active: then nothing changes', async () => {
    await set(first, usage(5, 5));
    await set(second, usage(50, 7));
    expect((await machine.run(['use', '--best'])).stdout).toMatch(
      new RegExp(`^${first.name} has most room[^]*Nothing to do`),
    );
  });

  it('is none that nobody has reported', async () => {
    const { code, stderr } = await machine.run(['use', '--best']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('assistant-switch usage on')]);
    await set(first, usage(96, 40));
    expect((await machine.run(['use', '--best', '--dry-run'])).stdout).toContain(
      `${first.name} has most room: 96 % of the five hours used, which end in 2 hours.\n  ${second.name}: not reported.`,
    );
    expect((await machine.run(['use', second.name, '--best'])).code).toBe(2);
  });

  it('is of the tool that is named, or whose program `run` starts', async () => {
    await set(first, usage(96, 40));
    await set(third, usage(1, 1));
    expect(await machine.json('use', '--best', '--dry-run', '--target', 'codex')).toMatchObject({
      best: { tool: 'codex', account: { id: third.id } },
    });
    const run = await machine.run(['run', '--best', '--dry-run', '--', 'codex']);
    expect([run.code, run.stderr]).toEqual([0, expect.stringContaining(`${third.name} has most room`)]);
    expect((await machine.run(['run', '--best', '--dry-run', '--', 'claude'])).stderr).toContain(
      `${first.name} has most room`,
    );
  });

  it('is of a tool that reports, also where the account of another tool was activated last', async () => {
    await set(first, usage(96, 40));
    await panel.app.panel.query(`update assistant_accounts set tool = 'other' where id = $1`, [third.id]);
    await panel.activate(third);
    expect(await machine.json('use', '--best', '--dry-run')).toMatchObject({
      best: { account: { id: first.id } },
    });
  });

  it('is run with what it is asked to run', async () => {
    await set(first, usage(96, 40));
    await set(second, usage(3, 7));
    const program =
      'console.log(require("fs").readFileSync(process.env.CLAUDE_CONFIG_DIR + "/.claude.json", "utf8"))';
    const { code, stdout, stderr } = await machine.run([
      'run',
      '--best',
      '--',
      process.execPath,
      '-e',
      program,
    ]);
    expect([code, stdout, stderr]).toEqual([
      0,
      expect.stringContaining('uuid-bob'),
      expect.stringContaining(`${second.name} has most room`),
    ]);
    expect(await panel.activeName()).toBe(first.name);
  });

  it('stands in the list with what is used, what has been reset since and what was not reported', async () => {
    await set(first, usage(96.4, 40));
    await set(second, usage(50, 30, [-1, 5]));
    const lines = (await machine.run(['list'])).stdout.split('\n');
    expect(lines[0]).toMatch(/5 HOURS +WEEK/);
    expect(lines.find((line) => line.includes(first.name))).toMatch(/96 %, 2 hours left +40 %, 2 days left/);
    expect(lines.find((line) => line.includes(second.name))).toMatch(/reset since +30 %, 5 hours left/);
    expect(lines.find((line) => line.includes(third.name))).toMatch(/not reported/);
    const { accounts } = (await machine.json('list')) as { accounts: AccountDto[] };
    expect(
      accounts.map(({ usage: one }) => one?.windows.map(({ used_percent }) => used_percent) ?? null),
    ).toEqual([[96.4, 40], [null, 30], null]);
  });

  it('is counted by what Codex notes of its limits at the end of a session', async () => {
    machine.write('.codex/auth.json', '');
    await machine.json('use', third.name, '--here');
    await machine.json('usage', 'on', '--target', 'codex');
    expect(machine.read('.codex/hooks.json')).toContain('usage report --target codex');
    const resets_at = Math.floor(Date.now() / 1_000) + 3_600;
    const window = (used_percent: number, window_minutes: number) => ({
      used_percent,
      window_minutes,
      resets_at,
    });
    const event = (week: number) => ({
      timestamp: new Date().toISOString(),
      type: 'event_msg',
      payload: {
        type: 'token_count',
        info: null,
        rate_limits: { primary: window(12.5, 300), secondary: window(week, 10_080) },
      },
    });
    const lines = [
      { timestamp: new Date().toISOString(), type: 'session_meta', payload: {} },
      event(30),
      event(31),
    ];
    machine.write(
      '.codex/sessions/rollout-x.jsonl',
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    const input = JSON.stringify({
      session_id: 'x',
      transcript_path: machine.path('.codex/sessions/rollout-x.jsonl'),
      hook_event_name: 'SessionEnd',
    });
    const report = ['usage', 'report', '--target', 'codex'];
    // Codex stops a hook after three seconds, and this panel takes longer for what a report asks it.
    const door = await FaultyDoor.before(panel.app.port);
    Object.assign(door, { fault: 'slow', slow_ms: 1_500 });
    const variables = { ASSISTANT_SWITCH_URL: door.url };
    expect(await machine.run(report, { input, variables, kill_after_ms: 3_000 })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const reported = async () => (await panel.accounts()).find(({ id }) => id === third.id);
    await eventually(async () => (await reported())?.usage !== null);
    await door.close();
    const account = await reported();
    expect(account?.usage?.windows).toMatchObject([
      { name: 'five_hour', used_percent: 12.5 },
      { name: 'seven_day', used_percent: 31 },
    ]);
    await machine.json('usage', 'off');
    expect(machine.files().filter((file) => file.startsWith('.codex/hooks.json'))).toEqual([]);
  });
});
