import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveriesDto } from '@groupless/shared-dto';
import { AS_AGENT, type Pinged } from '../../harness/data/conversations';
import { ReplicaPair } from '../../harness/databases/replica-pair';
import { atOnce } from '../../harness/data/times';

jest.setTimeout(280_000);

const PLAN =
  process.env['FULL_TESTS'] === '1'
    ? { chats: 500, replies: 1_500, kills: 8 }
    : { chats: 20, replies: 60, kills: 1 };
const WRITERS = 3;

const oneOf = (count: number) => Math.floor(Math.random() * count);

describe('replies of people, with one agent that waits for them', () => {
  let pair: ReplicaPair;
  const conversations: string[] = [];
  // By the id of a reply: when its writing was acknowledged, it was first offered, and a ping confirmed it.
  const written = new Map<number, number>();
  const offered = new Map<number, number>();
  const confirmed = new Map<number, number>();
  /** Replies whose ping was not answered: they may be confirmed or not. */
  const doubtful = new Set<number>();
  const faults: string[] = [];
  let isWriting = true;
  let waits = 0;

  beforeAll(async () => {
    pair = await ReplicaPair.start();
    await atOnce(4, async (first) => {
      for (let chat = first; chat < PLAN.chats; chat += 4) await takeOver(`chat-${chat}`);
    });
  });
  afterAll(() => pair.close());

  const ping = (index: number, body: object) =>
    pair.call(index, 'POST', '/api/conversations/ping', body, AS_AGENT);

  async function takeOver(chat_id: string): Promise<void> {
    const begun = await ping(oneOf(2), { chat_id, message: { role: 'user', text: 'Hello' } });
    const { conversation_id } = (await begun.json()) as Pinged;
    const taken = await pair.call(oneOf(2), 'POST', `/api/conversations/${conversation_id}/takeover`);
    expect(taken.status).toBe(200);
    conversations.push(conversation_id);
  }

  /** A reply in whichever chat, on whichever replica. One that dies meanwhile has acknowledged nothing. */
  async function write(): Promise<void> {
    const path = `/api/conversations/${conversations[oneOf(PLAN.chats)]}/messages`;
    const answer = await pair.call(oneOf(2), 'POST', path, { text: 'Yes' }).catch(() => null);
    if (answer?.status === 201) written.set(((await answer.json()) as { id: number }).id, performance.now());
    else if (answer !== null && answer.status !== 503) faults.push(`a reply: ${answer.status}`);
  }

  async function writeAll(): Promise<void> {
    while (written.size < PLAN.replies) {
      await write();
      await sleep(oneOf(150));
    }
  }

  /** The agent has one connection at a time, with the other replica if its own is gone. */
  async function deliver(): Promise<void> {
    for (let index = 0; ;) {
      const askedAtMs = performance.now();
      const query = isWriting ? 'wait=30' : 'wait=1';
      const answer = await pair
        .call(index, 'GET', `/api/conversations/deliveries?${query}`, undefined, AS_AGENT)
        .then(async (one) => (one.ok ? ((await one.json()) as DeliveriesDto) : null))
        .catch(() => null);
      if (answer === null) index = 1 - index;
      else if (answer.items.length === 0 && !isWriting) return;
      else await take(answer, askedAtMs);
    }
  }

  /** Every acknowledged reply is in every answer until it is confirmed, and in none after that. */
  async function take({ items }: DeliveriesDto, askedAtMs: number): Promise<void> {
    waits++;
    const ids = new Set(items.flatMap(({ deliver: replies }) => replies.map(({ id }) => id)));
    for (const id of ids) if (!offered.has(id)) offered.set(id, performance.now());
    for (const [id, writtenAtMs] of written) {
      const confirmedAtMs = confirmed.get(id) ?? Infinity;
      if (confirmedAtMs < askedAtMs && ids.has(id)) faults.push(`${id} was offered after it was confirmed`);
      if (ids.has(id) || confirmedAtMs < Infinity || writtenAtMs > askedAtMs) continue;
      if (doubtful.has(id)) confirmed.set(id, performance.now());
      else faults.push(`${id} was not offered`);
    }
    // An agent that now and then fails before it has confirmed.
    await Promise.all(items.filter(() => oneOf(10) > 0).map(confirm));
  }

  async function confirm({ chat_id, deliver: replies }: DeliveriesDto['items'][number]): Promise<void> {
    const delivered = replies.map(({ id }) => id);
    const answer = await ping(oneOf(2), { chat_id, delivered }).catch(() => null);
    for (const id of delivered) {
      if (answer?.ok) confirmed.set(id, performance.now());
      else doubtful.add(id);
    }
  }

  async function killNowAndThen(): Promise<void> {
    for (let kill = 1; kill <= PLAN.kills; kill++) {
      while (written.size < (PLAN.replies * kill) / (PLAN.kills + 1)) await sleep(20);
      await pair.killAndStart(oneOf(2));
    }
  }

  it(`are all offered as soon as they are written, and until it confirms them (${PLAN.chats} chats, ${PLAN.kills} kills)`, async () => {
    const delivering = deliver();
    await Promise.all([...Array.from({ length: WRITERS }, writeAll), killNowAndThen()]);
    isWriting = false;
    // So that the agent's last wait ends.
    await write();
    await delivering;

    expect(faults).toEqual([]);
    const lost = [...written.keys()].filter((id) => !offered.has(id));
    const unconfirmed = [...written.keys()].filter((id) => !confirmed.has(id) && !doubtful.has(id));
    expect([lost, unconfirmed]).toEqual([[], []]);
    const offers = [...written].map(([id, at_ms]) => ({ at_ms, offered_at_ms: offered.get(id)! }));
    const calm = offers.filter(({ at_ms, offered_at_ms }) =>
      pair.disturbances.every(({ from_ms, to_ms }) => offered_at_ms < from_ms || at_ms > to_ms),
    );
    const slowest = (some: typeof offers) =>
      Math.round(Math.max(...some.map(({ at_ms, offered_at_ms }) => offered_at_ms - at_ms)));
    process.stdout.write(
      `deliveries: ${offers.length} replies, ${calm.length} in calm, ${waits} answers, ${pair.kills} kills, ` +
        `slowest offer ${slowest(calm)} ms in calm, ${slowest(offers)} ms in all, lost ${lost.length}\n`,
    );
    expect(calm.length).toBeGreaterThan(0);
    // Long before the end of a wait, however busy the machine is.
    expect(slowest(calm)).toBeLessThan(5_000);
    expect(pair.kills).toBe(PLAN.kills);
  });
});
