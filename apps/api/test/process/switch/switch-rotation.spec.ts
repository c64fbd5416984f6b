import type { AccountDto } from '@groupless/shared-dto';
import { Assistant } from './assistant';
import type { Machine } from './machine';
import { Panel } from './panel';
import { Provider } from './provider';
import { anyBelow, rounds } from '../../harness/data/rounds';

jest.setTimeout(3_600_000);

const SWITCHES = rounds(8, 300);
const TURNS = rounds(4, 60);
const OWNERS = ['ada', 'bob', 'eve'];

describe('tokens that rotate at each renewal', () => {
  let panel: Panel;
  let provider: Provider;
  let accounts: AccountDto[];
  const machines: Machine[] = [];

  beforeAll(async () => (panel = await Panel.start()));
  beforeEach(async () => {
    await panel.reset();
    provider = new Provider();
    accounts = await panel.accounts();
    for (const [index, owner] of OWNERS.entries()) await panel.store(accounts[index]!, provider.logIn(owner));
  });
  afterEach(() => Promise.all(machines.splice(0).map((machine) => machine.remove())));
  afterAll(() => panel.close());

  function kept(machine: Machine): Machine {
    machines.push(machine);
    return machine;
  }

  /** Each account has the one session that works, in the panel. */
  async function expectAllAlive(): Promise<void> {
    expect(provider.dead).toEqual([]);
    for (const [index, owner] of OWNERS.entries()) {
      expect([owner, await panel.stored(accounts[index]!)]).toEqual([owner, provider.living(owner)]);
    }
  }

  it(`survive ${SWITCHES} switches among three accounts while the assistant renews at random`, async () => {
    const machine = kept(panel.machine());
    const assistant = new Assistant(machine, provider);
    assistant.start();
    for (let count = 0; count < SWITCHES; count++) await machine.json('use', accounts[anyBelow(3)]!.name);
    await assistant.stop();
    await machine.json();
    expect(provider.renewals).toBeGreaterThan(0);
    await expectAllAlive();
  });

  it(`survive ${TURNS} turns of two machines, each capturing before it hands over`, async () => {
    const turns = [kept(panel.machineInProcess()), kept(panel.machineInProcess())].map((machine) => ({
      machine,
      assistant: new Assistant(machine, provider),
    }));
    for (let turn = 0; turn < TURNS; turn++) {
      const { machine, assistant } = turns[turn % 2]!;
      await machine.json(...(anyBelow(2) === 0 ? ['sync'] : ['use', accounts[anyBelow(3)]!.name]));
      for (let renewals = anyBelow(3); renewals >= 0; renewals--) await assistant.renew();
      await machine.json('capture');
    }
    await expectAllAlive();
  });
});
