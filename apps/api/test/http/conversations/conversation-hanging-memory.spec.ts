import { Conversations } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce, eventually } from '../../harness/data/times';

const REPLIES = 10;

describe('while the memory database hangs', () => {
  let t: ServedApp;
  let user: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    // A lock is waited for longer than the memory may take for an answer.
    t = await startServedApp({ environment: { LOCK_TIMEOUT_MS: '15000', STATEMENT_TIMEOUT_MS: '15000' } });
    user = await signIn(t);
    c = new Conversations(t, user);
  });
  afterAll(() => t.close());

  async function waiting(): Promise<number> {
    const { rows } = await t.memory.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  }

  it('replies wait without keeping the panel from answering, and are stored once or refused', async () => {
    const ids = await atOnce(REPLIES, async () => {
      const { conversation_id } = await c.begin();
      await c.post(conversation_id, 'takeover').expect(200);
      return conversation_id;
    });
    const chats = await t.memory.connect();
    try {
      await chats.query('begin');
      await chats.query('lock table chats in access exclusive mode');
      let answered = 0;
      const replies = ids.map(async (id) => {
        const { status } = await c.reply(id, 'Yes');
        answered++;
        return status;
      });
      await eventually(async () => (await waiting()) >= 3);
      await atOnce(5, () => t.http.get('/api/clients').set(user.bearer).expect(200));
      expect(answered).toBe(0);

      await eventually(() => answered === 3);
      expect(await Promise.all(replies.slice(0, 3))).toEqual([503, 503, 503]);
      await chats.query('commit');
      for (const [index, status] of (await Promise.all(replies)).entries())
        expect([status, await c.texts(ids[index]!)]).toEqual(
          status === 201 ? [201, ['Hello', 'Yes']] : [503, ['Hello']],
        );
    } finally {
      chats.release(true);
    }
  });
});
