import type { DashboardDto } from '@groupless/shared-dto';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { ToldRepository } from '../../../src/client-mails/told/told.repository';
import { ChatRemindersRepository } from '../../../src/client-mails/chat-reminders.repository';
import { ReminderMessagesService } from '../../../src/conversations/reminders/reminder-messages.service';
import { MailService } from '../../../src/mail/mail.service';
import { SETTINGS } from '../../../src/config/config.module';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, AS_AGENT, setAgent } from '../../harness/data/appointments';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { MailServer } from '../../harness/http/mail-server';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2026-02-02T08:00:00Z';
const DAY_BEFORE = '2026-02-09T09:00:00Z';

describe('a reminder by chat', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let chats: Conversations;
  let server: MailServer;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    chats = new Conversations(t, admin);
    server = await MailServer.start();
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });
  beforeEach(async () => {
    t.clock.set(NOW);
    await setAgent(t, {
      name: 'Salon Mia',
      time_zone: 'Europe/Vienna',
      language: 'de',
      auto_confirm: true,
      agent_hours: 'any',
    });
    await emptyTables(t.panel, 'clients', 'conversations');
    await settings({ chat_reminders: false });
    await settings({});
  });

  /** Without a mail server: chats need none. */
  const settings = (changes: object) =>
    t.http
      .put('/api/settings/mail')
      .set(admin.bearer)
      .send({ ...server.settings, enabled: false, chat_reminders: true, ...changes })
      .expect(200);
  let made = 0;
  /** A chat in which the agent has booked. */
  const booked = async (starts_at: string, channel = 'whatsapp') => {
    const begun = await chats.begin(newChat(), { channel });
    const client = { name: `Client ${++made}` };
    const booking = { client, starts_at, title: 'Haarschnitt', chat_id: begun.chat_id };
    const { body } = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(booking).expect(201);
    return { ...begun, id: body.id as string, name: client.name };
  };
  const remind = async (now: string) => {
    t.clock.set(now);
    await t.app.get(ClientMailsService, { strict: false }).notify();
  };
  const deliveries = async () =>
    (await t.http.get('/api/conversations/deliveries').set(AS_AGENT).expect(200)).body.items as {
      chat_id: string;
      channel: string;
      deliver: { id: number; text: string; kind?: string }[];
    }[];
  const change = (id: string, patch: object) =>
    t.http.patch(`${APPOINTMENTS}/${id}`).set(admin.bearer).send(patch).expect(200);

  it('is a message for the chat that was booked in, once, and for no other', async () => {
    const [anna, ben] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-11T09:00:00Z', 'sms')];
    await remind('2026-02-09T08:59:00Z');
    expect(await deliveries()).toEqual([]);
    await remind(DAY_BEFORE);
    await remind('2026-02-09T09:01:00Z');
    expect(await deliveries()).toEqual([
      {
        chat_id: anna.chat_id,
        channel: 'whatsapp',
        conversation_id: anna.conversation_id,
        takeover: false,
        deliver: [
          {
            id: expect.any(Number),
            text: expect.any(String),
            timestamp: expect.any(String),
            kind: 'reminder',
          },
        ],
      },
    ]);
    const [reminder] = (await deliveries())[0]!.deliver;
    expect(reminder!.text).toContain(`Guten Tag ${anna.name}`);
    expect(reminder!.text).toContain('Dienstag, 10. Februar 2026, 10:00');
    const { deliver: pinged } = await chats.ping({ chat_id: anna.chat_id, delivered: [] });
    expect(pinged).toMatchObject([{ id: reminder!.id, kind: 'reminder' }]);
    await chats.ping({ chat_id: anna.chat_id, delivered: [reminder!.id] });
    await remind('2026-02-09T09:02:00Z');
    expect(await deliveries()).toEqual([]);
    expect(await chats.texts(ben.conversation_id)).toEqual(['Hello']);
  });

  it('needs attention where no agent has brought it for half an hour', async () => {
    const { chat_id, conversation_id } = await booked('2026-02-10T09:00:00Z');
    const attention = async (now: string) => {
      t.clock.set(now);
      const { body } = await t.http.get('/api/dashboard').set(admin.bearer).expect(200);
      return (body as DashboardDto).attention;
    };
    await remind(DAY_BEFORE);
    expect(await attention('2026-02-09T09:29:00Z')).toEqual([]);
    expect(await attention('2026-02-09T09:30:00Z')).toEqual([
      {
        ...{ kind: 'reminder_undelivered', count: 1, since: '2026-02-09T09:00:00.000Z' },
        link: `/conversations/${conversation_id}`,
        reason: null,
      },
    ]);
    const [waiting] = await deliveries();
    await chats.ping({ chat_id, delivered: waiting!.deliver.map(({ id }) => id) });
    expect(await attention('2026-02-09T10:30:00Z')).toEqual([]);
  });

  it.each(['STOP', 'Stopp!', 'стоп', 'Arrêt', 'parar', '„Stop“', 'ARRETER', '«СТОП».'])(
    'is none after %s as a whole message, until START',
    async (word) => {
      const { chat_id } = await booked('2026-02-10T09:00:00Z');
      const write = (text: string) => chats.ping({ chat_id, message: says('user', text) });
      await write(word);
      await remind(DAY_BEFORE);
      expect(await deliveries()).toEqual([]);
      await write('start');
      await remind('2026-02-09T09:01:00Z');
      expect((await deliveries()).map(({ deliver }) => deliver[0]!.kind)).toEqual(['reminder']);
    },
  );

  it('carries the link of its booking, which no copy of the chat has', async () => {
    const server = t.app.get<{ public_url: string | null }>(SETTINGS);
    const { public_url } = server;
    server.public_url = 'http://127.0.0.1:4999';
    const setPage = async (enabled: boolean) => {
      const { body } = await t.http.get('/api/settings/booking-page').set(admin.bearer).expect(200);
      await t.http
        .put('/api/settings/booking-page')
        .set(admin.bearer)
        .send({ ...(body as object), enabled })
        .expect(200);
    };
    await setPage(true);
    const { chat_id, conversation_id } = await booked('2026-02-10T09:00:00Z');
    await remind(DAY_BEFORE);
    const links = (text: string) => /ansehen.*: (\S+)/i.exec(text)?.[1];
    const waiting = async () => (await deliveries())[0]!.deliver[0]!.text;
    const text = await waiting();
    const url = links(text)!;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4999\/book\/m\//);
    expect((await chats.ping({ chat_id, delivered: [] })).deliver).toMatchObject([{ text }]);
    expect((await t.http.get(new URL(url).pathname).expect(200)).text).toContain('Haarschnitt');
    expect((await chats.texts(conversation_id)).join()).not.toContain('/book/m/');
    await setPage(false);
    const without = await waiting();
    expect(without).not.toMatch(/\[…\]|ansehen/i);
    expect(without).toContain('Salon Mia');
    server.public_url = public_url;
  });

  it('is not handed out with the answer to STOP', async () => {
    const { chat_id } = await booked('2026-02-10T09:00:00Z');
    await remind(DAY_BEFORE);
    const { deliver } = await chats.ping({ chat_id, message: says('user', 'Stop') });
    expect(deliver).toEqual([]);
    await remind('2026-02-09T09:01:00Z');
    expect(await deliveries()).toEqual([]);
  });

  it('is none for a chat whose id is a placeholder of an older version: it would reach anybody', async () => {
    const { chat_id, conversation_id } = await booked('2026-02-10T09:00:00Z');
    for (const table of ['conversations', 'appointments'])
      await t.panel.query(`update ${table} set chat_id = 'n8n:undefined' where chat_id = $1`, [chat_id]);
    await remind(DAY_BEFORE);
    expect(await chats.texts(conversation_id)).toEqual([]);
  });

  it('is shown in the thread as nobody’s, also beside a key that is called so', async () => {
    const { conversation_id } = await booked('2026-02-10T09:00:00Z');
    await remind(DAY_BEFORE);
    const { items } = await chats.messages(conversation_id);
    expect(items.at(-1)).toMatchObject({
      author: { id: null, name: 'reminder' },
      kind: 'reminder',
      delivered_at: null,
    });
    expect(items[0]).not.toHaveProperty('kind');
    await chats.post(conversation_id, 'takeover').expect(200);
    await chats.reply(conversation_id, 'See you').expect(201);
    const [reminder, reply] = (await chats.messages(conversation_id)).items.slice(-2);
    expect([reminder!.kind, reply!.kind]).toEqual(['reminder', undefined]);
  });

  it('is in the language of the client', async () => {
    const { id } = await booked('2026-02-10T09:00:00Z');
    const { body } = await t.http.get(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(200);
    await t.http
      .patch(`/api/clients/${body.client_id}`)
      .set(admin.bearer)
      .send({ language: 'fr' })
      .expect(200);
    await remind(DAY_BEFORE);
    expect((await deliveries())[0]!.deliver[0]!.text).toContain('nous vous attendons');
  });

  it('never goes to a customer whom a person looks after, and goes when that one gives back', async () => {
    const { conversation_id } = await booked('2026-02-10T09:00:00Z');
    await chats.post(conversation_id, 'takeover').expect(200);
    await remind(DAY_BEFORE);
    expect(await chats.texts(conversation_id)).toEqual(['Hello']);
    await chats.post(conversation_id, 'handback').expect(200);
    await remind('2026-02-09T09:05:00Z');
    expect((await deliveries())[0]?.deliver).toHaveLength(1);
  });

  it('is about the new time of what has moved, never of what is cancelled, nor of what was booked later', async () => {
    const [moves, ends] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T11:00:00Z')];
    await change(moves.id, { starts_at: '2026-02-12T09:00:00Z' });
    await change(ends.id, { status: 'cancelled' });
    t.clock.set('2026-02-09T12:00:00Z');
    await booked('2026-02-10T10:00:00Z');
    await remind('2026-02-09T12:01:00Z');
    expect(await deliveries()).toEqual([]);
    await remind('2026-02-11T09:00:00Z');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([moves.chat_id]);
  });

  it.each([
    ['moved', { starts_at: '2026-02-12T09:00:00Z' }],
    ['cancelled', { status: 'cancelled' }],
  ])('that no agent has brought yet is taken back when the appointment is %s', async (_, patch) => {
    const [first, second] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T11:00:00Z')];
    await remind('2026-02-09T11:00:00Z');
    await change(first.id, patch);
    await remind('2026-02-09T11:01:00Z');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([second.chat_id]);
    expect(await chats.texts(first.conversation_id)).toEqual(['Hello']);
    await remind('2026-02-10T11:00:00Z');
    expect(await deliveries()).toEqual([]);
  });

  it('is not for who has the number of the chat by now, and one that waits for that person is taken back', async () => {
    const begin = async (phone: string, starts_at: string) => {
      const begun = await chats.begin(newChat(), { contact: { name: 'Anna', phone } });
      const booking = {
        client: { name: 'Anna', phone },
        starts_at,
        title: 'Haarschnitt',
        chat_id: begun.chat_id,
      };
      await t.http.post(APPOINTMENTS).set(AS_AGENT).send(booking).expect(201);
      return begun;
    };
    const waits = await begin('+43660100001', '2026-02-10T09:00:00Z');
    const passed = await begin('+43660100002', '2026-02-10T10:00:00Z');
    const stays = await begin('+43660100003', '2026-02-10T09:30:00Z');
    await remind(DAY_BEFORE);
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([waits.chat_id]);
    t.clock.set('2026-02-09T09:30:00Z');
    await t.http
      .post('/api/clients')
      .set(admin.bearer)
      .send({ name: 'Ben', phone: '+43660100009' })
      .expect(201);
    for (const { chat_id } of [waits, passed])
      await chats.ping({ chat_id, contact: { name: 'Ben', phone: '+43660100009' } });
    await remind('2026-02-09T10:00:00Z');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([stays.chat_id]);
  });

  it('is not for the client whom a person has found to write there, but goes for a relative of who does', async () => {
    const [anna, mother] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T09:30:00Z')];
    const daughter = {
      client: { name: 'Daughter' },
      starts_at: '2026-02-10T10:30:00Z',
      title: 'Haarschnitt',
    };
    await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send({ ...daughter, chat_id: mother.chat_id })
      .expect(201);
    const ben = await t.http.post('/api/clients').set(admin.bearer).send({ name: 'Ben' }).expect(201);
    t.clock.set('2026-02-03T08:00:00Z');
    await chats.patch(anna.conversation_id, { client_id: ben.body.id }).expect(200);
    await remind('2026-02-09T10:30:00Z');
    expect(await deliveries()).toMatchObject([{ chat_id: mother.chat_id }]);
    expect((await deliveries())[0]!.deliver).toHaveLength(2);
  });

  it('is taken back when its appointment is deleted, and that of another stays', async () => {
    const [first, second] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T10:00:00Z')];
    await remind('2026-02-09T10:00:00Z');
    await t.http.delete(`${APPOINTMENTS}/${first.id}`).set(admin.bearer).expect(204);
    await remind('2026-02-09T10:01:00Z');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([second.chat_id]);
    await remind('2026-02-10T10:00:00Z');
    expect((await t.panel.query('select from chat_reminders')).rows).toEqual([]);
  });

  it('is no reply that somebody has to look after, and hides none', async () => {
    const [anna, ben] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-11T09:00:00Z')];
    await remind(DAY_BEFORE);
    await chats.post(ben.conversation_id, 'takeover').expect(200);
    await chats.reply(ben.conversation_id, 'See you').expect(201);
    t.clock.set('2026-02-09T09:30:00Z');
    const listed = await t.http.get('/api/conversations/undelivered').set(admin.bearer).expect(200);
    expect(listed.body).toMatchObject([{ conversation_id: ben.conversation_id, replies: 1 }]);
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toContain(anna.chat_id);
  });

  it('that waits is taken back from a person who takes over, and comes when that one gives back', async () => {
    const [anna, ben] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T09:30:00Z')];
    await remind('2026-02-09T09:30:00Z');
    await chats.post(anna.conversation_id, 'takeover').expect(200);
    await remind('2026-02-09T09:31:00Z');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([ben.chat_id]);
    await chats.post(anna.conversation_id, 'handback').expect(200);
    await remind('2026-02-09T09:32:00Z');
    expect(await deliveries()).toHaveLength(2);
  });

  it('comes again when what was cancelled by mistake is put back, but not to who has got it', async () => {
    const [anna, ben] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T09:30:00Z')];
    await remind('2026-02-09T09:30:00Z');
    const { deliver } = await chats.ping({ chat_id: ben.chat_id, channel: 'whatsapp' });
    await chats.ping({ chat_id: ben.chat_id, delivered: deliver.map(({ id }) => id) });
    for (const { id } of [anna, ben]) await change(id, { status: 'cancelled' });
    await remind('2026-02-09T09:31:00Z');
    expect(await deliveries()).toEqual([]);
    for (const { id } of [anna, ben]) await change(id, { status: 'confirmed' });
    await remind('2026-02-09T09:32:00Z');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([anna.chat_id]);
  });

  it('counts as told as soon as an agent has got it, and goes no further when the appointment is cancelled', async () => {
    const { id, conversation_id } = await booked('2026-02-10T09:00:00Z');
    await remind(DAY_BEFORE);
    expect(await deliveries()).toHaveLength(1);
    await change(id, { status: 'cancelled' });
    await remind('2026-02-09T09:01:00Z');
    expect(await deliveries()).toEqual([]);
    const [, reminder] = (await chats.messages(conversation_id)).items;
    expect(reminder).toMatchObject({ kind: 'reminder', sending: true, taken_back_at: expect.any(String) });
    await change(id, { status: 'confirmed' });
    await remind('2026-02-09T09:02:00Z');
    expect(await deliveries()).toEqual([]);
  });

  it('does not go where the appointment is cancelled while others are reminded', async () => {
    const [anna, ben] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T09:30:00Z')];
    const texts = t.app.get(MailService, { strict: false });
    const write = texts.write.bind(texts);
    const writing = jest.spyOn(texts, 'write').mockImplementation(async (telling) => {
      if (telling.values.name === anna.name) await change(ben.id, { status: 'cancelled' });
      return write(telling);
    });
    await remind('2026-02-09T09:30:00Z');
    writing.mockRestore();
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([anna.chat_id]);
    const { rows } = await t.panel.query<{ object: string }>(
      `select object from audit_events where action = 'conversation.reminded' and object = any($1) order by id`,
      [[anna, ben].map(({ conversation_id }) => `conversation:${conversation_id}`)],
    );
    expect(rows).toEqual([{ object: `conversation:${anna.conversation_id}` }]);
  });

  it('goes also where the mails to clients cannot be told', async () => {
    await settings({ enabled: true, sends: { ...server.settings.sends, booked: true } });
    const { chat_id } = await booked('2026-02-10T09:00:00Z');
    const mails = t.app.get(ToldRepository, { strict: false });
    const failing = jest.spyOn(mails, 'listChanged').mockRejectedValue(new Error('broken'));
    await expect(remind(DAY_BEFORE)).rejects.toThrow('broken');
    failing.mockRestore();
    expect((await deliveries()).map((one) => one.chat_id)).toEqual([chat_id]);
  });

  it('is taken back also where the process died before it noted its message', async () => {
    const [anna, ben] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T09:30:00Z')];
    const reminders = t.app.get(ChatRemindersRepository, { strict: false });
    const dying = jest.spyOn(reminders, 'noteStored').mockRejectedValue(new Error('killed'));
    await expect(remind('2026-02-09T09:30:00Z')).rejects.toThrow('killed');
    dying.mockRestore();
    expect(await deliveries()).toHaveLength(2);
    await change(anna.id, { status: 'cancelled' });
    await remind('2026-02-09T09:31:00Z');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([ben.chat_id]);
    expect((await deliveries())[0]!.deliver).toHaveLength(1);
  });

  it('goes, and is taken back, for all behind one that fails', async () => {
    const [anna, ben] = [await booked('2026-02-10T09:00:00Z'), await booked('2026-02-10T09:30:00Z')];
    const inChats = t.app.get(ReminderMessagesService, { strict: false });
    const failsFor = (verb: 'send' | 'takeBack') =>
      jest.spyOn(inChats, verb).mockRejectedValueOnce(new Error('busy'));
    const send = failsFor('send');
    await expect(remind('2026-02-09T09:30:00Z')).rejects.toThrow('busy');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([ben.chat_id]);
    send.mockRestore();
    await remind('2026-02-09T09:31:00Z');
    expect(await deliveries()).toHaveLength(2);
    for (const { id } of [anna, ben]) await change(id, { status: 'cancelled' });
    const takeBack = failsFor('takeBack');
    await expect(remind('2026-02-09T09:32:00Z')).rejects.toThrow('busy');
    expect((await deliveries()).map(({ chat_id }) => chat_id)).toEqual([anna.chat_id]);
    takeBack.mockRestore();
  });

  it('waits for the end of quiet hours', async () => {
    await settings({ quiet: { from: '21:00', to: '08:00' } });
    await booked('2026-02-10T21:30:00Z');
    await remind('2026-02-09T21:30:00Z');
    expect(await deliveries()).toEqual([]);
    await remind('2026-02-10T07:00:00Z');
    expect(await deliveries()).toHaveLength(1);
  });

  it('does not go for times that were over before it was switched on', async () => {
    await settings({ chat_reminders: false });
    await booked('2026-02-10T09:00:00Z');
    t.clock.set('2026-02-09T10:00:00Z');
    await settings({});
    await remind('2026-02-09T10:01:00Z');
    expect(await deliveries()).toEqual([]);
  });

  it('is stored once where the process died between its message and its note', async () => {
    const { conversation_id } = await booked('2026-02-10T09:00:00Z');
    await remind(DAY_BEFORE);
    await t.panel.query('delete from chat_reminders');
    await remind('2026-02-09T09:01:00Z');
    expect(await chats.texts(conversation_id)).toHaveLength(2);
    expect((await t.panel.query('select from chat_reminders')).rows).toHaveLength(1);
  });

  it('leaves what a customer wrote and nobody has read as the last message', async () => {
    const { conversation_id, chat_id } = await booked('2026-02-10T09:00:00Z');
    t.clock.set('2026-02-09T08:58:00Z');
    await chats.ping({ chat_id, message: says('user', 'Where are you?') });
    await remind(DAY_BEFORE);
    expect(await chats.get(conversation_id)).toMatchObject({ last_message_role: 'user' });
    expect((await deliveries())[0]?.deliver).toHaveLength(1);
  });
});
