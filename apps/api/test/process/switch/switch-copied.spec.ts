import { cpSync } from 'node:fs';
import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { Panel, sessionOf } from './panel';

const NOTHING = { ASSISTANT_SWITCH_URL: '', ASSISTANT_SWITCH_KEY: '' };

describe('a session that this machine has and does not remember', () => {
  let panel: Panel;
  let machine: Machine;
  let [first, second, third] = [] as AccountDto[] as [AccountDto, AccountDto, AccountDto];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    machine = panel.machineInProcess('laptop');
    [first, second, third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
  });
  afterEach(() => machine.remove());
  afterAll(() => panel.close());

  /** Tokens as the assistant renews them. */
  const renew = (where: Machine, owner: string, generation: number) =>
    where.write('.claude/.credentials.json', { claudeAiOauth: sessionOf(owner, generation).claudeAiOauth });
  const said = async (where: Machine, args: string[], variables: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await where.run(args, { variables });
    return { code, text: stdout + stderr };
  };
  const copyOf = (original: Machine, name: string) => {
    const copy = panel.machineInProcess(name);
    cpSync(original.home, copy.home, { recursive: true });
    return copy;
  };

  it('is told to lie on the original by a copy that has its very id, until it takes the session over', async () => {
    const copied = { ASSISTANT_SWITCH_MACHINE: 'copy' };
    await machine.json('use', first.name);
    const told = expect.stringContaining(`laptop has the session of ${first.name} by the id of this machine`);
    for (const args of [['status'], ['doctor'], ['sync']])
      expect([args, await said(machine, args, copied)]).toEqual([args, { code: 0, text: told }]);
    expect((await said(machine, ['status'], copied)).text).not.toContain('by the id of this machine');
    // The original is told by its first question, and at its next switch, and then the copy again.
    const back = expect.stringContaining(`copy has the session of ${first.name} by the id of this machine`);
    for (const args of [['status'], ['sync']])
      expect([args, await said(machine, args)]).toEqual([args, { code: 0, text: back }]);
    expect(await said(machine, ['status'], copied)).toEqual({ code: 0, text: told });
    expect((await said(machine, ['list'], copied)).text).toContain('copy (this machine, or laptop), ');
    // What is proposed, as it is typed.
    expect((await said(machine, ['logout', '--purge'], copied)).code).toBe(0);
    const input = `${panel.url}\n${machine.key}`;
    expect((await machine.run(['login'], { variables: { ...copied, ...NOTHING }, input })).code).toBe(0);
    expect((await said(machine, ['status'], copied)).text).toContain('laptop has held the session');
  });

  it('is told to lie on the original by a copied home, also where another account is active', async () => {
    await machine.json('use', first.name, '--here');
    await panel.activate(second);
    const copy = copyOf(machine, 'copy');
    for (const args of [['status'], ['doctor']]) {
      const { text } = await said(copy, args);
      expect([args, text]).toEqual([args, expect.stringContaining('laptop has held the session of Team 1')]);
      expect(text).toContain(`assistant-switch capture '${first.name}'`);
      expect(text).not.toContain('<account>');
    }
    await copy.remove();
  });

  it('is never taken over in silence by a capture', async () => {
    await machine.json('use', first.name);
    const copy = copyOf(machine, 'copy');
    renew(copy, 'ada', 2);
    const { code, text } = await said(copy, ['capture', first.name]);
    expect([code, text]).toEqual([0, expect.stringContaining(`laptop had the session of ${first.name}`)]);
    // What it proposes for the other one.
    expect(text).toContain(`assistant-switch use '${first.name}' --here`);
    expect((await machine.run(['use', first.name, '--here'])).code).toBe(0);
    expect(machine.read('.claude/.credentials.json')).toContain('refresh-ada-2');
    // By the very id, too.
    renew(machine, 'ada', 3);
    const twin = await said(machine, ['capture'], { ASSISTANT_SWITCH_MACHINE: 'twin' });
    expect(twin.text).toContain(`laptop has the session of ${first.name} by the id of this machine`);
    // Whoever has it already takes it over from nobody.
    renew(machine, 'ada', 4);
    expect((await said(machine, ['capture'], { ASSISTANT_SWITCH_MACHINE: 'twin' })).text).not.toContain(
      ' had the session',
    );
    await copy.remove();
  });

  it('of another program is told with the path that its hints take', async () => {
    await panel.acceptAny(second);
    await panel.store(second, { any: 'thing' });
    const path = `--target '${machine.path('x.json')}'`;
    const desktop = panel.machineInProcess('desktop');
    await desktop.json('use', second.name, '--target', './x.json');
    const { text } = await said(machine, ['use', second.name, '--target', machine.path('x.json')]);
    expect(text).toContain(`run assistant-switch capture '${second.name}' --target <path> on desktop`);
    // The active account of a path is the one that was activated last, which may be another one by then.
    expect(text).toContain(`then assistant-switch use '${second.name}' ${path} here`);
    await machine.json('sync', '--target', 'claude-code');
    expect((await said(machine, ['sync'])).text).toContain(
      `is active too, for another tool: assistant-switch use '${second.name}' --target`,
    );
    expect((await said(machine, ['use', second.name, '--target', machine.path('y.json')])).code).toBe(0);
    await desktop.remove();
  });

  describe('after an uninstallation by force and a log-in', () => {
    const forget = async () => expect((await machine.run(['uninstall', '--force'])).code).toBe(0);

    it('is replaced where the panel has it, active or not', async () => {
      await panel.store(third, sessionOf('eve'));
      await machine.json('use', first.name, '--here');
      await panel.activate(second);
      await forget();
      expect(await said(machine, ['use', third.name, '--dry-run'])).toMatchObject({ code: 0 });
      expect(await said(machine, ['use', third.name])).toMatchObject({ code: 0 });
      expect(machine.read('.claude/.credentials.json')).toContain('refresh-eve-1');
      await machine.json('use', first.name, '--here');
      await forget();
      expect(await said(machine, ['sync'])).toMatchObject({ code: 0 });
      // It is known whose the replaced one was.
      expect(await said(machine, ['restore'])).toMatchObject({ code: 0 });
      expect(await machine.json('status')).toMatchObject({ local: { account: { id: first.id } } });
    });

    it('is refused where it is newer than what the panel has, by words that name the account', async () => {
      await machine.json('use', first.name);
      renew(machine, 'ada', 2);
      await forget();
      for (const args of [['use', second.name], ['use', first.name], ['sync']]) {
        const { code, text } = await said(machine, args);
        expect([args, code, text]).toEqual([
          args,
          1,
          expect.stringContaining(
            'its session is one of ada@example.com that assistant-switch has not written',
          ),
        ]);
        expect(text).toContain(`assistant-switch capture '${first.name}'`);
      }
      expect((await machine.run(['capture', first.name])).code).toBe(0);
      expect(await said(machine, ['use', second.name])).toMatchObject({ code: 0 });
      expect(await panel.stored(first)).toEqual(sessionOf('ada', 2));
    });

    it('is given to no account by itself where two are of that owner', async () => {
      await panel.store(third, sessionOf('ada', 3));
      await machine.json('use', first.name);
      renew(machine, 'ada', 2);
      await forget();
      for (const args of [['sync'], ['use', first.name], ['status']])
        expect((await said(machine, args)).text).toContain('assistant-switch capture <account>');
    });
  });
});
