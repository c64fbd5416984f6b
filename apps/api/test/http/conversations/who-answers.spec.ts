import type {
  ConversationDto,
  ConversationMessageDto,
  DashboardDto,
  PageDto,
  ProblemDto,
} from '@groupless/shared-dto';
import { AgentAbsenceService } from '../../../src/conversations/agent-absence/agent-absence.service';
import { AS_AGENT, Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const MINUTE_MS = 60_000;

describe('who answers', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let rita: SignedInUser;
  let olaf: SignedInUser;
  let byAdmin: Conversations;
  let byRita: Conversations;
  let byOlaf: Conversations;
  beforeAll(async () => {
    t = await sharedApp();
    [admin, rita, olaf] = [
      await signIn(t),
      await signIn(t, { role: 'operator' }),
      await signIn(t, { role: 'operator' }),
    ];
    [byAdmin, byRita, byOlaf] = [admin, rita, olaf].map((user) => new Conversations(t, user)) as [
      Conversations,
      Conversations,
      Conversations,
    ];
  });
  afterEach(() => t.clock.set(new Date()));
  afterAll(() => t.close());

  const kinds = async (id: string) => (await byAdmin.messages(id)).events.map(({ kind }) => kind);

  async function taken(by = byRita) {
    const begun = await byAdmin.begin();
    await by.post(begun.conversation_id, 'takeover').expect(200);
    return begun.conversation_id;
  }

  describe('of two colleagues', () => {
    it('is the one who took it over: the other is told who it is, and since when', async () => {
      const id = await taken();
      const since = (await byAdmin.get(id)).assigned_at;
      const attempts = [byOlaf.post(id, 'takeover'), byOlaf.post(id, 'handback'), byOlaf.reply(id, 'Me too')];
      for (const answer of await Promise.all(attempts)) {
        expectProblem(answer, 409, 'taken_by');
        expect(answer.body as ProblemDto).toMatchObject({ id: rita.id, name: 'The operator', since });
      }
      expect((await byAdmin.get(id)).assigned_to?.id).toBe(rita.id);
      expect(await byAdmin.texts(id)).toEqual(['Hello']);
      await byRita.post(id, 'takeover').expect(200);
      await byRita.reply(id, 'It is me').expect(201);
    });

    it.each(['takeover', 'reply'] as const)('is the other one after a %s by force', async (how) => {
      const id = await taken();
      const forced = t.http
        .post(`/api/conversations/${id}/${how === 'reply' ? 'messages' : how}`)
        .set(olaf.bearer)
        .send({ force: true, ...(how === 'reply' && { text: 'I go on' }) });
      expect((await forced).status).toBe(how === 'reply' ? 201 : 200);
      expect((await byAdmin.get(id)).assigned_to?.id).toBe(olaf.id);
      expectProblem(await byRita.reply(id, 'I was not done'), 409, 'taken_by');
      const line = (await byAdmin.messages(id)).events.at(-1);
      expect(line).toMatchObject({
        kind: 'taken_over',
        by: { id: olaf.id },
        details: { before_name: 'The operator' },
      });
    });

    describe('stays so whatever the other one tries with force: false', () => {
      const url = (id: string, path = '') => `/api/conversations/${id}${path}`;
      const ways: Record<string, (id: string, force: boolean, reply: number) => Promise<{ status: number }>> =
        {
          ...Object.fromEntries(
            (['open', 'needs_human', 'closed'] as const).map((status) => [
              `the status ${status}`,
              async (id: string, force: boolean) =>
                t.http.patch(url(id)).set(olaf.bearer).send({ status, force, leave_undelivered: force }),
            ]),
          ),
          'an assignment to nobody': async (id, force) =>
            t.http
              .post(url(id, '/assign'))
              .set(olaf.bearer)
              .send({ user_id: null, force, leave_undelivered: force }),
          'an assignment to himself': async (id, force) =>
            t.http
              .post(url(id, '/assign'))
              .set(olaf.bearer)
              .send({ user_id: olaf.id, force, leave_undelivered: force }),
          'the deletion of a reply': async (id, force, reply) =>
            t.http
              .delete(url(id, `/messages/${reply}`))
              .query({ force })
              .set(olaf.bearer),
        };

      it.each(Object.entries(ways))('%s', async (_, attempt) => {
        const id = await taken();
        const { body } = await byRita.reply(id, 'At three').expect(201);
        const reply = (body as { id: number }).id;
        const before = await byAdmin.get(id);
        const refused = await attempt(id, false, reply);
        expectProblem(refused as never, 409, 'taken_by');
        expect((refused as unknown as { body: ProblemDto }).body).toMatchObject({
          ...{ id: rita.id, name: 'The operator', since: before.assigned_at },
        });
        expect(await byAdmin.get(id)).toEqual(before);
        expect(await byAdmin.texts(id)).toEqual(['Hello', 'At three']);
        expect((await attempt(id, true, reply)).status).toBeLessThan(300);
        expect(await byAdmin.get(id)).not.toEqual(before);
      });

      it('but not where nothing is said of force, as before', async () => {
        const id = await taken();
        await byOlaf.assign(id, null).expect(200);
        await byRita.assign(id, rita.id).expect(200);
        await byOlaf.patch(id, { status: 'closed' }).expect(200);
      });

      it('but who has it does all of that without, and others where nobody has it', async () => {
        for (const by of [byRita, byOlaf]) {
          const id = await taken();
          if (by === byOlaf) await byRita.assign(id, null).expect(200);
          const { body } = await by.reply(id, 'At three').expect(201);
          const user = by === byRita ? rita : olaf;
          await t.http
            .delete(url(id, `/messages/${(body as { id: number }).id}`))
            .set(user.bearer)
            .expect(204);
          await by.patch(id, { client_id: null }).expect(200);
          await by.patch(id, { status: 'closed' }).expect(200);
        }
      });
    });

    it('is the same person again, from nobody', async () => {
      const id = await taken();
      await byRita.post(id, 'handback').expect(200);
      await byRita.post(id, 'takeover').expect(200);
      const { events } = await byAdmin.messages(id);
      expect(events.at(-1)).toMatchObject({ kind: 'taken_over', details: { before_name: null } });
    });

    it('is the agent after a hand-back by force, and each change of hands is a line', async () => {
      const id = await taken();
      const { body } = await t.http
        .post(`/api/conversations/${id}/handback`)
        .set(olaf.bearer)
        .send({ force: true })
        .expect(200);
      expect((body as ConversationDto).status).toBe('open');
      await byAdmin.patch(id, { status: 'closed' }).expect(200);
      expect(await kinds(id)).toEqual(['taken_over', 'handed_back', 'status_changed']);
    });
  });

  describe('while the customer has not got a reply', () => {
    const ways = {
      handback: (id: string, meant: object) => byRita.post(id, 'handback').send(meant),
      closing: (id: string, meant: object) => byRita.patch(id, { status: 'closed', ...meant }),
      opening: (id: string, meant: object) => byRita.patch(id, { status: 'open', ...meant }),
      assigning: (id: string, meant: object) =>
        t.http
          .post(`/api/conversations/${id}/assign`)
          .set(rita.bearer)
          .send({ user_id: null, ...meant }),
    };

    it.each(Object.entries(ways))('is left by %s where that is meant alone', async (way, leave) => {
      const id = await taken();
      const { chat_id } = await byRita.get(id);
      const { body: reply } = await byRita.reply(id, 'At ten').expect(201);
      const { id: message_id, timestamp } = reply as ConversationMessageDto;
      const asked = way === 'handback' || way === 'assigning' ? {} : { force: false };
      const refused = await leave(id, asked);
      expectProblem(refused, 409, 'reply_undelivered');
      expect((refused.body as ProblemDto).replies).toEqual([
        { id: message_id, since: timestamp, sending: false },
      ]);
      expect(await byRita.get(id)).toMatchObject({ status: 'human', assigned_to: { id: rita.id } });
      // It is being sent from here on, which changes nothing.
      await byRita.ping({ chat_id });
      expect((await leave(id, asked)).body).toMatchObject({ replies: [{ sending: true }] });
      await leave(id, { ...asked, leave_undelivered: true }).expect(200);
      expect((await byRita.ping({ chat_id })).deliver).toMatchObject([{ id: message_id }]);
    });

    it.each(Object.entries(ways))('is left by %s once it was confirmed or taken back', async (_, leave) => {
      const id = await taken();
      const { chat_id } = await byRita.get(id);
      const { body: first } = await byRita.reply(id, 'At ten').expect(201);
      const { body: second } = await byRita.reply(id, 'At eleven').expect(201);
      await byRita.ping({ chat_id, delivered: [(first as ConversationMessageDto).id] });
      const address = `/api/conversations/${id}/messages/${(second as ConversationMessageDto).id}`;
      await t.http.delete(address).set(rita.bearer);
      await leave(id, { force: false }).expect(200);
    });

    it('is handed back by force by who has it, and closed by programs that say nothing of it', async () => {
      const [own, closed] = [await taken(), await taken()];
      await byRita.reply(own, 'At ten').expect(201);
      await byRita.reply(closed, 'At ten').expect(201);
      await byRita.post(own, 'handback').send({ force: true }).expect(200);
      await byRita.patch(closed, { status: 'closed' }).expect(200);
    });

    it('tells the agent that it has to be delivered first', async () => {
      const id = await taken();
      const { chat_id } = await byRita.get(id);
      await byRita.reply(id, 'At ten').expect(201);
      await byRita.post(id, 'handback').send({ leave_undelivered: true }).expect(200);
      const answered = await byRita.ping({ chat_id, message: says('assistant', 'Ten is taken') });
      expect(answered).toMatchObject({ deliver_first: true, deliver: [{ text: 'At ten' }] });
      const delivered = answered.deliver.map(({ id }) => id);
      const after = await byRita.ping({ chat_id, message: says('assistant', 'See you'), delivered });
      expect(after).not.toHaveProperty('deliver_first');
    });
  });

  describe('where somebody leaves', () => {
    const leave: Record<string, (user: SignedInUser) => Promise<unknown>> = {
      'is switched off': ({ id }) =>
        t.http.patch(`/api/users/${id}`).set(admin.bearer).send({ is_active: false }).expect(200),
      'is a viewer from now on': ({ id }) =>
        t.http.patch(`/api/users/${id}`).set(admin.bearer).send({ role: 'viewer' }).expect(200),
      'is deleted': ({ id }) => t.http.delete(`/api/users/${id}`).set(admin.bearer).expect(204),
    };

    it.each(Object.entries(leave))('who %s, a person is called, and nobody is assigned', async (_, go) => {
      const leaver = await signIn(t, { role: 'operator' });
      const held = await taken(new Conversations(t, leaver));
      const given = (await byAdmin.begin()).conversation_id;
      await t.http
        .post(`/api/conversations/${given}/assign`)
        .set(admin.bearer)
        .send({ user_id: leaver.id })
        .expect(200);
      await go(leaver);
      expect(await byAdmin.get(held)).toMatchObject({
        status: 'needs_human',
        assigned_to: null,
        assigned_at: null,
      });
      expect(await byAdmin.get(given)).toMatchObject({ status: 'open', assigned_to: null });
      expect(await kinds(held)).toEqual(['taken_over', 'given_back']);
      await byAdmin.ping({ chat_id: (await byAdmin.get(held)).chat_id, message: says('assistant', 'Hi') });
    });

    it('all that somebody ever had is nobody’s, however many, and closed ones have no line of it', async () => {
      const leaver = await signIn(t, { role: 'operator' });
      const held = await taken(new Conversations(t, leaver));
      await t.panel.query(
        `insert into conversations (id, chat_id, channel, status, assigned_to, assigned_at)
         select gen_random_uuid(), 'old-' || n, 'web', 'closed', $1, now() from generate_series(1, 12000) as n`,
        [leaver.id],
      );
      await t.http.patch(`/api/users/${leaver.id}`).set(admin.bearer).send({ is_active: false }).expect(200);
      const { rows } = await t.panel.query(
        `select count(*) filter (where assigned_to is not null)::int as held, (
           select array_agg(conversation_id) from conversation_events
           where kind = 'given_back' and details ->> 'before_name' = $1 and conversation_id in (
             select id from conversations where chat_id like 'old-%' union select $2)) as told
         from conversations where chat_id like 'old-%'`,
        ['The operator', held],
      );
      await t.panel.query(`delete from conversations where chat_id like 'old-%'`);
      expect(rows).toEqual([{ held: 0, told: [held] }]);
    });

    it('in the very moment of a take-over, it is refused', async () => {
      const leaver = await signIn(t, { role: 'operator' });
      const { conversation_id: id } = await byAdmin.begin();
      const client = await t.panel.connect();
      try {
        await client.query('begin');
        await client.query('select from users where id = $1 for update', [leaver.id]);
        const attempt = new Conversations(t, leaver).post(id, 'takeover').then((answer) => answer);
        await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rowCount === 1);
        await client.query('update users set is_active = false where id = $1', [leaver.id]);
        await client.query('commit');
        expectProblem(await attempt, 403, 'forbidden');
      } finally {
        client.release();
      }
      expect(await byAdmin.get(id)).toMatchObject({ status: 'open', assigned_to: null });
    });
  });

  describe('where the agent does not', () => {
    const signInAgain = async () => {
      // Tokens last ten minutes.
      [admin, rita] = [await signIn(t), await signIn(t, { role: 'operator' })];
      [byAdmin, byRita] = [new Conversations(t, admin), new Conversations(t, rita)];
    };
    const agent = async () =>
      (await t.http.get('/api/conversations/agent').set(rita.bearer).expect(200)).body as { state: string };

    it('because it is switched off, is a person: a customer’s message calls one, the first one too', async () => {
      const { chat_id, conversation_id } = await byAdmin.begin();
      await byAdmin.configure({ enabled: false });
      expect((await agent()).state).toBe('disabled');
      expect((await byAdmin.ping({ chat_id, message: says('user', 'Anyone?') })).status).toBe('needs_human');
      const first = await byAdmin.begin();
      expect(first.status).toBe('needs_human');
      expect([await kinds(conversation_id), await kinds(first.conversation_id)]).toEqual([
        ['agent_away'],
        ['agent_away'],
      ]);
      await byAdmin.configure({ enabled: true });
      expect((await agent()).state).toBe('answers');
      const { status } = await byAdmin.ping({ chat_id, message: says('assistant', 'I am back') });
      expect(status).toBe('open');
    });

    it('because the team has paused it, is a person, also for who wrote shortly before', async () => {
      await signInAgain();
      const waiting = await byAdmin.begin();
      const answered = await byAdmin.begin();
      await byAdmin.ping({ chat_id: answered.chat_id, message: says('assistant', 'Hi') });
      await t.http
        .post('/api/agent/pause')
        .set(rita.bearer)
        .send({ reason: 'A colleague is ill.' })
        .expect(200);
      try {
        expect((await agent()).state).toBe('disabled');
        await t.app.get(AgentAbsenceService, { strict: false }).look();
        expect((await byAdmin.get(waiting.conversation_id)).status).toBe('needs_human');
        expect((await byAdmin.get(answered.conversation_id)).status).toBe('open');
        const { chat_id } = answered;
        expectProblem(
          await t.http
            .post('/api/conversations/ping')
            .set(AS_AGENT)
            .send({ chat_id, message: says('assistant', 'Hello') }),
          409,
          'agent_disabled',
        );
        expect((await byAdmin.ping({ chat_id, message: says('user', 'Anyone?') })).status).toBe(
          'needs_human',
        );
        expect((await byAdmin.begin()).status).toBe('needs_human');
      } finally {
        await t.http.delete('/api/agent/pause').set(rita.bearer).expect(204);
      }
      expect((await agent()).state).toBe('answers');
    });

    it('because it fell silent after a message, is a person a quarter of an hour later', async () => {
      const now = Date.now();
      t.clock.set(new Date(now));
      const waiting = await byAdmin.begin();
      const answered = await byAdmin.begin();
      await byAdmin.ping({ chat_id: answered.chat_id, message: says('assistant', 'Hi') });
      const look = () => t.app.get(AgentAbsenceService, { strict: false }).look();
      t.clock.set(new Date(now + 14 * MINUTE_MS));
      await look();
      await signInAgain();
      expect((await byAdmin.get(waiting.conversation_id)).status).toBe('open');
      t.clock.set(new Date(now + 15 * MINUTE_MS));
      await look();
      expect((await agent()).state).toBe('away');
      expect((await byAdmin.get(waiting.conversation_id)).status).toBe('needs_human');
      expect((await byAdmin.get(answered.conversation_id)).status).toBe('open');
      await byAdmin.ping({ chat_id: waiting.chat_id, message: says('assistant', 'Sorry') });
      expect((await byAdmin.get(waiting.conversation_id)).status).toBe('open');
    });

    it('is a person also where the platform repeats what the agent said before', async () => {
      const { chat_id } = await byAdmin.begin();
      const before = { chat_id, message: says('assistant', 'How can I help?', 'a-1') };
      await byAdmin.ping(before);
      await byAdmin.configure({ enabled: false });
      expect((await byAdmin.ping({ chat_id, message: says('user', 'Anyone?') })).status).toBe('needs_human');
      expect((await byAdmin.ping(before)).status).toBe('needs_human');
      await byAdmin.configure({ enabled: true });
      expect((await byAdmin.ping(before)).status).toBe('needs_human');
    });

    it('because it was silent, is a person for who writes again unanswered', async () => {
      const { chat_id } = await byAdmin.begin();
      const seen = new Date(t.clock.now().getTime() - 16 * MINUTE_MS);
      await t.panel.query('update agent_sightings set last_seen_at = $1', [seen]);
      expect((await byAdmin.ping({ chat_id, message: says('user', 'Hello?') })).status).toBe('needs_human');
    });

    it('asked for a person itself, stays so when it writes on', async () => {
      const { chat_id } = await byAdmin.begin(newChat(), { needs_human: true });
      expect((await byAdmin.ping({ chat_id, message: says('assistant', 'A colleague comes') })).status).toBe(
        'needs_human',
      );
    });
  });

  describe('and how a reply gets there', () => {
    it('is by the channel and the key with which the customer wrote last', async () => {
      const { body } = await t.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name: 'Phone bot', scopes: ['agent'] })
        .expect(201);
      const phoneBot = { 'x-api-key': (body as { key: string }).key };
      const send = (as: Record<string, string>, ping: object) =>
        t.http.post('/api/conversations/ping').set(as).send(ping).expect(200);
      const deliver = async (as: Record<string, string>, ping: object) =>
        ((await send(as, ping)).body as { deliver: { text: string }[] }).deliver.map(({ text }) => text);
      const waiting = async (as: Record<string, string>) =>
        ((await t.http.get('/api/conversations/deliveries').set(as).expect(200)).body as { items: object[] })
          .items;
      await t.memory.query('update chat_history set delivered_at = now() where delivered_at is null');
      const chat_id = '+447911125000';
      const [whatsapp, phone] = [
        { chat_id, channel: 'whatsapp' },
        { chat_id, channel: 'phone' },
      ];
      await send(AS_AGENT, { ...whatsapp, message: says('user', 'Hi', 'm-1') });
      const { body: first } = await send(phoneBot, { ...phone, message: says('user', 'Hello', 'm-1') });
      const id = (first as { conversation_id: string }).conversation_id;
      await byAdmin.post(id, 'takeover').expect(200);
      const { body: reply } = await byAdmin.reply(id, 'At three').expect(201);
      expect(reply).toMatchObject({ channel: 'phone' });
      expect((await byAdmin.messages(id)).items.map(({ channel }) => channel)).toEqual([
        'whatsapp',
        'phone',
        'phone',
      ]);
      expect([await deliver(AS_AGENT, whatsapp), await waiting(AS_AGENT)]).toEqual([[], []]);
      expect(await waiting(phoneBot)).toEqual([expect.objectContaining({ channel: 'phone' })]);
      expect(await deliver(phoneBot, phone)).toEqual(['At three']);
      await send(AS_AGENT, { ...whatsapp, message: says('user', 'By WhatsApp, please') });
      expect([await deliver(phoneBot, phone), await deliver(AS_AGENT, whatsapp)]).toEqual([[], ['At three']]);
      await send(phoneBot, { ...phone, message: says('user', 'Or by phone') });
      await t.http
        .delete(`/api/settings/keys/${(body as { id: string }).id}`)
        .set(admin.bearer)
        .expect(204);
      expect(await deliver(AS_AGENT, { chat_id })).toEqual(['At three']);
    });

    it('is the same way, however the channel is spelled', async () => {
      const { chat_id, conversation_id } = await byAdmin.begin(newChat(), { channel: 'WhatsApp' });
      await byAdmin.post(conversation_id, 'takeover').expect(200);
      await byAdmin.reply(conversation_id, 'At three').expect(201);
      const { deliver } = await byAdmin.ping({ chat_id, channel: 'whatsapp' });
      expect(deliver).toMatchObject([{ text: 'At three' }]);
    });

    it('needs attention by name, where it has not got there for ten minutes', async () => {
      const { conversation_id: id } = await byAdmin.begin(newChat(), { contact: { name: 'Rosa' } });
      await byAdmin.post(id, 'takeover').expect(200);
      await byAdmin.reply(id, 'Yes, at three').expect(201);
      const { timestamp: since } = (await byAdmin.messages(id)).items.at(-1)!;
      const undelivered = async () => {
        const { body } = await t.http.get('/api/dashboard').set(admin.bearer).expect(200);
        const all = (body as DashboardDto).conversations.undelivered;
        return all.filter(({ conversation_id }) => conversation_id === id);
      };
      expect(await undelivered()).toEqual([]);
      await t.memory.query('update chat_history set timestamp = $1 where timestamp = $2', [
        new Date(Date.parse(since) - 11 * MINUTE_MS),
        since,
      ]);
      expect(await undelivered()).toEqual([
        { conversation_id: id, name: 'Rosa', replies: 1, since: expect.any(String) as string },
      ]);
      const listed = await t.http.get('/api/conversations/undelivered').set(rita.bearer).expect(200);
      expect(listed.body).toContainEqual((await undelivered())[0]);
      const idsOf = async (query: object) => {
        const answer = await t.http.get('/api/conversations').query(query).set(rita.bearer).expect(200);
        return (answer.body as PageDto<ConversationDto>).items.map((one) => one.id);
      };
      const delivered = await taken(byAdmin);
      expect(await idsOf({ undelivered: 'true' })).toContain(id);
      expect(await idsOf({ undelivered: 'true' })).not.toContain(delivered);
      expect(await idsOf({ undelivered: 'true', assigned_to: 'none' })).not.toContain(id);
    });

    it('is on the next page of those that have not got there, also when one got there meanwhile', async () => {
      const chats = [newChat(), newChat(), newChat()];
      for (const chat of chats) {
        const { conversation_id: id } = await byAdmin.begin(chat);
        await byAdmin.post(id, 'takeover').expect(200);
        await byAdmin.reply(id, 'Yes').expect(201);
      }
      await t.memory.query(`update chat_history set timestamp = $1 where written_in = 'panel'`, [
        new Date(Date.now() - 11 * MINUTE_MS),
      ]);
      const pageOf = async (query: object) => {
        const asked = { undelivered: 'true', limit: 1, ...query };
        const answer = await t.http.get('/api/conversations').query(asked).set(admin.bearer);
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
        return answer.body as PageDto<ConversationDto>;
      };
      const { items, next_cursor: cursor } = await pageOf({});
      await t.memory.query('delete from chat_history where chat_id = $1', [items[0]?.chat_id]);
      const [next] = (await pageOf({ cursor })).items;
      expect(next?.id).not.toBe(items[0]?.id);
      const other = { undelivered: 'true', status: 'human', cursor };
      expectProblem(
        await t.http.get('/api/conversations').query(other).set(admin.bearer),
        400,
        'invalid_cursor',
      );
    });

    it('is once, however often it is sent with one key', async () => {
      const id = await taken(byAdmin);
      const reply = (text: string, key: string) => byAdmin.reply(id, text).set('Idempotency-Key', key);
      const { body } = await reply('Yes', 'k1').expect(201);
      await byAdmin.post(id, 'handback').send({ leave_undelivered: true }).expect(200);
      expect((await reply('Yes', 'k1').expect(200)).body).toEqual(body);
      expectProblem(await reply('No', 'k1'), 409, 'idempotency_key_reused');
      expect(await byAdmin.texts(id)).toEqual(['Hello', 'Yes']);
    });

    it('is never, where it is blank or was taken back in time', async () => {
      const id = await taken(byAdmin);
      expectProblem(await byAdmin.reply(id, ' \n '), 400, 'invalid_request');
      const { id: first } = (await byAdmin.reply(id, 'For another chat').expect(201)).body as { id: number };
      const take = (message: number) =>
        t.http.delete(`/api/conversations/${id}/messages/${message}`).set(admin.bearer);
      await take(first).expect(204);
      expectProblem(await take(first), 404, 'not_found');
      const { chat_id, last_message_preview } = await byAdmin.get(id);
      expect(last_message_preview).toBe('Hello');
      expect((await byAdmin.ping({ chat_id })).deliver).toEqual([]);
      expect(await kinds(id)).toEqual(['taken_over', 'reply_taken_back']);
      const { id: second } = (await byAdmin.reply(id, 'At three').expect(201)).body as { id: number };
      await byAdmin.ping({ chat_id, delivered: [second] });
      expectProblem(await take(second), 409, 'already_delivered');
      expectProblem(await take(second + 1_000), 404, 'not_found');
    });
  });

  it('is listed by who has it, and by channel', async () => {
    const id = await taken();
    const channel = `c${Date.now()}`;
    const other = await byAdmin.begin(newChat(), { channel });
    const list = async (query: object, { bearer } = rita) =>
      (
        (await t.http.get('/api/conversations').query(query).set(bearer).expect(200)).body as {
          items: ConversationDto[];
        }
      ).items.map((row) => row.id);
    expect(await list({ assigned_to: 'me' })).toContain(id);
    expect(await list({ assigned_to: rita.id }, admin)).toContain(id);
    expect(await list({ assigned_to: 'none' })).not.toContain(id);
    expect(await list({ assigned_to: 'none', channel })).toEqual([other.conversation_id]);
  });

  it('may remove the own notes, an admin all, and the thread tells it', async () => {
    const { conversation_id: id } = await byAdmin.begin();
    const note = async ({ bearer }: SignedInUser) =>
      (
        (await t.http.post(`/api/conversations/${id}/notes`).set(bearer).send({ text: 'x' }).expect(201))
          .body as {
          id: string;
        }
      ).id;
    const remove = (note_id: string, { bearer }: SignedInUser) =>
      t.http.delete(`/api/conversations/${id}/notes/${note_id}`).set(bearer);
    const [first, second] = [await note(rita), await note(rita)];
    expectProblem(await remove(first, await signIn(t, { role: 'operator' })), 403, 'forbidden');
    await remove(first, rita).expect(204);
    await remove(second, admin).expect(204);
    expect(await kinds(id)).toEqual(['note_removed', 'note_removed']);
  });
});
