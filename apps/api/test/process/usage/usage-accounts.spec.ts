import type { AccountDto } from '@groupless/shared-dto';
import { join } from 'node:path';
import type { Machine } from '../switch/machine';
import { Panel, sessionOf } from '../switch/panel';
import { ClaudeCode, type Figures } from './claude-code';

const SHIFTED = join(__dirname, 'shifted-clock.cjs');
/** Longer than any of these tests: the session began before all switches. */
const LONG_MS = 3_600_000;

const ADA: Figures['ends'] = [2, 60];
const BOB: Figures['ends'] = [3, 100];
const figures = (week: number, ends: Figures['ends']): Figures => ({ five: week / 2, week, ends });

describe('a figure', () => {
  let panel: Panel;
  let machine: Machine;
  let claude: ClaudeCode;
  let [ada, bob] = [] as AccountDto[] as [AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    await panel.app.panel.query('update assistant_accounts set usage = null');
    [ada, bob] = (await panel.accounts()) as [AccountDto, AccountDto];
    await panel.store(ada, sessionOf('ada'));
    await panel.store(bob, sessionOf('bob'));
    [machine, claude] = await machineOf('laptop');
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  async function machineOf(name: string): Promise<[Machine, ClaudeCode]> {
    const one = panel.machineInProcess(name);
    await one.json('use', ada.name, '--here');
    await one.json('usage', 'on');
    return [one, new ClaudeCode(one)];
  }

  /** What the panel knows of the weeks of both accounts. */
  const weeks = async () => {
    const accounts = await panel.accounts();
    const weekOf = ({ id }: AccountDto) =>
      accounts.find((one) => one.id === id)?.usage?.windows.find(({ name }) => name === 'seven_day')
        ?.used_percent ?? null;
    return [weekOf(ada), weekOf(bob)];
  };

  type Event =
    | { use: 'ada' | 'bob' }
    | { of: Figures['ends']; week: number | null; session?: string; length_ms?: number }
    | 'report'
    | 'log in as eve';
  const play = async (events: readonly Event[]) => {
    for (const event of events) {
      if (event === 'report') await claude.report();
      else if (event === 'log in as eve') {
        const { oauthAccount, ...tokens } = sessionOf('eve');
        machine.write('.claude/.credentials.json', tokens);
        machine.write('.claude.json', { oauthAccount });
      } else if ('use' in event)
        await machine.json('use', event.use === 'ada' ? ada.name : bob.name, '--here');
      else {
        const { of, week, session = 'one', length_ms = LONG_MS } = event;
        claude.show({ session, length_ms, figures: week === null ? null : figures(week, of) });
      }
    }
    await claude.report();
  };

  const a = (week: number | null, more: object = {}) => ({ of: ADA, week, ...more });
  const b = (week: number | null, more: object = {}) => ({ of: BOB, week, ...more });
  const [useAda, useBob] = [{ use: 'ada' }, { use: 'bob' }] as const;
  const young = { length_ms: 0 };

  it.each<[string, Event[], [ada: number | null, bob: number | null]]>([
    ['of the account here is its own', [a(40)], [40, null]],
    ['that is shown again after a switch is nobody else’s', [a(40), 'report', useBob, a(40)], [40, null]],
    ['that was on its way during a switch is nobody else’s', [a(40), 'report', useBob, a(44)], [40, null]],
    ['after a switch is of the account that came', [a(40), 'report', useBob, b(7)], [40, 7]],
    ['is found behind a late one', [a(40), useBob, a(44), b(7), 'report', b(9)], [40, 9]],
    ['is told apart also on the way back', [a(40), useBob, b(7), 'report', useAda, b(8)], [40, 7]],
    ['of the account that came back is its own', [a(40), useBob, b(7), useAda, b(8), a(41)], [41, 7]],
    [
      'of a session that began after the switch needs no other',
      [useBob, b(null, { session: 'two', ...young }), b(7, { session: 'two', ...young })],
      [null, 7],
    ],
    [
      'that a program shows again in a session begun after the switch is nobody else’s',
      [
        a(40),
        'report',
        useBob,
        a(40, { session: 'cleared', ...young }),
        a(40, { session: 'cleared', ...young }),
      ],
      [40, null],
    ],
    [
      'of such a session counts once it is told apart',
      [a(40), useBob, a(40, { session: 'cleared', ...young }), b(7, { session: 'cleared', ...young })],
      [40, 7],
    ],
    [
      'of a session that is seen for the first time replaces none that was higher',
      [a(40), 'report', a(20, { session: 'idle' })],
      [40, null],
    ],
    [
      'of a session that began before it, with nothing known, is booked on nobody',
      [useBob, b(7)],
      [null, null],
    ],
    [
      'of such a session counts once the account before is known',
      [a(40, { session: 'two' }), useBob, b(7)],
      [40, 7],
    ],
    [
      'of two accounts whose windows end together is booked in new sessions only',
      [
        a(40),
        useBob,
        a(50),
        'report',
        a(null, { session: 'two', ...young }),
        a(51, { session: 'two', ...young }),
      ],
      [40, 51],
    ],
    ['is of whom it was when it was read, though the report comes later', [a(40), useBob], [40, null]],
    ['of somebody who logged in by hand is booked on nobody', ['log in as eve', a(40)], [null, null]],
    [
      'after such a log-in is not of the account that comes back',
      ['log in as eve', a(40), useAda, a(41)],
      [null, null],
    ],
  ])('%s', async (name, events, expected) => {
    if (name.includes('comes back')) events[2] = 'report';
    await play(events);
    expect(await weeks()).toEqual(expected);
  });

  it('is never of the active account because that is active', async () => {
    await panel.activate(bob);
    await play([a(40)]);
    expect(await weeks()).toEqual([40, null]);
  });

  it('is of the account of `run` in its folder, whatever is active', async () => {
    const folder = machine.path('.local/state/assistant-switch/run', bob.id);
    const { code } = await machine.run(['run', bob.name, '--', process.execPath, '-e', '']);
    expect(code).toBe(0);
    claude.show({ session: 'of-run', figures: figures(7, BOB), variables: { CLAUDE_CONFIG_DIR: folder } });
    claude.show({ session: 'one', figures: figures(40, ADA) });
    await claude.report();
    expect(await weeks()).toEqual([40, 7]);
  });

  it('that is missing is not 0 %: before the first answer, with an API key, in older versions', async () => {
    claude.show({ session: 'one' });
    await claude.report();
    expect(await weeks()).toEqual([null, null]);
    expect((await panel.accounts()).map(({ usage }) => usage)).toEqual([null, null, null]);
    expect((await machine.run(['list'])).stdout).toMatch(/not reported/);
    expect((await machine.run(['statusline'])).stdout).toBe(`${ada.name} · not reported\n`);
  });

  it('of two machines on one account is the one that was read last', async () => {
    const [desktop, there] = await machineOf('desktop');
    claude.show({ session: 'here', figures: figures(40, ADA) });
    await claude.report();
    there.show({ session: 'there', figures: figures(50, ADA) });
    await there.report();
    // The first machine idles and shows its old figure again and again.
    claude.show({ session: 'here', figures: figures(40, ADA) });
    await claude.report();
    expect(await weeks()).toEqual([50, null]);
    const { usage } = (await panel.accounts()).find(({ id }) => id === ada.id)!;
    expect(usage?.machine).toBe('desktop');
    await desktop.remove();
  });

  it('of an idle session takes no place of one that another session has read later', async () => {
    claude.show({ session: 'idle', figures: figures(40, ADA) });
    await claude.report();
    claude.show({ session: 'busy', figures: figures(50, ADA) });
    claude.show({ session: 'idle', figures: figures(40, ADA) });
    await claude.report();
    expect(await weeks()).toEqual([50, null]);
  });

  it.each([-600_000, 600_000])('of a clock that is wrong by %d ms has the right time', async (shift_ms) => {
    const variables = { NODE_OPTIONS: `--require "${SHIFTED}"`, SHIFT_MS: String(shift_ms) };
    const other = panel.machine('laptop');
    await other.json('use', ada.name, '--here');
    await other.json('usage', 'on');
    const shifted = new ClaudeCode(other);
    for (const week of [40, 41]) {
      shifted.show({ session: 'one', figures: figures(week, ADA) });
      shifted.shiftInbox(shift_ms);
      await shifted.report(variables);
    }
    const { usage } = (await panel.accounts()).find(({ id }) => id === ada.id)!;
    expect(usage?.windows.map(({ used_percent }) => used_percent)).toEqual([20.5, 41]);
    expect(Math.abs(Date.now() - Date.parse(usage?.at ?? ''))).toBeLessThan(60_000);
    await other.remove();
  });

  it('waits where the panel is away, and nobody hears of it', async () => {
    const variables = { ASSISTANT_SWITCH_URL: 'http://127.0.0.1:9', ASSISTANT_SWITCH_KEY: 'k' };
    claude.show({ session: 'one', figures: figures(40, ADA) });
    await claude.report(variables);
    expect(await weeks()).toEqual([null, null]);
    await claude.report();
    expect(await weeks()).toEqual([40, null]);
  });

  it('is reported at most once a minute, by one machine', async () => {
    claude.show({ session: 'one', figures: figures(40, ADA) });
    expect((await machine.run(['usage', 'report'])).code).toBe(0);
    claude.show({ session: 'one', figures: figures(41, ADA) });
    // Something waits: whoever asked is to come again.
    expect((await machine.run(['usage', 'report'])).code).toBe(0);
    expect(await weeks()).toEqual([40, null]);
    claude.minuteLater();
    expect((await machine.run(['usage', 'report'])).code).toBe(0);
    expect(await weeks()).toEqual([41, null]);
    claude.minuteLater();
    expect((await machine.run(['usage', 'report'])).code).toBe(4);
  });
});
