import { randomUUID } from 'node:crypto';
import { AS_AGENT, Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { SECRETS } from '../../harness/apps/test-app';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a ping', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    c = new Conversations(t, admin);
  });
  beforeEach(() => t.clock.set('2026-11-20T09:30:00.000Z'));
  afterAll(() => t.close());

  it('makes a conversation and stores its message', async () => {
    const chat_id = newChat();
    const result = await c.ping({ chat_id, message: says('user', 'Are you open?') });
    expect(result).toEqual({
      conversation_id: expect.stringMatching(UUID_V7),
      message_id: expect.any(Number),
      created: true,
      status: 'open',
      takeover: false,
      deliver: [],
      team: { open: true, opens_at: null, local_opens_at: null },
    });
    expect(await c.get(result.conversation_id)).toEqual({
      id: result.conversation_id,
      chat_id,
      channel: 'chat',
      name: null,
      contact_name: null,
      contact_phone: null,
      client_id: null,
      client_tied_by: null,
      number_client: null,
      status: 'open',
      unread_count: 1,
      first_unread_id: result.message_id,
      last_message_at: '2026-11-20T09:30:00.000Z',
      last_message_preview: 'Are you open?',
      last_message_role: 'user',
      last_message_reported_by: null,
      waiting_since: null,
      waiting_limit: null,
      agent_last_seen_at: '2026-11-20T09:30:00.000Z',
      assigned_to: null,
      assigned_at: null,
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: '2026-11-20T09:30:00.000Z',
    });
  });

  it.each(['{{ $json.chat }}', 'n8n:undefined', 'null', ' '])(
    'refuses a placeholder as the chat, which would be that of all customers: "%s"',
    async (chat_id) => {
      const before = await countRows(t.panel, 'conversations');
      const answer = await t.http.post('/api/conversations/ping').set(AS_AGENT).send({ chat_id });
      const { errors } = expectProblem(answer, 400, 'unfilled_placeholder');
      expect(errors).toMatchObject([{ field: 'chat_id', code: 'unfilled_placeholder' }]);
      expect(await countRows(t.panel, 'conversations')).toBe(before);
    },
  );

  it('stores every message whose id is a placeholder, and says so', async () => {
    const chat_id = newChat();
    const tell = (text: string) =>
      c.ping({ chat_id, message: { ...says('user', text), external_id: '{{ $json.id }}' } });
    const [first, second] = [await tell('One'), await tell('One')];
    expect(second.message_id).not.toBe(first.message_id);
    expect(second).toMatchObject({ warnings: [expect.stringContaining('message.external_id')] });
  });

  it.each(['2026-11-20T09:30:00.001Z', '2026-11-20T09:31', '2099-01-01T00:00:00+14:00'])(
    'takes a time in the future as now: %s',
    async (timestamp) => {
      const { conversation_id } = await c.begin(undefined, {
        message: { ...says('user', 'early'), timestamp },
      });
      const { items } = await c.messages(conversation_id);
      expect(items.map((message) => message.timestamp)).toEqual(['2026-11-20T09:30:00.000Z']);
      expect((await c.get(conversation_id)).last_message_at).toBe('2026-11-20T09:30:00.000Z');
    },
  );

  it('that brings nothing new leaves updated_at as it is, and is still a sign of the agent', async () => {
    const { chat_id, conversation_id } = await c.begin(undefined, {
      channel: 'whatsapp',
      contact: { name: 'Jana', phone: '+12125550177' },
      message: says('user', 'Hello', 'known-1'),
    });
    const before = await c.get(conversation_id);
    t.clock.set('2026-11-20T09:35:00.000Z');
    await c.ping({ chat_id });
    await c.ping({ chat_id, needs_human: false, delivered: [1] });
    await c.ping({ chat_id, channel: 'whatsapp', contact: { name: 'Jana', phone: '+1 212 555 0177' } });
    await c.ping({ chat_id, message: says('user', 'Hello', 'known-1') });
    expect(await c.get(conversation_id)).toEqual({
      ...before,
      agent_last_seen_at: '2026-11-20T09:35:00.000Z',
    });
    for (const [minute, change] of [
      [36, { needs_human: true }],
      [37, { contact: { name: 'Jana N.' } }],
      [38, { channel: 'web' }],
      [39, { message: says('assistant', 'Hi') }],
    ] as const) {
      t.clock.set(`2026-11-20T09:${minute}:00.000Z`);
      await c.ping({ chat_id, ...change });
      expect((await c.get(conversation_id)).updated_at).toBe(`2026-11-20T09:${minute}:00.000Z`);
    }
  });

  it('stores its message where the chat history finds it', async () => {
    const { chat_id, message_id } = await c.begin();
    const history = await t.http.get(await t.webhook('chat-history')).query({ chat_id });
    expect(history.body).toEqual({
      chat_id,
      messages: [{ id: message_id, role: 'user', message: 'Hello', timestamp: '2026-11-20T09:30:00.000Z' }],
    });
  });

  it('says whether it made the conversation', async () => {
    const { chat_id, conversation_id, created } = await c.begin();
    const second = await c.ping({ chat_id });
    expect([created, second.created, second.conversation_id]).toEqual([true, false, conversation_id]);
  });

  it('may have no message: it says that the agent is there', async () => {
    const chat_id = newChat();
    const { conversation_id, message_id, created } = await c.ping({ chat_id });
    expect([message_id, created]).toEqual([null, true]);
    t.clock.set('2026-11-20T09:31:00.000Z');
    await c.ping({ chat_id });
    expect(await c.get(conversation_id)).toMatchObject({
      unread_count: 0,
      last_message_at: null,
      last_message_preview: null,
      last_message_role: null,
      agent_last_seen_at: '2026-11-20T09:31:00.000Z',
    });
    expect(await c.messages(conversation_id)).toEqual({
      items: [],
      events: [],
      next_before: null,
      next_after: null,
    });
  });

  it('answers without /api too', async () => {
    const { chat_id, conversation_id } = await c.begin();
    const answer = await t.http.post('/conversations/ping').set(AS_AGENT).send({ chat_id }).expect(200);
    expect(answer.body).toMatchObject({ conversation_id, created: false });
  });

  it('counts the messages of the customer alone as unread', async () => {
    const { chat_id, conversation_id } = await c.begin();
    await c.ping({ chat_id, message: says('assistant', 'Hi') });
    await c.ping({ chat_id, message: says('operator', 'Hi from me too') });
    await c.ping({ chat_id, message: says('user', 'Oh') });
    expect(await c.get(conversation_id)).toMatchObject({ unread_count: 2, last_message_role: 'user' });
    expect(await c.texts(conversation_id)).toEqual(['Hello', 'Hi', 'Hi from me too', 'Oh']);
  });

  it('shows the first 200 characters of the newest message', async () => {
    const { conversation_id } = await c.begin(newChat(), { message: says('user', '😀'.repeat(16_384)) });
    const { last_message_preview } = await c.get(conversation_id);
    expect(last_message_preview).toBe('😀'.repeat(200));
    expect((await c.texts(conversation_id))[0]).toHaveLength(2 * 16_384);
  });

  it('never moves the last message back: what came late stands at its time', async () => {
    const chat_id = newChat();
    const at = (timestamp: string, text: string) =>
      c.ping({ chat_id, message: { ...says('user', text), timestamp } });
    const { conversation_id } = await at('2026-11-20T09:10:00Z', 'second');
    await at('2026-11-20T09:00:00Z', 'first');
    expect(await c.get(conversation_id)).toMatchObject({
      unread_count: 2,
      last_message_at: '2026-11-20T09:10:00.000Z',
      last_message_preview: 'second',
    });
    expect(await c.texts(conversation_id)).toEqual(['first', 'second']);
  });

  it('opens a closed conversation with a message of the customer, not with another', async () => {
    const { chat_id, conversation_id } = await c.begin();
    await c.patch(conversation_id, { status: 'closed' }).expect(200);
    expect((await c.ping({ chat_id, message: says('assistant', 'Bye') })).status).toBe('closed');
    expect((await c.ping({ chat_id })).status).toBe('closed');
    expect((await c.ping({ chat_id, message: says('user', 'One more thing') })).status).toBe('open');
  });

  it('asks for a person, until somebody takes it as done', async () => {
    const { chat_id, conversation_id } = await c.begin();
    expect((await c.ping({ chat_id, needs_human: true })).status).toBe('needs_human');
    expect((await c.ping({ chat_id, message: says('user', 'Hello?') })).status).toBe('needs_human');
    expect((await c.ping({ chat_id, needs_human: false })).status).toBe('needs_human');
    await c.patch(conversation_id, { status: 'open' }).expect(200);
    expect((await c.ping({ chat_id })).status).toBe('open');
    expect((await c.ping({ chat_id: newChat(), needs_human: true })).status).toBe('needs_human');
  });

  it('tells who writes, and later more of it', async () => {
    const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { name: 'Jana' } });
    expect(await c.get(conversation_id)).toMatchObject({ contact_name: 'Jana', contact_phone: null });
    await c.ping({ chat_id, contact: { phone: '(212) 555-0123' }, channel: 'web' });
    await c.ping({ chat_id, contact: {} });
    expect(await c.get(conversation_id)).toMatchObject({
      contact_name: 'Jana',
      contact_phone: '+12125550123',
      channel: 'web',
    });
    await c.ping({ chat_id, contact: { name: 'Jana Nováková', phone: 'on the fridge' } });
    expect(await c.get(conversation_id)).toMatchObject({
      contact_name: 'Jana Nováková',
      contact_phone: '+12125550123',
    });
  });

  describe('with a phone number', () => {
    let count = 0;
    const newPhone = () => `+1212555${String(1000 + count++)}`;
    async function insertClient(phone: string): Promise<string> {
      const id = `0192f0c1-7f3e-7c59-9d0e-${String(count++).padStart(12, '0')}`;
      await insertRows(t.panel, 'clients', [
        {
          id,
          name: 'Jana',
          phone,
          company: '',
          status: 'active',
          source: 'panel',
          tags: [],
          notes: '',
          version: 1,
          created_at: '2026-11-01T00:00:00Z',
          updated_at: '2026-11-01T00:00:00Z',
          name_key: '',
          search_text: '',
        },
      ]);
      return id;
    }

    it('links the one client who has it', async () => {
      const phone = newPhone();
      const client_id = await insertClient(phone);
      const { conversation_id } = await c.begin(newChat(), { contact: { phone: phone.slice(2) } });
      expect((await c.get(conversation_id)).client_id).toBe(client_id);
    });

    it('links nobody if two have it', async () => {
      const phone = newPhone();
      await insertClient(phone);
      await insertClient(phone);
      const { conversation_id } = await c.begin(newChat(), { contact: { phone } });
      expect((await c.get(conversation_id)).client_id).toBeNull();
    });

    it('links the client who was made since, with the next ping', async () => {
      const phone = newPhone();
      const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { phone } });
      const client_id = await insertClient(phone);
      await c.ping({ chat_id });
      expect((await c.get(conversation_id)).client_id).toBe(client_id);
    });

    it('leaves the link that a person set, or took away', async () => {
      const phone = newPhone();
      const client_id = await insertClient(phone);
      const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { phone } });
      await c.patch(conversation_id, { client_id: null }).expect(200);
      await c.ping({ chat_id, contact: { phone } });
      expect((await c.get(conversation_id)).client_id).toBeNull();
      await c.patch(conversation_id, { client_id }).expect(200);
      await c.ping({ chat_id, contact: { phone: newPhone() } });
      expect((await c.get(conversation_id)).client_id).toBe(client_id);
    });

    it('loses the link with the client', async () => {
      const phone = newPhone();
      const client_id = await insertClient(phone);
      const { chat_id, conversation_id } = await c.begin(newChat(), { contact: { phone } });
      await t.panel.query('delete from clients where id = $1', [client_id]);
      expect((await c.get(conversation_id)).client_id).toBeNull();
      await c.ping({ chat_id });
    });

    it('shows when the client last wrote', async () => {
      const phone = newPhone();
      const client_id = await insertClient(phone);
      await c.begin(newChat(), { contact: { phone } });
      const { rows } = await t.panel.query('select last_activity_at from clients where id = $1', [client_id]);
      expect(rows).toEqual([{ last_activity_at: new Date('2026-11-20T09:30:00Z') }]);
    });
  });

  describe('that comes again', () => {
    it('stores its message once, by the external id, and changes no count', async () => {
      const { chat_id, conversation_id, message_id } = await c.begin(newChat(), {
        message: says('user', 'Hello', 'm-1'),
      });
      const again = await c.ping({ chat_id, message: says('user', 'Hello', 'm-1') });
      expect(again).toMatchObject({ message_id, created: false });
      expect((await c.get(conversation_id)).unread_count).toBe(1);
      expect(await c.texts(conversation_id)).toEqual(['Hello']);
    });

    it('does not open what was closed since', async () => {
      const message = says('user', 'Hello', 'm-1');
      const { chat_id, conversation_id } = await c.begin(newChat(), { message });
      await c.patch(conversation_id, { status: 'closed' }).expect(200);
      expect((await c.ping({ chat_id, message })).status).toBe('closed');
    });

    it('does not count again what was read since', async () => {
      const message = says('user', 'Hello', 'm-1');
      const { chat_id, conversation_id } = await c.begin(newChat(), { message });
      await c.post(conversation_id, 'read').expect(200);
      await c.ping({ chat_id, message });
      expect((await c.get(conversation_id)).unread_count).toBe(0);
    });

    it('answers the stored id whatever else but the text the message says', async () => {
      const message = says('user', 'Hello', 'm-1');
      const { chat_id, conversation_id, message_id } = await c.begin(newChat(), { message });
      const again = { ...message, timestamp: '2030-01-01T00:00:00Z' };
      expect((await c.ping({ chat_id, message: again })).message_id).toBe(message_id);
      expect(await c.texts(conversation_id)).toEqual(['Hello']);
      expect((await c.get(conversation_id)).unread_count).toBe(1);
    });

    it('with another text is a correction, which is stored once beside the first text, and is unread', async () => {
      const { chat_id, conversation_id, message_id } = await c.begin(newChat(), {
        message: says('user', 'I come at 3', 'm-1'),
      });
      await c.post(conversation_id, 'read').expect(200);
      const edit = { chat_id, message: says('user', 'I come at 5', 'm-1') };
      const edited = await c.ping(edit);
      expect((await c.ping(edit)).message_id).toBe(edited.message_id);
      const { items } = await c.messages(conversation_id);
      expect(items.map(({ message, edited_of }) => [message, edited_of])).toEqual([
        ['I come at 3', null],
        ['I come at 5', message_id],
      ]);
      expect((await c.get(conversation_id)).unread_count).toBe(1);
    });

    it('with an older text is an edit back to it, if it was sent with a later time than the last version', async () => {
      const chat_id = newChat();
      const say = async (text: string, at?: string) => {
        const message = {
          ...says('user', text, 'wamid.1'),
          ...(at && { timestamp: `2026-11-20T09:${at}:00Z` }),
        };
        return (await c.ping({ chat_id, message })).message_id;
      };
      const first = await say('Tuesday', '10');
      const second = await say('Wednesday', '11');
      expect(await say('Tuesday', '10')).toBe(first);
      expect(await say('Tuesday', '11')).toBe(first);
      expect(await say('Tuesday')).toBe(first);
      const third = await say('Tuesday', '12');
      expect(third).toBeGreaterThan(second!);
      expect(await say('Tuesday', '12')).toBe(third);
      expect(await say('Tuesday', '13')).toBe(third);
      const fourth = await say('Wednesday', '14');
      const id = (await c.ping({ chat_id })).conversation_id;
      expect(
        (await c.messages(id)).items.map(({ id, message, edited_of }) => [id, message, edited_of]),
      ).toEqual([
        [first, 'Tuesday', null],
        [second, 'Wednesday', first],
        [third, 'Tuesday', second],
        [fourth, 'Wednesday', third],
      ]);
      expect(await c.get(id)).toMatchObject({ last_message_preview: 'Wednesday', unread_count: 4 });
      // All versions go with one.
      await c.ping({ chat_id, message: { external_id: 'wamid.1', deleted: true } });
      expect(await c.texts(id)).toEqual([]);
    });

    it('goes back once, however many replicas are told of it at once', async () => {
      const chat_id = newChat();
      const say = (text: string, minute: number) => ({
        chat_id,
        message: { ...says('user', text, 'wamid.1'), timestamp: `2026-11-20T09:${String(minute)}:00Z` },
      });
      await c.ping(say('A', 10));
      await c.ping(say('B', 11));
      const back = await Promise.all(Array.from({ length: 6 }, () => c.ping(say('A', 12))));
      expect(new Set(back.map(({ message_id }) => message_id)).size).toBe(1);
      expect(await c.texts(back[0]!.conversation_id)).toEqual(['A', 'B', 'A']);
    });

    it('is known where the version before stored it, and another text is its correction', async () => {
      const { chat_id, conversation_id } = await c.begin(newChat(), {});
      const { rows } = await t.memory.query<{ id: string }>(
        `insert into chat_history (chat_id, role, message, external_id, written_in)
         values ($1, 'user', 'Old', 'm-9', 'ping') returning id`,
        [chat_id],
      );
      const id = Number(rows[0]?.id);
      expect((await c.ping({ chat_id, message: says('user', 'Old', 'm-9') })).message_id).toBe(id);
      await c.ping({ chat_id, message: says('user', 'New', 'm-9') });
      const { items } = await c.messages(conversation_id);
      expect(items.find(({ message }) => message === 'New')?.edited_of).toBe(id);
    });

    it('by another key is known where it was sent at the same time, too', async () => {
      const { body } = await t.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name: `The next key ${randomUUID()}`, scopes: ['agent'] })
        .expect(201);
      const chat_id = newChat();
      const say = async (text: string, timestamp?: string, key?: string) => {
        const message = { ...says('user', text, 'wamid.1'), ...(timestamp && { timestamp }) };
        const sent = c.send({ chat_id, message });
        return (await (key === undefined ? sent : sent.set('x-api-key', key)).expect(200)).body
          .message_id as number;
      };
      const at = '2026-11-20T09:10:00Z';
      const key = (body as { key: string }).key;
      const first = await say('Once', at);
      expect(await say('Once', at, key)).toBe(first);
      // Two platforms may both count their messages from one.
      expect(await say('Once', '2026-11-20T09:11:00Z', key)).toBeGreaterThan(first);
      expect(await say('Once', undefined, key)).toBeGreaterThan(first);
      expect(await say('Twice', at, key)).toBeGreaterThan(first);
    });

    it('is another message in another chat', async () => {
      const first = await c.begin(newChat(), { message: says('user', 'Hello', 'm-1') });
      const second = await c.begin(newChat(), { message: says('user', 'Hello', 'm-1') });
      expect(second.message_id).not.toBe(first.message_id);
      expect(second.created).toBe(true);
    });

    it('stores its message again without an external id', async () => {
      const { chat_id, conversation_id } = await c.begin();
      await c.ping({ chat_id, message: says('user', 'Hello') });
      expect(await c.texts(conversation_id)).toEqual(['Hello', 'Hello']);
      expect((await c.get(conversation_id)).unread_count).toBe(2);
    });
  });

  describe('of a chat that others have written', () => {
    it('shows what was there before, and counts none of it', async () => {
      const chat_id = newChat();
      await insertRows(t.memory, 'chat_history', [
        { chat_id, role: 'user', message: 'long ago', timestamp: '2026-01-01T00:00:00Z' },
        { chat_id, role: 'assistant', message: 'indeed', timestamp: '2026-01-01T00:01:00Z' },
      ]);
      const bare = await c.ping({ chat_id });
      expect(await c.get(bare.conversation_id)).toMatchObject({
        unread_count: 0,
        last_message_preview: 'indeed',
        last_message_at: '2026-01-01T00:01:00.000Z',
      });
      await c.ping({ chat_id, message: says('user', 'now') });
      expect((await c.get(bare.conversation_id)).unread_count).toBe(1);
      expect(await c.texts(bare.conversation_id)).toEqual(['long ago', 'indeed', 'now']);
    });

    it('is no conversation before', async () => {
      const before = await countRows(t.panel, 'conversations');
      await insertRows(t.memory, 'chat_history', [
        { chat_id: newChat(), role: 'user', message: 'x', timestamp: '2026-01-01T00:00:00Z' },
      ]);
      expect(await countRows(t.panel, 'conversations')).toBe(before);
    });
  });

  describe('with a time of its message', () => {
    const at = (timestamp: string) =>
      c.send({ chat_id: newChat(), message: { ...says('user', 'x'), timestamp } });
    beforeAll(() => c.configure({ time_zone: 'Europe/Vienna' }));

    it.each([
      ['2026-07-01T12:00:00+02:00', '2026-07-01T10:00:00.000Z'],
      ['2026-07-01T12:00:00.123456Z', '2026-07-01T12:00:00.123Z'],
      ['2026-07-01T12:00:00', '2026-07-01T10:00:00.000Z'],
      ['2026-02-01T12:00', '2026-02-01T11:00:00.000Z'],
      // The clocks show it twice.
      ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
      ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z', '2026-11-20T09:30:00.000Z'],
    ])('reads %s', async (timestamp, instant) => {
      const { body } = await at(timestamp).expect(200);
      expect(await c.get(body.conversation_id)).toMatchObject({ last_message_at: instant });
      expect((await c.messages(body.conversation_id)).items).toMatchObject([{ timestamp: instant }]);
    });

    it('refuses one that the clocks skip', async () => {
      const answer = await at('2026-03-29T02:30:00');
      expect(refusedFields(answer)).toEqual([['message.timestamp', 'no_such_time']]);
    });

    it.each([
      ['yesterday', 'invalid_format'],
      ['2026-11-20', 'invalid_format'],
      ['2026-02-30T10:00:00Z', 'invalid_format'],
      ['9999-12-31T23:59:59-01:00', 'out_of_range'],
      ['9999-12-31T23:59:59.999+00:00x', 'invalid_format'],
      ['0000-01-01T00:00:00Z', 'out_of_range'],
    ])('refuses %s', async (timestamp, code) => {
      expect(refusedFields(await at(timestamp))).toEqual([['message.timestamp', code]]);
    });
  });

  it.each<[object, [string, string][]]>([
    [{}, [['chat_id', 'required']]],
    [{ chat_id: 'c'.repeat(201) }, [['chat_id', 'too_long']]],
    [{ chat_id: 'a\0b' }, [['chat_id', 'invalid_characters']]],
    [{ chat_id: 'c', text: 'x' }, [['text', 'unknown_field']]],
    [{ chat_id: 'c', message: 'Hello' }, [['message', 'wrong_type']]],
    [{ chat_id: 'c', message: null }, [['message', 'wrong_type']]],
    [
      { chat_id: 'c', message: {} },
      [
        ['message.role', 'required'],
        ['message.text', 'required'],
      ],
    ],
    [{ chat_id: 'c', message: { role: 'system', text: 'x' } }, [['message.role', 'not_allowed']]],
    [{ chat_id: 'c', message: { role: 'assistant', text: '' } }, [['message.text', 'too_short']]],
    [
      { chat_id: 'c', message: { role: 'assistant', text: 'x'.repeat(16_385) } },
      [['message.text', 'too_long']],
    ],
    [{ chat_id: 'c', message: { role: 'assistant' } }, [['message.text', 'required']]],
    [{ chat_id: 'c', message: { role: 'user', text: '\ud800' } }, [['message.text', 'invalid_characters']]],
    [{ chat_id: 'c', message: { role: 'user', text: 'x', id: 1 } }, [['message.id', 'unknown_field']]],
    [{ chat_id: 'c', contact: { email: 'x@y.z' } }, [['contact.email', 'unknown_field']]],
    [{ chat_id: 'c', contact: { name: null } }, [['contact.name', 'wrong_type']]],
    [{ chat_id: 'c', needs_human: 'yes' }, [['needs_human', 'wrong_type']]],
    [{ chat_id: 'c', delivered: 1 }, [['delivered', 'wrong_type']]],
    [{ chat_id: 'c', delivered: ['1'] }, [['delivered', 'wrong_type']]],
    [{ chat_id: 'c', delivered: [0] }, [['delivered', 'out_of_range']]],
    [{ chat_id: 'c', delivered: [1e300] }, [['delivered', 'out_of_range']]],
    [{ chat_id: 'c', delivered: Array(1_001).fill(1) }, [['delivered', 'too_long']]],
  ])('refuses case %#', async (body, errors) => {
    expect(refusedFields(await c.send(body))).toEqual(errors);
  });

  it('takes the longest text in its longest form', async () => {
    const text = '\u0001'.repeat(16_384);
    await c.send({ chat_id: newChat(), message: says('user', text) }).expect(200);
    const body = `{"chat_id":"${newChat()}","message":{"role":"user","text":"${'\\ud83d\\ude00'.repeat(16_384)}"}}`;
    await t.http
      .post('/conversations/ping')
      .set({ ...AS_AGENT, 'content-type': 'application/json' })
      .send(body)
      .expect(200);
  });

  it('is taken from the key of the agent alone', async () => {
    const ping = (headers: Record<string, string>) =>
      t.http.post('/api/conversations/ping').set(headers).send({ chat_id: 'c' });
    expectProblem(await ping({}), 401, 'unauthenticated');
    expectProblem(await ping({ 'x-api-key': 'wrong' }), 401, 'invalid_api_key');
    expectProblem(await ping({ 'x-api-key': SECRETS.SWITCH_API_KEY }), 403, 'forbidden');
    const { bearer } = await signIn(t, { role: 'admin' });
    expectProblem(await ping(bearer), 403, 'forbidden');
    expectProblem(await t.http.get('/api/conversations').set(AS_AGENT), 403, 'forbidden');
  });

  it('is refused before a word of it is looked at', async () => {
    const answer = await t.http.post('/conversations/ping').send({ wrong: 1 });
    expectProblem(answer, 401, 'unauthenticated');
  });

  describe('of a customer is never refused for its text', () => {
    it.each([
      ['an empty text', ''],
      ['white space', ' \n '],
      ['null', null],
      ['none at all', undefined],
    ])('with %s, and the call for a human counts', async (_, text) => {
      const { conversation_id, status } = await c.ping({
        chat_id: newChat(),
        message: { role: 'user', ...(text !== undefined && { text }) },
        needs_human: true,
      });
      expect(status).toBe('needs_human');
      expect(await c.texts(conversation_id)).toEqual(['[message without text]']);
    });

    it('in parts where it is long, of which an edit changes those that differ', async () => {
      const [begin, end] = ['a'.repeat(16_384), 'b'.repeat(16_384)];
      const chat_id = newChat();
      const say = async (text: string, minute: number) => {
        const timestamp = `2026-11-20T09:${String(minute)}:00Z`;
        return c.ping({ chat_id, message: { ...says('user', text, 'm-1'), timestamp } });
      };
      const { conversation_id } = await say(begin + end, 10);
      await say(`${begin}${end.slice(1)}c`, 11);
      await say(begin + end, 12);
      const { items } = await c.messages(conversation_id);
      expect(items.map(({ message }) => message.slice(-1))).toEqual(['a', 'b', 'c', 'b']);
      const ids = items.map(({ id }) => id);
      expect(items.map(({ edited_of }) => edited_of)).toEqual([null, null, ids[1], ids[2]]);
    });

    it('in parts where it is long, each once, with every character', async () => {
      const text = `${'a'.repeat(16_383)}😀${'b'.repeat(16_384)}c`;
      const ping = { chat_id: newChat(), message: says('user', text, 'm-1'), needs_human: true };
      const { conversation_id, message_id, status } = await c.ping(ping);
      expect((await c.ping(ping)).message_id).toBe(message_id);
      const { items } = await c.messages(conversation_id);
      expect(items.map(({ message }) => Array.from(message).length)).toEqual([16_384, 16_384, 1]);
      expect(items.map(({ message }) => message).join('')).toBe(text);
      expect([items[0]?.id, status]).toEqual([message_id, 'needs_human']);
    });
  });

  it.each([
    ['whatsapp', '4366412399887', '+4366412399887'],
    ['WhatsApp', '4366412399887@c.us', '+4366412399887'],
    ['sms', '+447911125000', '+447911125000'],
    ['web', '4366412399887', null],
    ['whatsapp', 'room-7', null],
    ['whatsapp', '1234567', null],
  ])('on the channel %s takes the chat %s for the number %s', async (channel, chat_id, phone) => {
    const { conversation_id } = await c.ping({ chat_id, channel });
    expect((await c.get(conversation_id)).contact_phone).toBe(phone);
    await c.ping({ chat_id, channel, contact: { phone: '+12125550199' } });
    await c.ping({ chat_id, channel });
    expect((await c.get(conversation_id)).contact_phone).toBe('+12125550199');
    await t.panel.query('delete from conversations where id = $1', [conversation_id]);
  });
});
