import type { AccountDto } from '@groupless/shared-dto';
import { Assistant } from './assistant';
import type { Machine } from './machine';
import { Panel } from './panel';
import { Provider, type Session } from './provider';
import { anyBelow, rounds } from '../../harness/data/rounds';

jest.setTimeout(3_600_000);

const STEPS = rounds(12, 1_000);
const OWNERS = ['ada', 'bob', 'eve'];
/** A kill leaves locks behind. The next run must not wait until they are stale, which takes at least so long. */
const STALE_LOCK_MS = 10_000;

/**
 * Several machines share accounts, which no rule can keep from using dead tokens: whoever renews first wins. What
 * must hold is that the tokens that live are never lost, and never stored for another account.
 */
describe(`three machines, ${STEPS} random steps on each`, () => {
  let panel: Panel;
  beforeAll(async () => (panel = await Panel.start()));
  afterAll(() => panel.close());

  it('lose no session, poison no account, and name each session that may be dead', async () => {
    await panel.reset();
    const provider = new Provider();
    const accounts = await panel.accounts();
    for (const [index, owner] of OWNERS.entries()) await panel.store(accounts[index]!, provider.logIn(owner));
    const machines = ['one', 'two', 'three'].map((name) => panel.machineInProcess(name));
    const assistants = machines.map((machine) => new Assistant(machine, provider));
    const baselineMs = await durationOf(() => machines[0]!.json());
    let slowestMs = 0;
    let unnamed = 0;
    let dead = 0;

    const step = async (index: number): Promise<void> => {
      const machine = machines[index]!;
      const account = accounts[anyBelow(OWNERS.length)]!;
      const choice = anyBelow(8);
      if (choice === 0) await machine.run(['capture']);
      else if (choice === 1) await machine.run(['sync']);
      else if (choice <= 3) await renew(index);
      else if (choice === 4) {
        await machine.run(['use', account.name], { kill_after_ms: anyBelow(baselineMs * 1.5) });
        slowestMs = Math.max(slowestMs, await durationOf(() => machine.run(['sync', '--json'])));
      } else await use(index, account, choice === 5 ? ['--here'] : []);
    };
    const use = async (index: number, account: AccountDto, more: string[]) => {
      const machine = machines[index]!;
      const { code, stderr } = await machine.run(['use', account.name, ...more]);
      if (code !== 0) return;
      const isDead = !isLiving(provider, sessionOn(machine));
      if (!isDead) return;
      dead++;
      if (!stderr.includes('has held the session')) unnamed++;
    };
    /** An assistant with dead tokens gets nothing from the provider, and writes nothing. */
    const renew = async (index: number) => {
      if (sessionOn(machines[index]!) !== null) await assistants[index]!.renew().catch(() => undefined);
    };

    for (let count = 0; count < STEPS; count++) {
      for (const index of machines.keys()) {
        await step(index);
        for (const machine of machines) expect(sessionOn(machine)).not.toBeUndefined();
      }
      const lost = await lostOwners(panel, provider, machines, accounts);
      expect([count, lost]).toEqual([count, []]);
    }

    for (const [index, owner] of OWNERS.entries()) {
      for (const document of await panel.history(accounts[index]!)) {
        expect([owner, ownersOf(document)]).toEqual([owner, [owner, owner]]);
      }
    }
    expect(unnamed).toBe(0);
    console.info(
      `${provider.renewals} renewals, ${dead} switches to dead tokens, slowest recovery ${slowestMs} ms ` +
        `(an undisturbed sync took ${baselineMs} ms)`,
    );
    expect(slowestMs).toBeLessThan(STALE_LOCK_MS);
    await Promise.all(machines.map((machine) => machine.remove()));
  });
});

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(performance.now() - began);
}

/** The session in a machine's files, null if there is none; a broken file ends the test. */
function sessionOn(machine: Machine): Session | null {
  try {
    const { claudeAiOauth } = JSON.parse(machine.read('.claude/.credentials.json')) as Session;
    const { oauthAccount } = JSON.parse(machine.read('.claude.json')) as Session;
    return { claudeAiOauth, oauthAccount };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The owners that the tokens and the notes name. */
function ownersOf({ claudeAiOauth, oauthAccount }: Session): string[] {
  return [claudeAiOauth.refreshToken.split('-')[1] ?? '', oauthAccount.accountUuid.replace('uuid-', '')];
}

function isLiving(provider: Provider, session: Session | null): boolean {
  return OWNERS.some(
    (owner) => provider.living(owner).claudeAiOauth.refreshToken === session?.claudeAiOauth.refreshToken,
  );
}

/** The owners whose living tokens are neither on a machine, nor in a version kept there, nor in the panel. */
async function lostOwners(
  panel: Panel,
  provider: Provider,
  machines: readonly Machine[],
  accounts: readonly AccountDto[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const [index, owner] of OWNERS.entries()) {
    const { refreshToken } = provider.living(owner).claudeAiOauth;
    const isOnMachine = machines.some(
      (machine) => sessionOn(machine)?.claudeAiOauth.refreshToken === refreshToken,
    );
    if (isOnMachine) continue;
    const history = await panel.history(accounts[index]!);
    if (!history.some(({ claudeAiOauth }) => claudeAiOauth.refreshToken === refreshToken)) lost.push(owner);
  }
  return lost;
}
