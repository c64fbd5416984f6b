import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce } from '../../harness/data/times';

/** More rounds: TAKEOVER_ROUNDS=2000 npm test -- ping-concurrency */
const ROUNDS = Number(process.env['TAKEOVER_ROUNDS'] ?? (process.env['FULL_TESTS'] === '1' ? 500 : 15));

describe('pings at once', () => {
  let t: ServedApp;
  let c: Conversations;
  beforeAll(async () => {
    t = await startServedApp();
    c = new Conversations(t, await signIn(t));
  });
  afterAll(() => t.close());

  it('of a new chat, half of them repeats, make one conversation, each message once and right counts', async () => {
    const chat_id = newChat();
    const results = await atOnce(40, (index) =>
      c.ping({ chat_id, message: says('user', `text ${index % 20}`, `m-${index % 20}`) }),
    );
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(results.map(({ conversation_id }) => conversation_id)).size).toBe(1);
    const ids = Map.groupBy(results, (_, index) => index % 20);
    // Results come in the order of the requests: the two pings of a message have one id.
    for (const pair of ids.values()) expect(pair[0]!.message_id).toBe(pair[1]!.message_id);
    const { items } = await c.messages(results[0]!.conversation_id);
    expect(items.map(({ message }) => message).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `text ${index}`).sort(),
    );
    const { unread_count, last_message_preview } = await c.get(results[0]!.conversation_id);
    expect([unread_count, last_message_preview]).toEqual([20, items.at(-1)!.message]);
  });

  it('of four chats, from two replicas, get every count right', async () => {
    const replica = await startServedApp({ urls: t.urls });
    const there = new Conversations(replica, await signIn(t));
    const chats = Array.from({ length: 4 }, newChat);
    const roles = ['user', 'assistant', 'user', 'operator'] as const;
    await atOnce(320, (index) =>
      (index % 2 === 0 ? c : there).ping({
        chat_id: chats[index % 4]!,
        // The repeat of each message comes from the other replica.
        message: says(roles[(index >> 3) % 4], `${index >> 3}`, `m-${index >> 3}`),
      }),
    );
    for (const chat_id of chats) {
      const { conversation_id } = await c.ping({ chat_id });
      expect((await c.get(conversation_id)).unread_count).toBe(20);
      const { items } = await c.messages(conversation_id, { limit: 200 });
      expect(new Set(items.map(({ message }) => message)).size).toBe(40);
      expect(items).toHaveLength(40);
    }
    await replica.close();
  });

  it('with a confirmation and replies lose no reply and repeat no confirmed one', async () => {
    const { chat_id, conversation_id } = await c.begin();
    await c.post(conversation_id, 'takeover').expect(200);
    const confirmed = new Set<number>();
    const replies: number[] = [];
    const write = async () => {
      for (let count = 0; count < 20; count++)
        replies.push((await c.reply(conversation_id, String(count)).expect(201)).body.id as number);
    };
    const confirm = async () => {
      while (confirmed.size < 20) {
        const { deliver } = await c.ping({ chat_id, delivered: [...confirmed] });
        for (const { id } of deliver) {
          expect(confirmed.has(id)).toBe(false);
          confirmed.add(id);
        }
      }
    };
    await Promise.all([write(), confirm()]);
    expect([...confirmed]).toEqual(replies);
  });

  it(`never bring a message of the chat agent behind a take-over, in ${ROUNDS} rounds`, async () => {
    const { chat_id, conversation_id } = await c.begin();
    await watchTakeovers();
    const answers = { stored: 0, refused: 0 };
    for (let round = 1; round <= ROUNDS; round++) {
      const text = String(round);
      const ping = () => c.send({ chat_id, message: says('assistant', text) });
      const takeOver = () => c.post(conversation_id, 'takeover').expect(200);
      // The take-over comes after a first answer, with the pings, or before the last ping, by turns.
      const pings = Array.from({ length: 3 }, async () => ping());
      if (round % 3 === 0) await Promise.race(pings);
      await takeOver();
      if (round % 3 === 1) pings.push((async () => ping())());
      for (const { status, body } of await Promise.all(pings)) {
        if (status !== 200) expect([status, body.code]).toEqual([409, 'human_takeover']);
        answers[status === 200 ? 'stored' : 'refused'] += 1;
      }
      await c.post(conversation_id, 'handback').expect(200);
    }
    const { rows } = await t.memory.query<{ stored: number; late: number }>(
      `select count(*)::int as stored, count(*) filter (where id > last_id)::int as late
       from chat_history join takeovers_seen on takeovers = message::int
       where chat_history.chat_id = $1 and role = 'assistant'`,
      [chat_id],
    );
    expect(rows).toEqual([{ stored: answers.stored, late: 0 }]);
    // Both were tried: to come before, and to come too late.
    expect(Math.min(answers.stored, answers.refused)).toBeGreaterThan(0);
  });

  /** Notes, for each take-over, the last message that was stored when it began, which is before it is complete. */
  async function watchTakeovers(): Promise<void> {
    await t.memory.query(`
      create table takeovers_seen (takeovers integer, last_id bigint);
      grant all on takeovers_seen to public;
      create function note_takeover() returns trigger language plpgsql as $$ begin
        insert into takeovers_seen select new.takeovers, max(id) from chat_history where chat_id = new.chat_id;
        return new;
      end $$;
      create trigger takeovers_seen before update on chats for each row
        when (new.takeovers > old.takeovers) execute function note_takeover()`);
  }
});
