import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';

const CREDENTIALS = '.claude/.credentials.json';

describe('what status and doctor say', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second] = [] as AccountDto[] as [AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess();
    [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada', 2));
    await panel.store(second, sessionOf('bob', 2));
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  const write = ({ oauthAccount, ...tokens }: ReturnType<typeof sessionOf>) => {
    machine.write(CREDENTIALS, tokens);
    machine.write('.claude.json', { oauthAccount });
  };
  /** The last line of `status`, and what `doctor` says of the session, each without its mark. */
  const words = async (variables: Record<string, string> = {}) => {
    const status = (await machine.run(['status'], { variables })).stdout.trimEnd().split('\n');
    const doctor = (await machine.run(['doctor'], { variables })).stdout.split('\n');
    const at = doctor.findIndex((line) => /^. (session|target) /.test(line));
    const next = doctor[at + 1]?.startsWith(' ') ? (doctor[at + 1] ?? '').trim() : null;
    return { status: status.at(-1)?.slice(2), doctor: doctor[at]?.slice(15), next };
  };

  it('of a machine that has nothing yet is how the session comes', async () => {
    expect(await words()).toEqual({
      status: 'This machine has no session yet: assistant-switch sync',
      doctor: `There is no session in ~/${CREDENTIALS} yet: assistant-switch sync brings it.`,
      next: null,
    });
  });

  it('of a machine with another account than the active one is never that all is well', async () => {
    await machine.json();
    await panel.activate(second);
    expect(await words()).toEqual({
      status: 'This machine has another session than the panel: assistant-switch sync',
      doctor: `~/${CREDENTIALS} holds the session of ${first.name}, and ${second.name} is active.`,
      next: '→ assistant-switch sync',
    });
  });

  it('of an account that `use --here` has put there is that it is as it was written', async () => {
    await machine.json('use', second.name, '--here');
    expect(await words()).toMatchObject({
      doctor: `~/${CREDENTIALS} is as it was written for ${second.name}.`,
      next: null,
    });
  });

  it('of the session of somebody else is whose it is', async () => {
    await machine.json();
    write(sessionOf('eve', 9));
    expect((await machine.run(['status'])).stdout).toContain(
      'Its session     of eve@example.com; the one that was written is of ada@example.com',
    );
    expect(await words()).toMatchObject({
      doctor:
        `~/${CREDENTIALS}, written for ${first.name}: of eve@example.com; ` +
        'the one that was written is of ada@example.com.',
    });
  });

  it('of a file that cannot be read is its name and a way out that works', async () => {
    await machine.json();
    machine.write(CREDENTIALS, '{"half');
    const next = 'Mend the file; or to replace it: assistant-switch sync --force   (the old one is kept)';
    expect(await words()).toEqual({
      status: next,
      doctor: `~/${CREDENTIALS}: it is not a whole JSON object.`,
      next: `→ ${next}`,
    });
    expect((await machine.run(['sync', '--force'])).code).toBe(0);
    machine.write('.claude.json', '{"half');
    expect(await words()).toEqual({
      status: expect.stringMatching(/^Mend the file, or move it away: it holds settings/),
      doctor: '~/.claude.json: it is not a whole JSON object.',
      next: expect.stringMatching(/^→ Mend the file, or move it away/),
    });
  });

  it('of a key that the panel does not know is to log in again', async () => {
    await machine.json();
    const { status } = await words({ ASSISTANT_SWITCH_KEY: 'wrong' });
    expect(status).toBe('The panel could not be asked: assistant-switch login');
  });

  it('of a tool without an active account names the tool', async () => {
    expect((await machine.run(['doctor', '--target', 'codex'])).stdout).toContain(
      'No account of Codex is active.',
    );
    expect((await machine.run(['status', '--target', 'codex'])).stdout).toMatch(/Active account +none\n/);
  });

  it.each([
    ['two words', `'two words'`],
    [`x"; rm -rf ~ #`, `'x"; rm -rf ~ #'`],
    [`it's`, `'it'\\''s'`],
    ['--force', null],
    ['-', null],
    ['turned\u202eround', null],
  ])('of an account called %j can be pasted', async (name, word) => {
    const { id } = first;
    await panel.reset();
    await panel.app.panel.query('update assistant_accounts set name = $1 where id = $2', [name, id]);
    // A name that would be an option, or that cannot be shown as it is, is told by the id.
    const command = `assistant-switch capture ${word ?? id}`;
    expect((await words()).status?.endsWith(command)).toBe(true);
    const { code, stderr } = await machine.run(['use', id]);
    expect([code, stderr.includes(`run there: ${command}\n`)]).toEqual([4, true]);
  });
});
