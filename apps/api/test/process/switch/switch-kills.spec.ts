import type { AccountDto } from '@groupless/shared-dto';
import type { Machine } from './machine';
import { codexOf, Panel, sessionOf } from './panel';
import { anyBelow, rounds } from '../../harness/data/rounds';

jest.setTimeout(3_600_000);

const ROUNDS = rounds(12, 500);
const CAPTURES = rounds(3, 100);
const SIGNALS = rounds(6, 200);
/** Far below the minute after which a lock that a killed run has left is stale, even on a busy machine. */
const RECOVERED_MS = 15_000;

const ANY_COMMAND = [['status'], ['list'], ['doctor'], ['statusline'], ['hook', 'session-end']];

describe('a killed assistant-switch', () => {
  let panel: Panel;
  let machine: Machine;

  beforeAll(async () => {
    panel = await Panel.start();
    machine = panel.machine();
  });
  afterAll(async () => {
    await machine.remove();
    await panel.close();
  });

  it(`leaves the old session or the new, whole, in ${ROUNDS} kills at any moment, and the next run goes on`, async () => {
    const [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
    await panel.store(first, sessionOf('ada'));
    await panel.store(second, sessionOf('bob'));
    machine.write('.claude/.credentials.json', { mcpOAuth: { kept: true } });
    const began = Date.now();
    await machine.json();
    let duration_ms = Date.now() - began;
    const whole = ['ada', 'bob'].map((owner) =>
      JSON.stringify({ mcpOAuth: { kept: true }, claudeAiOauth: sessionOf(owner).claudeAiOauth }),
    );
    let killed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const account = round % 2 === 0 ? second : first;
      const beganRound = Date.now();
      const { code, stderr } = await machine.run(['use', account.name], {
        kill_after_ms: anyBelow(duration_ms * 1.2),
      });
      if (code === null) killed++;
      else {
        expect([code, stderr]).toEqual([0, '']);
        // A machine that was busy before may be fast now: kills shall meet a run.
        duration_ms = Date.now() - beganRound;
        expect(duration_ms).toBeLessThan(RECOVERED_MS);
      }
      expect(whole).toContain(machine.read('.claude/.credentials.json'));
      expect(machine.mode('.claude/.credentials.json')).toBe('600');
      if (round % 10 !== 9) continue;
      const beganRecovery = Date.now();
      await machine.json('use', account.name);
      expect(Date.now() - beganRecovery).toBeLessThan(RECOVERED_MS);
      const owner = account === first ? 'ada' : 'bob';
      expect(machine.read('.claude/.credentials.json')).toContain(`access-${owner}`);
      expect(machine.read('.claude.json')).toContain(`uuid-${owner}`);
    }
    expect(killed).toBeGreaterThan(ROUNDS / 4);
    await machine.json();
    expect(machine.files().filter((file) => /assistant-switch-|lock|journal/.test(file))).toEqual([]);
    for (const file of machine.files()) expect([file, machine.mode(file)]).toEqual([file, '600']);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
    `leaves tokens and owner of one account in ${SIGNALS} switches of two tools that %s ends; with -9, after any command`,
    async (signal) => {
      const [first, second, third] = (await panel.accounts()) as [AccountDto, AccountDto, AccountDto];
      const fourth = await panel.addAccount(`Codex ${signal}`);
      await panel.store(first, sessionOf('ada'));
      await panel.store(second, sessionOf('bob'));
      await panel.store(third, codexOf('cyd'));
      await panel.store(fourth, codexOf('dan'));
      const interrupted = panel.machine();
      await interrupted.json('use', first.name);
      await interrupted.json('use', third.name);
      let duration_ms = 1_000;
      const isMixed = () => {
        const [, owner] = /refresh-(\w+)-/.exec(interrupted.read('.claude/.credentials.json')) ?? [];
        const codex = interrupted.read('.codex/auth.json');
        const isWhole = [codexOf('cyd'), codexOf('dan')].some((one) => JSON.stringify(one) === codex);
        return !isWhole || !interrupted.read('.claude.json').includes(`uuid-${owner}`);
      };
      let ended = 0;
      let mixed = 0;
      for (let round = 0; ended < SIGNALS; round++) {
        const account = [second, fourth, first, third][round % 4]!;
        const began = Date.now();
        // Most of the time goes by before the files are written, the start of the program above all.
        const kill_after_ms = duration_ms * 0.6 + anyBelow(duration_ms * 0.6);
        const { code } = await interrupted.run(['use', account.name], { kill_after_ms, signal });
        if (code === 0) duration_ms = Date.now() - began;
        else ended++;
        if (signal === 'SIGKILL') await interrupted.run(ANY_COMMAND[round % ANY_COMMAND.length]!);
        if (isMixed()) mixed++;
      }
      expect(mixed).toBe(0);
      // Each tool still has what the panel knows, and says so.
      expect((await interrupted.run(['sync'])).code).toBe(0);
      await interrupted.remove();
    },
  );

  it(`loses no renewed tokens in ${CAPTURES} kills while they are captured`, async () => {
    const [first, second] = (await panel.accounts()) as [AccountDto, AccountDto];
    await panel.store(second, sessionOf('bob'));
    const other = panel.machineInProcess();
    await panel.store(first, sessionOf('ada'));
    await other.json('use', first.name);
    for (let generation = 1; generation <= CAPTURES; generation++) {
      const renewed = sessionOf('ada', generation + 1);
      other.write('.claude/.credentials.json', { claudeAiOauth: renewed.claudeAiOauth });
      const began = Date.now();
      await other.run(['use', second.name, '--dry-run']);
      await other.run(['use', second.name], { kill_after_ms: anyBelow((Date.now() - began) * 2) });
      await other.json('use', second.name);
      expect(await panel.stored(first)).toEqual(renewed);
      await other.json('use', first.name);
    }
    await other.remove();
  });
});
