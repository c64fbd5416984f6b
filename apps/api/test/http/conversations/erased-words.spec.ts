import { randomUUID } from 'node:crypto';
import type { PageDto, PingResultDto } from '@groupless/shared-dto';
import { ErasedWordsRepository } from '../../../src/conversations/erasing/erased-words.repository';
import { ErasedWordsService } from '../../../src/conversations/erasing/erased-words.service';
import { ChatMessagesService } from '../../../src/memory/chats/chat-messages.service';
import { RetentionService } from '../../../src/retention/retention.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { rounds } from '../../harness/data/rounds';
import { eventually } from '../../harness/data/times';
import { HookReceiver } from '../../harness/http/hook-receiver';
import { copiesOf } from '../../harness/databases/copies';
import { expectProblem } from '../../harness/http/problems';

const DAY_MS = 86_400_000;
const MESSAGES = '/api/conversations';

describe('erased words', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  let c: Conversations;
  let receiver: HookReceiver;
  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true', CHAT_RETENTION_DAYS: '5' } });
    [admin, operator] = [await signIn(t), await signIn(t, { role: 'operator' })];
    c = new Conversations(t, admin);
    receiver = await HookReceiver.start();
    const hook = { url: receiver.url, events: ['conversation.updated'] };
    const { body } = await t.http.post('/api/settings/hooks').set(admin.bearer).send(hook).expect(201);
    receiver.secret = (body as { secret: string }).secret;
  });
  afterAll(async () => {
    await t.close();
    await receiver.close();
  });

  const erase = (erased: object) =>
    t.http.post('/api/memory/erase').set(admin.bearer).send(erased).expect(204);
  const remove = (id: string, message: number | null, as: SignedInUser = operator) =>
    t.http.delete(`${MESSAGES}/${id}/messages/${message}`).set(as.bearer);
  const job = () => t.app.get(ErasedWordsService).run({}, new AbortController().signal);
  const kinds = async (id: string) => (await c.messages(id)).events.map(({ kind }) => kind);
  const search = async (query: string) =>
    (
      (await t.http.get(MESSAGES).query({ search: query }).set(operator.bearer).expect(200))
        .body as PageDto<object>
    ).total;

  const copies = (word: string) => copiesOf(t, word);

  interface Said {
    chat_id: string;
    conversation_id: string;
    word: string;
    ids: number[];
  }

  /** A customer wrote two messages; the second has the word, is unread, and stands in the log of a webhook. */
  async function said(days = 0): Promise<Said> {
    const word = `canary${randomUUID().replaceAll('-', '')}`;
    const at = (seconds: number) => new Date(Date.now() - days * DAY_MS + seconds * 1_000).toISOString();
    const chat_id = newChat();
    const first = { ...says('user', 'Hello', 'e1'), timestamp: at(-60) };
    const one = await c.ping({ chat_id, message: first });
    const two = await c.ping({
      chat_id,
      message: { ...says('user', `Card ${word}`, 'e2'), timestamp: at(-30) },
    });
    const ids = [one, two].map(({ message_id }) => message_id ?? 0);
    await eventually(() =>
      receiver.received.some(({ data }) => String(data['last_message_preview']).includes(word)),
    );
    return { chat_id, conversation_id: one.conversation_id, word, ids };
  }

  type Erasing = [
    way: string,
    (said: Said) => Promise<unknown>,
    left: string | null,
    unread: number,
    line: string[],
  ];

  const WAYS: Erasing[] = [
    [
      'a user',
      ({ conversation_id: id, ids }) => remove(id, ids[1]!).expect(204),
      'Hello',
      1,
      ['message_erased'],
    ],
    ['an admin', ({ ids }) => erase({ kind: 'chat_message', id: ids[1] }), 'Hello', 1, ['message_erased']],
    [
      'its author',
      ({ chat_id }) => c.ping({ chat_id, message: { external_id: 'e2', deleted: true } }),
      'Hello',
      1,
      ['message_deleted_by_author'],
    ],
    [
      'an admin with its chat',
      ({ chat_id }) => erase({ kind: 'chat', id: chat_id }),
      null,
      0,
      ['chat_erased'],
    ],
    ['the retention', () => t.app.get(RetentionService).removeOld(), null, 0, []],
  ];

  it.each(WAYS)('of %s stand nowhere any more', async (way, erasing, left, unread, lines) => {
    const one = await said(way === 'the retention' ? 6 : 0);
    expect(await copies(one.word)).toEqual(
      expect.arrayContaining(['public.conversations', 'public.hook_deliveries', 'public.chat_history']),
    );
    await erasing(one);
    const conversation = await c.get(one.conversation_id);
    expect(conversation).toMatchObject({ last_message_preview: left, unread_count: unread });
    expect(conversation.last_message_role).toBe(left === null ? null : 'user');
    expect(await search(one.word)).toBe(0);
    expect((await c.texts(one.conversation_id)).join()).toBe(left ?? '');
    expect(await kinds(one.conversation_id)).toEqual(lines);
    // The index and the relay follow within seconds.
    await eventually(async () => (await copies(one.word)).length === 0);
  });

  it('take the versions and parts of a message along', async () => {
    const chat_id = newChat();
    const { conversation_id } = await c.ping({ chat_id, message: says('user', 'Tuesday', 'e1') });
    await c.ping({ chat_id, message: says('user', 'x'.repeat(20_000), 'e1') });
    const { message_id } = await c.ping({ chat_id, message: says('user', 'Wednesday', 'e1') });
    await remove(conversation_id, message_id).expect(204);
    expect(await c.texts(conversation_id)).toEqual([]);
    expect(await c.get(conversation_id)).toMatchObject({ unread_count: 0, last_message_preview: null });
  });

  it('do not come back with a repeat, whatever its text and key, and the chat goes on', async () => {
    const { conversation_id, chat_id, ids } = await said();
    await remove(conversation_id, ids[1]!).expect(204);
    const before = await c.get(conversation_id);
    const { body: made } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: `second agent ${chat_id}`, scopes: ['agent'] })
      .expect(201);
    const other = { 'x-api-key': (made as { key: string }).key };
    const known = { message_id: null, known: 'erased', status: 'open' };
    for (const text of ['Card 5555', 'another text'])
      expect(await c.ping({ chat_id, message: says('user', text, 'e2') })).toMatchObject(known);
    const again = await c
      .send({ chat_id, message: says('user', 'Card 5555', 'e2') })
      .set(other)
      .expect(200);
    expect(again.body as PingResultDto).toMatchObject(known);
    expect(await c.get(conversation_id)).toMatchObject({
      unread_count: before.unread_count,
      last_message_preview: 'Hello',
      status: before.status,
    });
    await c.post(conversation_id, 'takeover').expect(200);
    expect(await c.ping({ chat_id, message: says('assistant', 'x', 'e2') })).toMatchObject({
      known: 'erased',
    });
    const { message_id, ...rest } = await c.ping({ chat_id, message: says('user', 'Good day', 'e3') });
    expect([typeof message_id, 'known' in rest]).toEqual(['number', false]);
    expect(await c.texts(conversation_id)).toEqual(['Hello', 'Good day']);
    const { rows } = await t.memory.query<object>('select * from erased_message_ids');
    expect(JSON.stringify(rows)).not.toContain(chat_id);
  });

  it.each([
    ['delivered', 'of its chat', true, false],
    ['being sent', 'of its own', false, false],
    ['taken back', 'of its own', false, true],
  ])(
    'of a reply that was %s do not come back with its retry after an erasure %s',
    async (_, of, delivered, taken) => {
      const { chat_id, conversation_id } = await c.begin();
      await c.post(conversation_id, 'takeover').expect(200);
      const reply = () => c.reply(conversation_id, 'Yes').set('Idempotency-Key', 'lost answer');
      const id = (await reply().expect(201)).body.id as number;
      await c.ping({ chat_id });
      if (delivered) await c.ping({ chat_id, delivered: [id] });
      if (taken) await remove(conversation_id, id, admin).expect(200);
      await erase(of === 'of its chat' ? { kind: 'chat', id: chat_id } : { kind: 'chat_message', id });
      expectProblem(await reply(), 409, 'idempotency_key_reused');
      expect((await c.ping({ chat_id })).deliver).toEqual([]);
      expect(await c.texts(conversation_id)).not.toContain('Yes');
      const { rows } = await t.memory.query<object>('select * from erased_message_ids');
      expect(JSON.stringify(rows)).not.toContain('lost answer');
      await c.reply(conversation_id, 'Yes').set('Idempotency-Key', 'another').expect(201);
    },
  );

  describe('of a reply that the agent is sending', () => {
    interface Sending {
      chat_id: string;
      conversation_id: string;
      id: number;
      word: string;
    }

    async function sending(takenBack = false): Promise<Sending> {
      const word = `canary${randomUUID().replaceAll('-', '')}`;
      const { chat_id, conversation_id } = await c.begin();
      await c.post(conversation_id, 'takeover').expect(200);
      const id = (await c.reply(conversation_id, `Yes ${word}`).expect(201)).body.id as number;
      expect((await c.ping({ chat_id })).deliver).toMatchObject([{ id }]);
      if (takenBack) await remove(conversation_id, id, admin).expect(200);
      return { chat_id, conversation_id, id, word };
    }

    const confirmations = async (id: string) =>
      (
        await t.panel.query<object>(
          `select key_name, at, details from audit_events
           where action = 'conversation.erased_reply_delivered' and object = $1`,
          [`conversation:${id}`],
        )
      ).rows;
    const linesOf = async (id: string) =>
      (await c.messages(id)).events.filter(({ kind }) => kind === 'erased_reply_delivered');

    it.each([
      ['of its own', false],
      ['of its own, after it was taken back', true],
      ['of its chat', false],
      ['of its chat, after it was taken back', true],
      ['by the retention', false],
    ])('come back by no confirmation after an erasure %s, which is noted once', async (how, takenBack) => {
      const { chat_id, conversation_id, id, word } = await sending(takenBack);
      if (how === 'by the retention') {
        // What waits for the team stays.
        await c.post(conversation_id, 'handback').send({ leave_undelivered: true }).expect(200);
        await t.memory.query(`update chat_history set timestamp = now() - interval '6 days' where id = $1`, [
          id,
        ]);
        await t.app.get(RetentionService).removeOld();
      } else
        await erase(
          how.startsWith('of its chat') ? { kind: 'chat', id: chat_id } : { kind: 'chat_message', id },
        );
      expect(await linesOf(conversation_id)).toEqual([]);
      for (let times = 0; times < 2; times++) {
        expect((await c.ping({ chat_id, delivered: [id, 1, 2 ** 40] })).deliver).toEqual([]);
        expect(await linesOf(conversation_id)).toMatchObject([
          { by: { id: null, name: 'AGENT_API_KEY' }, details: { message_ids: `${id}` } },
        ]);
      }
      expect(await confirmations(conversation_id)).toEqual([
        { key_name: 'AGENT_API_KEY', at: expect.any(Date), details: { message_ids: `${id}` } },
      ]);
      expect((await c.texts(conversation_id)).join()).not.toContain(word);
      // Copies are found by the time of the message, which the retention was given here.
      if (how !== 'by the retention') await eventually(async () => (await copies(word)).length === 0);
    });

    it('are gone or delivered where the confirmation comes at the same moment, and the record says which', async () => {
      for (let round = 0; round < rounds(6, 60); round++) {
        const { chat_id, conversation_id, id, word } = await sending(round % 2 === 1);
        await Promise.all([erase({ kind: 'chat', id: chat_id }), c.ping({ chat_id, delivered: [id] })]);
        await c.ping({ chat_id, delivered: [id] });
        expect(await c.texts(conversation_id)).toEqual([]);
        expect((await linesOf(conversation_id)).length).toBe((await confirmations(conversation_id)).length);
        const { rows } = await t.memory.query('select from erased_replies where id = $1', [id]);
        expect(rows).toEqual([]);
        await eventually(async () => (await copies(word)).length === 0);
      }
    });

    it('are gone where it is taken back at the same moment', async () => {
      for (let round = 0; round < rounds(6, 60); round++) {
        const { chat_id, conversation_id, id, word } = await sending();
        await Promise.all([erase({ kind: 'chat', id: chat_id }), remove(conversation_id, id, admin)]);
        await eventually(async () => (await copies(word)).length === 0);
      }
    });

    it('are confirmed in the record by the job where the process stopped before', async () => {
      const { chat_id, conversation_id, id } = await sending();
      await erase({ kind: 'chat_message', id });
      const follow = jest.spyOn(t.app.get(ErasedWordsRepository), 'follow');
      follow.mockRejectedValueOnce(new Error('away'));
      await c.ping({ chat_id, delivered: [id] });
      follow.mockRestore();
      expect(await linesOf(conversation_id)).toEqual([]);
      for (let times = 0; times < 2; times++) await job();
      expect(await linesOf(conversation_id)).toHaveLength(1);
      expect(await confirmations(conversation_id)).toHaveLength(1);
    });

    it('are in no record where the id is of another chat, or of no reply that was sent', async () => {
      const { conversation_id, id } = await sending();
      await erase({ kind: 'chat_message', id });
      const other = await c.begin();
      await c.post(other.conversation_id, 'takeover').expect(200);
      const unsent = (await c.reply(other.conversation_id, 'Later').expect(201)).body.id as number;
      await erase({ kind: 'chat_message', id: unsent });
      await c.ping({ chat_id: other.chat_id, delivered: [id, unsent, 2 ** 40] });
      for (const one of [conversation_id, other.conversation_id]) {
        expect(await linesOf(one)).toEqual([]);
        expect(await confirmations(one)).toEqual([]);
      }
    });
  });

  it('that their author takes back before they come are not stored, and open and count nothing', async () => {
    const { chat_id, conversation_id } = await c.begin();
    await c.patch(conversation_id, { status: 'closed' }).expect(200);
    const deleted = { external_id: 'later', deleted: true };
    expect(await c.ping({ chat_id, message: deleted })).toMatchObject({ message_id: null, known: 'erased' });
    await c.ping({ chat_id, message: says('user', 'too late', 'later') });
    expect(await c.get(conversation_id)).toMatchObject({ status: 'closed', unread_count: 0 });
    expect(await c.texts(conversation_id)).toEqual(['Hello']);
    expect(await kinds(conversation_id)).toEqual(['status_changed']);
  });

  it('are taken back by the key alone that reported them, and never those of the team', async () => {
    const { chat_id, conversation_id } = await c.begin(newChat(), { message: says('user', 'Hello', 'e1') });
    const { body: made } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: `other agent ${chat_id}`, scopes: ['agent'] })
      .expect(201);
    const ping = { chat_id, message: { external_id: 'e1', deleted: true } };
    const answer = await c
      .send(ping)
      .set({ 'x-api-key': (made as { key: string }).key })
      .expect(200);
    expect(answer.body).not.toHaveProperty('known');
    await c.ping({ chat_id, message: says('user', 'Hello, corrected', 'e1') });
    expect(await c.texts(conversation_id)).toEqual(['Hello', 'Hello, corrected']);
  });

  it('of one key leave those of another under the same id, which it corrects as before', async () => {
    const { chat_id, conversation_id } = await c.begin(newChat(), {
      message: says('user', 'By the first', 'e1'),
    });
    const { body: made } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: `second agent ${chat_id}`, scopes: ['agent'] })
      .expect(201);
    const byOther = async (message: object) =>
      (
        await c
          .send({ chat_id, message })
          .set({ 'x-api-key': (made as { key: string }).key })
          .expect(200)
      ).body as PingResultDto;
    const second = says('user', 'By the second', 'e1');
    const { message_id } = await byOther(second);
    await c.ping({ chat_id, message: { external_id: 'e1', deleted: true } });
    expect(await c.texts(conversation_id)).toEqual(['By the second']);
    expect((await byOther(second)).message_id).toBe(message_id);
    await byOther(says('user', `By the second, ${'long '.repeat(5_000)}`, 'e1'));
    expect(await c.texts(conversation_id)).toHaveLength(3);
    expect(await c.ping({ chat_id, message: says('user', 'By the first', 'e1') })).toMatchObject({
      known: 'erased',
    });
    await byOther({ external_id: 'e1', deleted: true });
    expect(await c.texts(conversation_id)).toEqual([]);
    expect(await byOther(second)).toMatchObject({ message_id: null, known: 'erased' });
  });

  it.each([
    [{ deleted: true }, 'message.external_id'],
    [{ external_id: 'e', deleted: true, role: 'user' }, 'message.role'],
    [{ external_id: 'e', deleted: true, text: 'x' }, 'message.text'],
    [{ external_id: 'e', text: 'x' }, 'message.role'],
    [{ external_id: 'e', role: 'user', deleted: 'yes' }, 'message.deleted'],
  ])('are not taken back by %j', async (message, field) => {
    const answer = await c.send({ chat_id: newChat(), message });
    expectProblem(answer, 400, 'invalid_request');
    expect(answer.body.errors[0].field).toBe(field);
  });

  it('are erased by users alone, in a colleague’s conversation by force alone', async () => {
    const { conversation_id, ids } = await said();
    const { body: made } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: `integrator ${conversation_id}`, scopes: ['panel:read', 'panel:write'] })
      .expect(201);
    const path = `${MESSAGES}/${conversation_id}/messages/${ids[1]}`;
    const byKey = await t.http.delete(path).set({ 'x-api-key': (made as { key: string }).key });
    expectProblem(byKey, 403, 'forbidden');
    const viewer = await signIn(t, { role: 'viewer' });
    expectProblem(await remove(conversation_id, ids[1]!, viewer), 403, 'forbidden');
    await c.post(conversation_id, 'takeover').expect(200);
    expectProblem(await remove(conversation_id, ids[1]!), 409, 'taken_by');
    await t.http.delete(`${path}?force=true`).set(operator.bearer).expect(204);
    expect((await c.get(conversation_id)).last_message_preview).toBe('Hello');
    const { rows } = await t.panel.query<{ details: object }>(
      `select user_id, details from audit_events where action = 'conversation.message_erased' and object = $1`,
      [`conversation:${conversation_id}`],
    );
    expect(rows).toEqual([{ user_id: operator.id, details: { message_id: ids[1] } }]);
  });

  it('are not restored by a ping that read the chat before', async () => {
    const { chat_id, conversation_id, ids } = await said();
    const messages = t.app.get(ChatMessagesService, { strict: false });
    const read = messages.catchUp.bind(messages);
    jest.spyOn(messages, 'catchUp').mockImplementationOnce(async (...chat) => {
      const caughtUp = await read(...chat);
      await erase({ kind: 'chat_message', id: ids[1] });
      return caughtUp;
    });
    await c.ping({ chat_id, needs_human: true });
    const after = { last_message_preview: 'Hello', unread_count: 1, status: 'needs_human' };
    expect(await c.get(conversation_id)).toMatchObject(after);
  });

  it('keep no ping waiting where the memory was restored from before their erasure', async () => {
    const { chat_id, conversation_id } = await said();
    await t.panel.query('update conversations set erased_to = 1000000 where id = $1', [conversation_id]);
    await c.ping({ chat_id, message: says('user', 'After', 'e3') });
    expect((await c.get(conversation_id)).last_message_preview).toBe('After');
  });

  it('are erased by the job where the panel’s database failed, once', async () => {
    const { conversation_id, word, ids } = await said();
    const follow = jest.spyOn(t.app.get(ErasedWordsRepository), 'follow');
    follow.mockRejectedValueOnce(new Error('away'));
    await remove(conversation_id, ids[1]!).expect(204);
    expect((await c.get(conversation_id)).last_message_preview).toContain(word);
    for (let times = 0; times < 2; times++) {
      await job();
      expect(await c.get(conversation_id)).toMatchObject({ last_message_preview: 'Hello', unread_count: 1 });
      expect(await kinds(conversation_id)).toEqual(['message_erased']);
    }
    follow.mockRestore();
    expect((await t.memory.query('select from chat_erasures where chat_id is not null')).rowCount).toBe(0);
  });

  it('of before the update are erased once', async () => {
    const fallen = await said();
    const whole = await said();
    await t.memory.query('delete from chat_history where id = $1', [fallen.ids[1]]);
    await t.panel.query('update erased_words_check set is_done = false, checked_to = null');
    const { updated_at } = await c.get(whole.conversation_id);
    await job();
    expect(await c.get(fallen.conversation_id)).toMatchObject({
      last_message_preview: 'Hello',
      unread_count: 1,
    });
    expect((await c.get(whole.conversation_id)).updated_at).toBe(updated_at);
    await eventually(async () => (await copies(fallen.word)).length === 0);
    expect(await copies(whole.word)).toContain('public.hook_deliveries');
    const { rows } = await t.panel.query('select is_done from erased_words_check');
    expect(rows).toEqual([{ is_done: true }]);
  });
});
