import type { ChatMessageDto, MessagesDto } from '@groupless/shared-dto';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('the messages of a conversation', () => {
  let t: ServedApp;
  let user: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    t = await sharedApp();
    user = await signIn(t, { role: 'operator' });
    c = new Conversations(t, user);
  });
  afterAll(() => t.close());

  /** A conversation with so many messages, a minute apart, each `1`, `2` and so on. */
  async function thread(count: number): Promise<string> {
    const chat_id = newChat();
    await t.memory.query(
      `insert into chat_history (chat_id, role, message, timestamp)
       select $1, 'user', n::text, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute'
       from generate_series(1, $2::int) as n order by n desc`,
      [chat_id, count],
    );
    return (await c.ping({ chat_id })).conversation_id;
  }
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

  it('are the newest 50 in the order of their times', async () => {
    const id = await thread(60);
    const { items, next_before } = await c.messages(id);
    expect(items.map(({ message }) => message)).toEqual(numbers(11, 60));
    expect(next_before).toBe(items[0]!.id);
    expect(items[0]).toEqual({
      id: expect.any(Number),
      role: 'user',
      message: '11',
      timestamp: '2026-01-01T00:11:00.000Z',
      author: null,
      delivered_at: null,
      sending: false,
      taken_back_at: null,
      channel: null,
      edited_of: null,
    });
  });

  it('go back in windows to the first one', async () => {
    const id = await thread(45);
    const windows: string[][] = [];
    let before: number | null = null;
    do {
      const query: Record<string, number> = before === null ? { limit: 20 } : { limit: 20, before };
      const { items, next_before } = await c.messages(id, query);
      windows.push(items.map(({ message }) => message));
      before = next_before;
    } while (before !== null);
    expect(windows).toEqual([numbers(26, 45), numbers(6, 25), numbers(1, 5)]);
  });

  it('end exactly at a window’s end', async () => {
    const id = await thread(40);
    const newest = await c.messages(id, { limit: 20 });
    const oldest = await c.messages(id, { limit: 20, before: newest.next_before! });
    expect(oldest).toMatchObject({ next_before: null, items: { length: 20 } });
  });

  it('read one window’s worth of a thread of 50,000', async () => {
    const id = await thread(50_000);
    await t.memory.query('analyze chat_history');
    const { items, next_before } = await c.messages(id, { limit: 200 });
    const older = await c.messages(id, { limit: 200, before: next_before! });
    expect([older.items[199]!.message, items[0]!.message]).toEqual(['49800', '49801']);
    const { rows } = await t.memory.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
      `explain (analyze, format json) select id from chat_history
       where chat_id = (select chat_id from chat_history where id = $1)
         and (timestamp, id) < (select timestamp, id from chat_history where id = $1)
       order by timestamp desc, id desc limit 201`,
      [next_before],
    );
    expect(JSON.stringify(rows[0]!['QUERY PLAN'][0].Plan)).not.toContain('Seq Scan');
  });

  it('are none before a message of another conversation', async () => {
    const [id, other] = [await thread(3), await thread(3)];
    const { items } = await c.messages(other);
    expect(await c.messages(id, { before: items[2]!.id })).toEqual({
      items: [],
      events: [],
      next_before: null,
      next_after: null,
    });
  });

  describe('around one of them', () => {
    const said = ({ items }: MessagesDto) => items.map(({ message }) => message);

    it('are as many before as after it, and go on in both directions without a gap', async () => {
      const id = await thread(60);
      const all = (await c.messages(id, { limit: 200 })).items;
      const at = all[29]!.id;
      const around = await c.messages(id, { around: at, limit: 10 });
      expect(said(around)).toEqual(numbers(26, 35));
      expect([around.next_before, around.next_after]).toEqual([all[25]!.id, all[34]!.id]);
      const older = await c.messages(id, { before: around.next_before!, limit: 10 });
      expect([said(older), older.next_after]).toEqual([numbers(16, 25), all[24]!.id]);
      const newer: string[][] = [];
      let after = around.next_after;
      while (after !== null) {
        const window: MessagesDto = await c.messages(id, { after, limit: 10 });
        newer.push(said(window));
        after = window.next_after;
      }
      expect(newer).toEqual([numbers(36, 45), numbers(46, 55), numbers(56, 60)]);
    });

    it('are fewer at the beginning and at the end', async () => {
      const id = await thread(5);
      const { items } = await c.messages(id);
      const [first, last] = [
        await c.messages(id, { around: items[0]!.id, limit: 4 }),
        await c.messages(id, { around: items[4]!.id, limit: 4 }),
      ];
      expect([said(first), first.next_before, first.next_after]).toEqual([numbers(1, 4), null, items[3]!.id]);
      expect([said(last), last.next_before, last.next_after]).toEqual([numbers(4, 5), items[3]!.id, null]);
    });

    it('are not found where it is of another chat, unknown or erased, nor at two places at once', async () => {
      const [id, other] = [await thread(3), await thread(3)];
      const stranger = (await c.messages(other)).items[0]!.id;
      const get = (query: string) =>
        t.http.get(`/api/conversations/${id}/messages?${query}`).set(user.bearer);
      for (const place of [stranger, 999_999_999])
        for (const how of ['around', 'after']) expectProblem(await get(`${how}=${place}`), 404, 'not_found');
      expect(refusedFields(await get('before=1&around=1'))).toEqual([['around', 'not_allowed']]);
    });

    it('have the lines of their time alone', async () => {
      const id = await thread(9);
      await t.panel.query(
        `insert into conversation_events (conversation_id, at, kind)
         select $1, timestamptz '2026-01-01T00:00:30Z' + n * interval '1 minute', 'agent_away' from generate_series(0, 9) as n`,
        [id],
      );
      const at = (await c.messages(id)).items[4]!.id;
      const around = await c.messages(id, { around: at, limit: 4 });
      expect(said(around)).toEqual(numbers(4, 7));
      expect(around.events.map(({ at }) => at.slice(14, 19))).toEqual(['04:30', '05:30', '06:30', '07:30']);
      const rest = await c.messages(id, { after: around.next_after! });
      expect(rest.events.map(({ at }) => at.slice(14, 19))).toEqual(['08:30', '09:30']);
    });
  });

  it.each([
    ['?limit=0', [['limit', 'out_of_range']]],
    ['?limit=201', [['limit', 'out_of_range']]],
    ['?before=0', [['before', 'out_of_range']]],
    ['?before=x', [['before', 'wrong_type']]],
    ['?cursor=x', [['cursor', 'unknown_field']]],
  ])('refuse the query %s', async (query, errors) => {
    const { conversation_id } = await c.begin();
    const answer = await t.http
      .get(`/api/conversations/${conversation_id}/messages${query}`)
      .set(user.bearer);
    expect(refusedFields(answer)).toEqual(errors);
  });

  describe('that people write', () => {
    let id: string;
    let chat_id: string;
    beforeEach(async () => {
      ({ conversation_id: id, chat_id } = await c.begin());
      await c.post(id, 'takeover').expect(200);
    });

    it('are stored as replies of an operator', async () => {
      const now = new Date();
      t.clock.set(now);
      const { body, headers } = await c.reply(id, ' Yes,\nfrom 10 to 14 ').expect(201);
      expect(body).toEqual({
        id: expect.any(Number),
        role: 'operator',
        message: ' Yes,\nfrom 10 to 14 ',
        timestamp: now.toISOString(),
        author: { id: user.id, name: 'The operator' },
        delivered_at: null,
        sending: false,
        taken_back_at: null,
        channel: null,
        edited_of: null,
      });
      expect(headers['location']).toBe(`/api/conversations/${id}/messages`);
      await t.http.get(headers['location']!).set(user.bearer).expect(200);
      expect((await c.messages(id)).items.at(-1)).toEqual(body);
      expect(await c.get(id)).toMatchObject({
        last_message_at: now.toISOString(),
        last_message_preview: ' Yes,\nfrom 10 to 14 ',
        last_message_role: 'operator',
        unread_count: 1,
      });
    });

    it('are in the chat history too, without their author', async () => {
      const { body } = await c.reply(id, 'Yes').expect(201);
      const { id: message_id, role, message, timestamp } = body as ChatMessageDto;
      const history = await t.http.get(await t.webhook('chat-history')).query({ chat_id });
      expect((history.body as { messages: object[] }).messages.at(-1)).toEqual({
        id: message_id,
        role,
        message,
        timestamp,
      });
    });

    it('are written only after a take-over', async () => {
      await c.post(id, 'handback').expect(200);
      expectProblem(await c.reply(id, 'Too late'), 409, 'not_taken_over');
      await c.patch(id, { status: 'closed' }).expect(200);
      expectProblem(await c.reply(id, 'Too late'), 409, 'not_taken_over');
      expect(await c.texts(id)).toEqual(['Hello']);
    });

    it('are the last ones, also after a message that was dated ahead of time', async () => {
      const ahead = { ...says('user', 'tomorrow'), timestamp: '2099-01-01T00:00:00Z' };
      await c.ping({ chat_id, message: ahead });
      await c.reply(id, 'today').expect(201);
      await c.ping({ chat_id });
      expect(await c.get(id)).toMatchObject({ last_message_preview: 'today', unread_count: 2 });
      expect(await c.texts(id)).toEqual(['Hello', 'tomorrow', 'today']);
    });

    it.each<[object, [string, string][]]>([
      [{}, [['text', 'required']]],
      [{ text: '' }, [['text', 'too_short']]],
      [{ text: 'x'.repeat(16_385) }, [['text', 'too_long']]],
      [{ text: 'x', role: 'user' }, [['role', 'unknown_field']]],
    ])('are refused: case %#', async (body, errors) => {
      const answer = await t.http.post(`/api/conversations/${id}/messages`).set(user.bearer).send(body);
      expect(refusedFields(answer)).toEqual(errors);
    });

    it('may have 16,384 code points', async () => {
      const { body } = await c.reply(id, '😀'.repeat(16_384)).expect(201);
      expect((body as ChatMessageDto).message).toHaveLength(2 * 16_384);
      expect((await c.get(id)).last_message_preview).toBe('😀'.repeat(200));
    });
  });
});
