import { get as request, type IncomingMessage } from 'node:http';
import type { ConversationMessageDto, DeliveriesDto } from '@groupless/shared-dto';
import { MessageDeliveriesService } from '../../../src/conversations/message-deliveries/message-deliveries.service';
import { ChatMessagesService } from '../../../src/memory/chats/chat-messages.service';
import { WaitingRepliesRepository } from '../../../src/memory/chats/replies/waiting-replies.repository';
import { AS_AGENT, Conversations } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce, eventually } from '../../harness/data/times';

const PATH = '/api/conversations/deliveries';

describe('GET /api/conversations/deliveries', () => {
  let here: ServedApp;
  let there: ServedApp;
  let admin: SignedInUser;
  let c: Conversations;
  beforeAll(async () => {
    here = await startServedApp();
    there = await startServedApp({ urls: here.urls });
    admin = await signIn(here);
    c = new Conversations(here, admin);
  });
  afterEach(() =>
    here.memory.query('update chat_history set delivered_at = now() where delivered_at is null'),
  );
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  async function takenOver() {
    const begun = await c.begin();
    await c.post(begun.conversation_id, 'takeover').expect(200);
    return begun;
  }

  async function deliveries(app: ServedApp, wait: number): Promise<DeliveriesDto> {
    const { body } = await app.http.get(PATH).query({ wait }).set(AS_AGENT).expect(200);
    return body as DeliveriesDto;
  }

  /** How many requests wait in a replica. */
  function waiting(app: ServedApp): number {
    const { replies } = app.app.get<unknown, { replies: NodeJS.EventEmitter }>(MessageDeliveriesService, {
      strict: false,
    });
    return replies.listenerCount('reply');
  }

  it('leaves out a chat whose id is a placeholder of an older version: no ping could confirm its reply', async () => {
    const { conversation_id, chat_id } = await takenOver();
    await c.reply(conversation_id, 'Yours');
    await here.panel.query(`update conversations set chat_id = 'n8n:undefined' where id = $1`, [
      conversation_id,
    ]);
    await here.memory.query(`update chat_history set chat_id = 'n8n:undefined' where chat_id = $1`, [
      chat_id,
    ]);
    expect(await deliveries(here, 0)).toEqual({ items: [] });
  });

  it('offers the replies of all chats until a ping confirms them', async () => {
    const [first, second] = [await takenOver(), await takenOver()];
    const { body: one } = await c.reply(first.conversation_id, 'One').expect(201);
    const { body: two } = await c.reply(second.conversation_id, 'Two').expect(201);
    const { body: three } = await c.reply(first.conversation_id, 'Three').expect(201);
    const expected = {
      items: [
        {
          chat_id: first.chat_id,
          channel: 'chat',
          conversation_id: first.conversation_id,
          takeover: true,
          deliver: [
            { id: one.id, text: 'One', timestamp: one.timestamp },
            { id: three.id, text: 'Three', timestamp: three.timestamp },
          ],
        },
        {
          chat_id: second.chat_id,
          channel: 'chat',
          conversation_id: second.conversation_id,
          takeover: true,
          deliver: [{ id: two.id, text: 'Two', timestamp: two.timestamp }],
        },
      ],
    };
    expect(await deliveries(here, 0)).toEqual(expected);
    expect(await deliveries(there, 30)).toEqual(expected);
    await c.ping({ chat_id: first.chat_id, delivered: [one.id as number, three.id as number] });
    await c.post(second.conversation_id, 'handback').send({ leave_undelivered: true }).expect(200);
    expect((await deliveries(here, 0)).items).toEqual([{ ...expected.items[1], takeover: false }]);
    await c.ping({ chat_id: second.chat_id, delivered: [two.id as number] });
    expect(await deliveries(here, 0)).toEqual({ items: [] });
  });

  describe('what was handed out is being sent', () => {
    const take = (id: string, message: number) =>
      here.http.delete(`/api/conversations/${id}/messages/${message}`).set(admin.bearer);
    const messageOf = async (id: string, message: number) =>
      (await c.messages(id)).items.find((one) => one.id === message);
    const search = async (path: string, key: Record<string, string>) =>
      JSON.stringify((await here.http.get(path).set(key).expect(200)).body);

    async function written(text = 'POSITIVE') {
      const chat = await takenOver();
      const { body } = await c.reply(chat.conversation_id, text).expect(201);
      return { ...chat, id: body.id as number, row: body as ConversationMessageDto };
    }

    it.each([
      ['a poll', () => deliveries(here, 0)],
      ['a ping', ({ chat_id }: { chat_id: string }) => c.ping({ chat_id })],
    ])('by %s, and taking it back says that the customer may have it', async (_, hand) => {
      const { chat_id, conversation_id, id, row } = await written();
      expect(row).toMatchObject({ sending: false, taken_back_at: null });
      for (let times = 0; times < 2; times++) {
        expect(JSON.stringify(await hand({ chat_id }))).toContain('POSITIVE');
        expect(await messageOf(conversation_id, id)).toMatchObject({ sending: true, delivered_at: null });
      }
      expect((await take(conversation_id, id).expect(200)).body).toEqual({ may_have_been_sent: true });
      expect(await messageOf(conversation_id, id)).toMatchObject({
        message: 'POSITIVE',
        author: row.author,
        sending: true,
        delivered_at: null,
        taken_back_at: expect.any(String),
      });
      expect(await deliveries(here, 0)).toEqual({ items: [] });
      expect((await c.ping({ chat_id })).deliver).toEqual([]);
      expect(await c.get(conversation_id)).toMatchObject({ last_message_preview: 'Hello' });
      // In nothing that a model or a program of the platform reads, and in no search.
      const memory = {};
      const history = await here.webhook('chat-history');
      expect(await search(`${history}?chat_id=${chat_id}`, memory)).not.toContain('POSITIVE');
      for (const path of ['/api/memory/search?q=POSITIVE', '/api/conversations/messages?q=POSITIVE'])
        expect(await search(path, admin.bearer)).not.toContain(chat_id);

      await c.ping({ chat_id, delivered: [id] });
      expect(await messageOf(conversation_id, id)).toMatchObject({
        message: 'POSITIVE',
        author: row.author,
        sending: false,
        delivered_at: expect.any(String),
        taken_back_at: expect.any(String),
      });
      expect(await c.get(conversation_id)).toMatchObject({ last_message_preview: 'POSITIVE' });
      expect(await search(`${history}?chat_id=${chat_id}`, memory)).toContain('POSITIVE');
      expectProblem(await take(conversation_id, id), 409, 'already_delivered');
    });

    it('not before, so it is surely taken back, and people see it struck out', async () => {
      const { chat_id, conversation_id, id } = await written();
      await take(conversation_id, id).expect(204);
      expect((await c.ping({ chat_id })).deliver).toEqual([]);
      expect(await messageOf(conversation_id, id)).toMatchObject({ taken_back_at: expect.any(String) });
      const older = await c.messages(conversation_id, { before: id, limit: 1 });
      expect(older.items.map(({ message }) => message)).toEqual(['Hello']);
      await c.ping({ chat_id, delivered: [id] });
      expect(await messageOf(conversation_id, id)).toMatchObject({ delivered_at: null });
    });

    it.each([
      [['agent', 'memory', 'panel:read'], false],
      [['agent', 'panel:read'], false],
      [['memory', 'panel:read'], false],
      [['panel:read'], true],
    ])('and what was taken back is shown to a key of %j: %s', async (scopes, isShown) => {
      const { conversation_id, id } = await written();
      await take(conversation_id, id).expect(204);
      const { body } = await here.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name: `reader ${conversation_id}`, scopes })
        .expect(201);
      const key = { 'x-api-key': (body as { key: string }).key };
      const path = `/api/conversations/${conversation_id}/messages`;
      expect((await search(path, key)).includes('POSITIVE')).toBe(isShown);
    });

    it('only where that was written down', async () => {
      const { conversation_id, id } = await written();
      const replies = here.app.get(WaitingRepliesRepository, { strict: false });
      const mark = replies.handOut.bind(replies);
      jest.spyOn(replies, 'handOut').mockImplementationOnce(async (...marked) => {
        await take(conversation_id, id).expect(204);
        return mark(...marked);
      });
      expect(await deliveries(here, 0)).toEqual({ items: [] });
    });

    it('once, where the reply is sent again after it was taken back', async () => {
      const { chat_id, conversation_id } = await takenOver();
      const reply = () => c.reply(conversation_id, 'Yes').set('Idempotency-Key', 'lost answer');
      const { body } = await reply().expect(201);
      await take(conversation_id, body.id as number).expect(204);
      expect((await reply().expect(200)).body).toMatchObject({
        id: body.id,
        taken_back_at: expect.any(String),
      });
      expect((await c.ping({ chat_id })).deliver).toEqual([]);
    });

    it('and is confirmed without its words where an admin erased it', async () => {
      const { chat_id, conversation_id, id } = await written();
      await deliveries(here, 0);
      await take(conversation_id, id).expect(200);
      const erased = { kind: 'chat_message', id };
      await here.http.post('/api/memory/erase').set(admin.bearer).send(erased).expect(204);
      await c.ping({ chat_id, delivered: [id] });
      expect(await c.texts(conversation_id)).toEqual(['Hello']);
    });
  });

  it('answers who waits as soon as a reply is written, on each replica', async () => {
    const chat = await takenOver();
    const waits = [deliveries(here, 30), deliveries(there, 30)];
    await eventually(() => waiting(here) === 1 && waiting(there) === 1);
    const { body: reply } = await c.reply(chat.conversation_id, 'Yes').expect(201);
    const writtenMs = performance.now();
    for (const { items } of await Promise.all(waits))
      expect(items.map(({ deliver }) => deliver.map(({ id }) => id))).toEqual([[reply.id]]);
    // Long before the end of their wait, however busy the machine is.
    expect(performance.now() - writtenMs).toBeLessThan(10_000);
    expect([waiting(here), waiting(there)]).toEqual([0, 0]);
  });

  it('answers with nothing when the time is over', async () => {
    expect(await deliveries(here, 1)).toEqual({ items: [] });
    expect(waiting(here)).toBe(0);
  });

  it('looks once at the beginning and once at the end of an idle wait', async () => {
    const looks = jest.spyOn(there.app.get(ChatMessagesService, { strict: false }), 'listWaiting');
    expect(await deliveries(there, 2)).toEqual({ items: [] });
    expect(looks).toHaveBeenCalledTimes(2);
    looks.mockRestore();
  });

  it('frees everything of a caller who hangs up', async () => {
    const call = request({ port: here.own_port, path: `${PATH}?wait=30`, headers: AS_AGENT });
    const hungUp = new Promise<IncomingMessage | Error>((resolve) => call.once('error', resolve));
    await eventually(() => waiting(here) === 1);
    call.destroy();
    await hungUp;
    await eventually(() => waiting(here) === 0);
  });

  it('gives a key that was revoked while it waited no reply', async () => {
    const { body } = await here.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: 'agent that leaves', scopes: ['agent'] })
      .expect(201);
    const { id, key } = body as { id: string; key: string };
    const chat = await takenOver();
    const answer = there.http
      .get(PATH)
      .query({ wait: 30 })
      .set({ 'x-api-key': key })
      .then((one) => one);
    await eventually(() => waiting(there) === 1);
    await here.http.delete(`/api/settings/keys/${id}`).set(admin.bearer).expect(204);
    await c.reply(chat.conversation_id, 'Secret').expect(201);
    expectProblem(await answer, 401, 'invalid_api_key');
  });

  it('misses no reply that is written while it begins to wait', async () => {
    const chat = await takenOver();
    for (let round = 0; round < 20; round++) {
      const [{ items }, { body: reply }] = await Promise.all([
        deliveries(there, 30),
        c.reply(chat.conversation_id, `Round ${round}`).expect(201),
      ]);
      expect(items[0]?.deliver.map(({ id }) => id)).toEqual([reply.id]);
      await c.ping({ chat_id: chat.chat_id, delivered: [reply.id as number] });
    }
  });

  it('offers new replies past any number of old ones that nobody confirms', async () => {
    await here.memory.query(`
      insert into chat_history (chat_id, role, message, written_in)
      select 'stuck-' || n % 700, 'operator', 'Old', 'panel' from generate_series(1, 3000) n`);
    const chat = await takenOver();
    await c.reply(chat.conversation_id, 'New').expect(201);
    const { items } = await deliveries(here, 0);
    expect(items.map(({ chat_id }) => chat_id)).toEqual([chat.chat_id]);
  });

  it.each(['31', '-1', '1.5', 'soon'])('refuses wait=%s', async (wait) => {
    const answer = await here.http.get(PATH).query({ wait }).set(AS_AGENT);
    expectProblem(answer, 400, 'invalid_request');
    expect(refusedFields(answer).map(([field]) => field)).toEqual(['wait']);
  });

  it('refuses more requests that wait than a process takes', async () => {
    const abort = new AbortController();
    const url = `http://127.0.0.1:${here.own_port}${PATH}?wait=30`;
    const waits = atOnce(100, () =>
      fetch(url, { headers: AS_AGENT, signal: abort.signal }).catch(() => null),
    );
    await eventually(() => waiting(here) === 100);
    expectProblem(await here.http.get(PATH).query({ wait: 1 }).set(AS_AGENT), 503, 'overloaded');
    expect(await deliveries(here, 0)).toEqual({ items: [] });
    abort.abort();
    await waits;
    await eventually(() => waiting(here) === 0);
  });

  it('answers those who wait when the server stops', async () => {
    const third = await startServedApp({ urls: here.urls });
    const wait = deliveries(third, 30);
    await eventually(() => waiting(third) === 1);
    await third.close();
    expect(await wait).toEqual({ items: [] });
  });
});
