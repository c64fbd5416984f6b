import { randomUUID } from 'node:crypto';
import type {
  AppointmentDto,
  AuditEventDto,
  ChangesDto,
  ClientDataDto,
  ClientDto,
  ClientMergeDto,
  ErasureDto,
  PageDto,
} from '@groupless/shared-dto';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { ChatMessagesService } from '../../../src/memory/chats/chat-messages.service';
import { ChatErasingService } from '../../../src/memory/chats/erasing/chat-erasing.service';
import { ErasuresRepository } from '../../../src/personal-data/erasures.repository';
import { ErasuresService } from '../../../src/personal-data/erasures.service';
import { TABLES_OF_CLIENTS } from '../../../src/personal-data/personal-columns';
import { words } from '../../../src/personal-data/personal-statements';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, booked, type BookedDto, setAgent } from '../../harness/data/appointments';
import { AS_AGENT, Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { rounds } from '../../harness/data/rounds';
import { atOnce, eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { copiesOf } from '../../harness/databases/copies';
import { HookReceiver } from '../../harness/http/hook-receiver';
import { MailServer } from '../../harness/http/mail-server';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { webhookSchemas } from '../../harness/http/webhook-schemas';

type DatabaseName = keyof typeof TABLES_OF_CLIENTS;
type Tables = (typeof TABLES_OF_CLIENTS)[DatabaseName];

const NOW = '2027-03-01T09:00:00.000Z';

describe('a client with data everywhere', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  let chats: Conversations;
  let receiver: HookReceiver;
  let server: MailServer;
  let made = 0;
  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
    t.clock.set(NOW);
    [admin, operator] = [await signIn(t), await signIn(t, { role: 'operator' })];
    chats = new Conversations(t, operator);
    await setAgent(t, { name: 'Salon Mia', time_zone: 'Europe/Vienna', language: 'de', enabled: true });
    server = await MailServer.start();
    const sends = { ...server.settings.sends, booked: true, moved: true, cancelled: true };
    const mail = { ...server.settings, sends };
    await t.http.put('/api/settings/mail').set(admin.bearer).send(mail).expect(200);
    receiver = await HookReceiver.start();
    const hook = { url: receiver.url, events: ['*'] };
    const { body } = await t.http.post('/api/settings/hooks').set(admin.bearer).send(hook).expect(201);
    receiver.secret = (body as { secret: string }).secret;
  });
  afterAll(async () => {
    await t.close();
    await receiver.close();
    await server.stop();
  });

  const get = (path: string, as = operator) => t.http.get(path).set(as.bearer);
  const post = (path: string, body?: object, as = operator) => t.http.post(path).set(as.bearer).send(body);
  const patch = (path: string, body: object) => t.http.patch(path).set(operator.bearer).send(body);
  const url = (id: string, path = '') => `/api/clients/${id}${path}`;
  const erase = (client: { id: string; name: string }, as = admin) =>
    post(url(client.id, '/erase'), { name: client.name }, as);
  const erasure = async (id: string) =>
    (await get(url(id, '/erasure'), admin).expect(200)).body as ErasureDto;
  const job = () => t.app.get(ErasuresService).run({}, new AbortController().signal);
  const erased = async (client: Person) => {
    await erase(client).expect(202);
    await job();
    expect(await erasure(client.id)).toMatchObject({ step: 'done' });
  };
  /** What tells clients and sends mails runs in the background every minute; here at once. */
  async function mail(): Promise<void> {
    await t.app.get(ClientMailsService, { strict: false }).notify();
    const { body } = await get('/api/mail?status=waiting', admin).expect(200);
    for (const { id } of (body as PageDto<{ id: string }>).items)
      await t.app.get(MailSenderService, { strict: false }).send({ id });
  }

  interface Person {
    id: string;
    name: string;
    /** Stands in names, notes, messages and addresses. */
    word: string;
    phone: string;
    chat_id: string;
    conversation_id: string;
    appointments: BookedDto[];
    agents_booking: string;
  }

  /** A person with rows everywhere. */
  async function person(): Promise<Person> {
    const word = `canary${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const number = `66013${String(++made).padStart(5, '0')}`;
    const phone = `+43${number}`;
    const name = `Anna ${word}`;
    const client = { name, phone, email: `${word}@example.com`, company: word, tags: [word], notes: word };
    const { id } = (await post('/api/clients', client).expect(201)).body as ClientDto;
    await patch(url(id), { notes: `${word} likes tea` }).expect(200);
    const double = { name: `${word} Anna`, email: `second-${word}@example.com`, notes: word };
    const { body: other } = await post('/api/clients', double).expect(201);
    await post(url(id, '/merges'), { client_id: (other as ClientDto).id }).expect(201);

    // The business is closed on weekends.
    const day = 8 + 7 * Math.floor((made - 1) / 5) + ((made - 1) % 5);
    const at = (hour: number) => new Date(Date.UTC(2027, 2, day, hour)).toISOString();
    const booking = { client_id: id, title: word, notes: word, attendee_name: `Eva ${word}` };
    const [first, second] = [
      await booked(t, operator, { ...booking, starts_at: at(9) }),
      await booked(t, operator, { ...booking, starts_at: at(11) }),
    ];
    await mail();
    await patch(`${APPOINTMENTS}/${first.id}`, { starts_at: at(10), team_notes: word }).expect(200);
    await patch(`${APPOINTMENTS}/${second.id}`, { status: 'cancelled', reason: word }).expect(200);
    await mail();

    const chat_id = `${newChat()}-${number}`;
    const contact = { name, phone };
    const message = says('user', `My card is ${word}`, 'e1');
    const { conversation_id } = await chats.begin(chat_id, { contact, message });
    const { body: agents } = await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send({ client: { name, phone }, starts_at: at(13), chat_id, external_id: `booking-${word}` })
      .expect(201);
    await patch(`/api/conversations/${conversation_id}`, { client_id: id }).expect(200);
    await chats.post(conversation_id, 'takeover').expect(200);
    await chats.reply(conversation_id, `Dear ${word}`).expect(201);
    const { body: taken } = await chats.reply(conversation_id, `Oh ${word}`).expect(201);
    await t.http
      .delete(`/api/conversations/${conversation_id}/messages/${(taken as { id: number }).id}`)
      .set(operator.bearer)
      .expect(204);
    await post(`/api/conversations/${conversation_id}/notes`, { text: `Ask ${word}` }).expect(201);
    await chats.ping({ chat_id, message: says('user', `Thanks, ${word}`, 'e2') });
    const agents_booking = (agents as BookedDto).id;
    return { id, name, word, phone, chat_id, conversation_id, appointments: [first, second], agents_booking };
  }

  /** The tables that have the name, the number, the address, or the chat. */
  const copies = async ({ word, phone, chat_id }: Person) => [
    ...new Set((await Promise.all([word, phone.slice(3), chat_id].map((one) => copiesOf(t, one)))).flat()),
  ];
  const logged = ({ word, phone }: Person) =>
    t.log_lines.filter((line) => line.includes(word) || line.includes(phone.slice(3)));

  const handedOver = async ({ id }: Person) =>
    (await get(url(id, '/data')).expect(200)).body as ClientDataDto;

  /** The values of columns of the person in which the word stands, wherever it does. */
  async function valuesWith(word: string): Promise<[string, string][]> {
    const found: [string, string][] = [];
    for (const [name, tables] of Object.entries(TABLES_OF_CLIENTS) as [DatabaseName, Tables][])
      for (const [table, { person }] of Object.entries(tables))
        for (const column of words(person)) {
          const { rows } = await t[name].query<{ value: unknown }>(
            `select "${column}" as value from ${table} where "${column}"::text ilike '%' || $1 || '%'`,
            [word],
          );
          found.push(
            ...rows.map(({ value }): [string, string] => [table, JSON.stringify({ [column]: value })]),
          );
        }
    return found;
  }

  it('is handed over with each word that is kept', async () => {
    const anna = await person();
    const { client_id, data } = await handedOver(anna);
    expect(client_id).toBe(anna.id);
    const kept = (await Promise.all([anna.word, anna.phone, anna.chat_id].map(valuesWith))).flat();
    expect([...new Set(kept.map(([table]) => table))].sort()).toEqual([
      ...['appointment_events', 'appointments', 'chat_history', 'client_changes', 'client_merges', 'clients'],
      ...['conversation_events', 'conversation_notes', 'conversations', 'mails', 'taken_back_replies'],
      'told_appointments',
    ]);
    const missing = kept.filter(
      ([table, value]) => !data[table]!.some((row) => JSON.stringify(row).includes(value.slice(1, -1))),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(data)[0]).toBe('clients');
    expect(data['appointments']).toHaveLength(3);
    expect(typeof (data['chat_history']![0] as { id: unknown }).id).toBe('number');
    const { body } = await get(`/api/settings/audit?object=client:${anna.id}`, admin).expect(200);
    const [last] = (body as PageDto<AuditEventDto>).items;
    expect(last).toMatchObject({ action: 'client.handed_over', user: { name: 'The operator' } });
  });

  it('is handed over with what imports made of it', async () => {
    const anna = await person();
    const file = `id,name,phone\n,Imported ${anna.word},\n${anna.id},${anna.name},${anna.phone}`;
    await t.http
      .post('/api/clients/import')
      .set(operator.bearer)
      .set('content-type', 'text/csv')
      .send(file)
      .expect(200);
    const { body } = await get(`/api/clients?search=Imported ${anna.word}`).expect(200);
    const [made] = (body as PageDto<Person>).items;
    const told = { field: null, at: NOW, by_name: 'The operator' };
    expect((await handedOver(made!)).data['client_import_rows']).toEqual([
      { row: 2, outcome: 'created', code: null, ...told },
    ]);
    expect((await handedOver(anna)).data['client_import_rows']).toEqual([
      { row: 3, outcome: 'not_made', code: 'known', ...told },
    ]);
  });

  it('is erased with the names of the imported files that had it, and no others', async () => {
    const anna = await person();
    const send = (path: string, file: string, file_name: string) =>
      t.http
        .post(path)
        .query({ file_name })
        .set(operator.bearer)
        .set('content-type', 'text/csv')
        .send(file)
        .expect(200);
    const rows = `name,phone\n${anna.name},${anna.phone}`;
    await send('/api/clients/import', rows, `${anna.word}.vcf`);
    await send('/api/clients/import', 'name\nSomebody else\n', 'others.csv');
    const booking = `starts_at,client,phone,resource\n2027-06-01T08:00,${anna.name},${anna.phone},main`;
    await send('/api/appointments/import', booking, `${anna.word}.ics`);
    await erased(anna);
    const names = async (table: string) =>
      (
        await t.panel.query<{ file_name: string | null }>(`select file_name from ${table} order by at, id`)
      ).rows
        .map(({ file_name }) => file_name)
        .slice(-2);
    expect(await names('client_imports')).toEqual([null, 'others.csv']);
    expect(await names('appointment_imports')).toEqual([null]);
  });

  it('is handed over without what somebody else has, or had before', async () => {
    const [anna, ben] = [await person(), await person()];
    const { conversation_id } = ben;
    await patch(`/api/conversations/${conversation_id}`, { client_id: anna.id }).expect(200);
    await patch(`/api/conversations/${conversation_id}`, { client_id: ben.id }).expect(200);
    // What was tied by hand since a merge stays when it is undone.
    t.clock.set(new Date(Date.parse(NOW) + 60_000));
    const { body: merged } = await post(url(anna.id, '/merges'), { client_id: ben.id }).expect(201);
    await post(url(anna.id, `/merges/${(merged as ClientMergeDto).id}/undo`)).expect(200);
    const texts = { title: anna.word, notes: anna.word, team_notes: '', attendee_name: anna.name };
    const taken = ben.appointments[0]!.id;
    await patch(`${APPOINTMENTS}/${taken}`, { client_id: anna.id, ...texts }).expect(200);
    await patch(`${APPOINTMENTS}/${anna.appointments[0]!.id}`, { client_id: ben.id }).expect(200);
    t.clock.set(NOW);
    const { data } = await handedOver(anna);
    expect(data['appointments']!.map((row) => (row as { id: string }).id)).toContain(taken);
    const said = JSON.stringify(data);
    for (const word of [ben.word, ben.phone, ben.chat_id]) expect(said).not.toContain(word);
    expect(JSON.stringify((await handedOver(ben)).data)).toContain(ben.word);
  });

  it('is handed over to a program with the rights of an operator, and the audit names it', async () => {
    const anna = await person();
    const made = { name: 'Archive', scopes: ['panel:write'] };
    const { body } = await post('/api/settings/keys', made, admin).expect(201);
    const { key } = body as { key: string };
    const { text } = await t.http.get(url(anna.id, '/data')).set('x-api-key', key).expect(200);
    expect(text).toContain(anna.word);
    const { rows } = await t.panel.query(
      `select key_name from audit_events where action = 'client.handed_over' and object = $1`,
      [`client:${anna.id}`],
    );
    expect(rows).toEqual([{ key_name: 'Archive' }]);
  });

  it('is handed over as a page in which nothing runs', async () => {
    const anna = await person();
    await patch(url(anna.id), { notes: `<script>alert('${anna.word}')</script>` }).expect(200);
    const { headers, text } = await get(url(anna.id, '/data?format=html')).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="client-data-${anna.id}.html"`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    expect(text).not.toContain('<script');
    expect(text).toContain(`&lt;script&gt;alert(&#39;${anna.word}`);
    expect(text.match(/(?<=<h2>)[^<]+/g)).toEqual(
      expect.arrayContaining(['Profil', 'Termine', 'Nachrichten']),
    );
    // Whose it is, is seen also where another client has the name.
    expect(text).toContain(`<h1>Personenbezogene Daten von ${anna.name}</h1>`);
    expect(text).toContain(anna.id);
    expect(text).toContain(`Notizen: ${anna.word} → ${anna.word} likes tea`);
    expect(text).not.toContain('<dl></dl>');
    // In the zone of the business.
    expect(text).toContain('01.03.2027, 10:00');
    for (const said of [`My card is ${anna.word}`, `Ask ${anna.word}`, `second-${anna.word}@example.com`])
      expect(text).toContain(said);

    // The client's own language goes before that of the business.
    await patch(url(anna.id), { language: 'ru' }).expect(200);
    const { text: russian } = await get(url(anna.id, '/data?format=html')).expect(200);
    expect(russian).toContain('<html lang="ru">');
    expect(russian).toContain('<dt>статус</dt><dd dir="auto">отменено</dd>');
  });

  it('erased, stands in no table and no log any more, and the appointments stay as times', async () => {
    const anna = await person();
    await eventually(() => JSON.stringify(receiver.received).includes(`Thanks, ${anna.word}`));
    expect(await copies(anna)).toEqual(
      expect.arrayContaining(
        [
          ...[
            'clients',
            'client_changes',
            'client_merges',
            'client_words',
            'appointments',
            'appointment_events',
          ],
          ...['conversations', 'conversation_notes', 'conversation_events', 'mails', 'audit_events'],
          ...['told_appointments', 'hook_deliveries', 'chat_history', 'taken_back_replies'],
        ].map((table) => `public.${table}`),
      ),
    );
    await erased(anna);
    await eventually(async () => (await copies(anna)).length === 0);
    expect(logged(anna)).toEqual([]);
    expect(server.received.filter(({ subject }) => subject?.includes('erased'))).toEqual([]);
    for (const { id, starts_at } of anna.appointments) {
      const { body } = await get(`${APPOINTMENTS}/${id}`).expect(200);
      expect(body).toMatchObject({
        client_id: null,
        client: null,
        attendee_name: null,
        notes: '',
        title: '',
      });
      expect((body as AppointmentDto).told).toBeNull();
      expect(starts_at).toContain('2027-03-');
    }
    expectProblem(await get(url(anna.id)), 410, 'erased');
    expectProblem(await get(url(anna.id, '/data')), 410, 'erased');
    expectProblem(await patch(url(anna.id), { notes: 'back' }), 410, 'erased');
  });

  it('erased, leaves what others have, also those who share a chat, a booking or a name with the person', async () => {
    const [anna, ben] = [await person(), await person()];
    const { id, conversation_id } = ben;
    // The chat was Anna's for a moment, and so was an appointment.
    await patch(`/api/conversations/${conversation_id}`, { client_id: anna.id }).expect(200);
    await patch(`/api/conversations/${conversation_id}`, { client_id: id }).expect(200);
    const moved = `${APPOINTMENTS}/${anna.appointments[0]!.id}`;
    await patch(moved, { client_id: id, title: ben.word, notes: ben.word, team_notes: '' }).expect(200);
    // Booked by an agent, who was told Anna's name and number.
    const booked_for = { client_id: id, notes: '', attendee_name: null };
    await patch(`${APPOINTMENTS}/${anna.agents_booking}`, booked_for).expect(200);
    await patch(`${APPOINTMENTS}/${ben.agents_booking}`, { team_notes: ben.word }).expect(200);
    const things = async () =>
      Promise.all(
        [url(id), url(id, '/history'), `/api/conversations/${conversation_id}/messages`].map(async (path) => {
          const { body } = await get(path).expect(200);
          return (body as Partial<PageDto<object>>).items ?? (body as object);
        }),
      );
    const [before, tables] = [await things(), await copies(ben)];
    await erased(anna);
    await eventually(async () => (await copies(anna)).length === 0);
    expect(await things()).toEqual(before);
    // The index and the relay follow within seconds.
    const lasting = tables.filter((table) => !/outbox|queue/.test(table));
    expect(await copies(ben)).toEqual(expect.arrayContaining(lasting));
    expect((await get(moved).expect(200)).body).toMatchObject({ client_id: id, title: ben.word });
  });

  it('erased, is told to other programs by ids alone, and what waited for them says no more', async () => {
    const anna = await person();
    const { body: from } = await get('/api/changes').expect(200);
    receiver.answer = (answer) => answer.writeHead(503).end();
    await patch(url(anna.id), { notes: `${anna.word} waits` }).expect(200);
    const REFUSED = 'select from hook_deliveries where object_id = $1 and response_status = 503';
    await eventually(async () => (await t.panel.query(REFUSED, [anna.id])).rowCount !== 0);
    await erased(anna);
    receiver.acceptAll();
    // When the pause after the failure is over.
    t.clock.set(new Date(Date.parse(NOW) + 10 * 60_000));
    const of = (id: string) => receiver.received.filter(({ data }) => data['id'] === id);
    const isLast = (id: string, last: string) => of(id).at(-1)?.type === last;
    await eventually(() => isLast(anna.id, 'client.deleted'));
    for (const { id } of anna.appointments)
      await eventually(() => of(id).at(-1)?.data['client'] === null && isLast(id, 'appointment.updated'));
    t.clock.set(NOW);
    const waited = of(anna.id).filter(({ type }) => type === 'client.updated');
    expect(waited.at(-1)!.data).toEqual({ id: anna.id });
    const told = of(anna.id).filter(({ type }) => type === 'client.erased' || type === 'client.deleted');
    expect(told.map(({ type, data }) => [type, data])).toEqual([
      ['client.erased', { id: anna.id }],
      ['client.deleted', { id: anna.id }],
    ]);
    const { next_cursor: after } = from as ChangesDto;
    const { body } = await get(`/api/changes?after=${after}`).expect(200);
    const changes = (body as ChangesDto).items.filter(({ object_id }) => object_id === anna.id);
    expect(changes.at(-1)).toMatchObject({ object: 'client', action: 'deleted' });
    const faultsIn = await webhookSchemas(t);
    expect(
      receiver.received.flatMap((one) =>
        faultsIn({ timestamp: NOW, ...one }).map((fault) => `${one.type}${fault}`),
      ),
    ).toEqual([]);
  });

  it('erased, is certified without a name, and so is the audit', async () => {
    const anna = await person();
    const { rows: merged } = await t.panel.query<{ id: string }>(
      'select merged_id as id from client_merges where client_id = $1',
      [anna.id],
    );
    const { body: begun } = await erase(anna).expect(202);
    expect(begun).toMatchObject({ client_id: anna.id, job: 'erase-clients', step: 'messages' });
    // Asked for twice, it is done once.
    await erase(anna).expect(202);
    await job();
    const certificate = await erasure(anna.id);
    expect(certificate).toMatchObject({
      step: 'done',
      requested_by: 'The admin',
      finished_at: expect.any(String),
    });
    expect(certificate.erased).toEqual(
      expect.arrayContaining([
        { table: 'clients', rows: 1 },
        { table: 'appointments', rows: 3 },
        { table: 'chat_history', rows: expect.any(Number) },
      ]),
    );
    const { body } = await get(`/api/settings/audit?object=client:${anna.id}`, admin).expect(200);
    const { items } = body as PageDto<AuditEventDto>;
    expect(items.filter(({ action }) => action === 'client.erased')).toMatchObject([
      { object_name: null, user: { name: 'The admin' } },
    ]);
    expect(JSON.stringify([certificate, items])).not.toContain(anna.word);
    await job();
    expect(await erasure(anna.id)).toEqual(certificate);
    expectProblem(await erase(anna), 410, 'erased');
    for (const { id } of [anna, ...merged]) expectProblem(await get(url(id)), 410, 'erased');
    const { conversation_id } = await chats.begin(anna.chat_id);
    expect(conversation_id).not.toBe(anna.conversation_id);
  });

  it('to be erased, has to be named by an admin', async () => {
    const anna = await person();
    const wrong = await erase({ ...anna, name: 'Anna' });
    expectProblem(wrong, 400, 'invalid_request');
    expect(refusedFields(wrong)).toEqual([['name', 'incorrect']]);
    expectProblem(await erase(anna, operator), 403, 'forbidden');
    expectProblem(await erase({ ...anna, id: randomUUID() }), 404, 'not_found');
    expectProblem(await get(url(anna.id, '/erasure'), admin), 404, 'not_found');
    await get(url(anna.id)).expect(200);
  });

  it('deleted before, is erased by the id from what the deletion left', async () => {
    const word = `canary${randomUUID().slice(0, 8)}`;
    const phone = `+4366014${String(++made).padStart(5, '0')}`;
    const fields = { name: `Anna ${word}`, phone, notes: word };
    const { id, name } = (await post('/api/clients', fields).expect(201)).body as ClientDto;
    const { chat_id } = await chats.begin(newChat(), {
      contact: { name, phone },
      message: says('user', `My card is ${word}`),
    });
    const tied = await chats.begin(newChat(), { message: says('user', `Tied by hand: ${word}`) });
    await patch(`/api/conversations/${tied.conversation_id}`, { client_id: id }).expect(200);
    const others = await chats.begin(newChat(), { message: says('user', 'Not hers') });
    for (const client_id of [id, null])
      await patch(`/api/conversations/${others.conversation_id}`, { client_id }).expect(200);
    await t.http.delete(url(id)).set(admin.bearer).expect(204);
    expect(await copiesOf(t, word)).toEqual(expect.arrayContaining(['public.audit_events']));
    expectProblem(await erase({ id, name: 'Anna' }), 400, 'invalid_request');
    await erase({ id, name }).expect(202);
    await job();
    expect(await erasure(id)).toMatchObject({ step: 'done', requested_by: 'The admin' });
    for (const one of [word, phone.slice(3), chat_id])
      await eventually(async () => (await copiesOf(t, one)).length === 0);
    expectProblem(await erase({ id, name }), 410, 'erased');
    expect(await chats.texts(others.conversation_id)).toEqual(['Not hers']);
  });

  it('is erased with the request: nobody merges, deletes or takes it apart any more', async () => {
    const [anna, ben] = [await person(), await person()];
    const { body: merges } = await get(url(anna.id, '/merges')).expect(200);
    const [merge] = (merges as PageDto<ClientMergeDto>).items;
    const answers = await atOnce(4, () => erase(anna));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expectProblem(await post(url(ben.id, '/merges'), { client_id: anna.id }), 400, 'invalid_request');
    expectProblem(await post(url(anna.id, `/merges/${merge!.id}/undo`)), 404, 'not_found');
    expectProblem(await t.http.delete(url(anna.id)).set(admin.bearer), 410, 'erased');
    await job();
    expect(await erasure(anna.id)).toMatchObject({ step: 'done' });
    await eventually(async () => (await copies(anna)).length === 0);
  });

  it('is not brought back by what an agent repeats before the job has come to the chat; what is new is kept', async () => {
    const anna = await person();
    const contact = { name: anna.name, phone: anna.phone };
    await erase(anna).expect(202);
    const again = await atOnce(3, () =>
      chats.ping({ chat_id: anna.chat_id, contact, message: says('user', `My card is ${anna.word}`, 'e1') }),
    );
    expect(again.map(({ conversation_id, known }) => [conversation_id, known])).toEqual(
      again.map(() => [null, 'erased']),
    );
    await eventually(async () =>
      (await copies(anna)).every((table) => /outbox|queue|search|index/.test(table)),
    );
    const { conversation_id } = await chats.ping({
      chat_id: anna.chat_id,
      message: says('user', 'New', 'n1'),
    });
    await job();
    expect(await erasure(anna.id)).toMatchObject({ step: 'done' });
    expect(await chats.texts(conversation_id)).toEqual(['New']);
  });

  it('is not brought back by a ping on its way, wherever that had come to', async () => {
    const messages = t.app.get(ChatMessagesService, { strict: false });
    const inFlight = (anna: Person) =>
      chats.ping({
        chat_id: anna.chat_id,
        contact: { name: anna.name, phone: anna.phone },
        message: says('user', `Hello from ${anna.word}`, 'f1'),
      });

    const waits = await person();
    const holder = await t.memory.connect();
    await holder.query('begin');
    await holder.query('select from chats where chat_id = $1 for update', [waits.chat_id]);
    const stores = inFlight(waits);
    await eventually(async () => (await t.memory.query(WAITS_FOR_LOCK)).rowCount !== 0);
    await erase(waits).expect(202);
    await holder.query('rollback');
    holder.release();
    const stored = await stores;

    const reads = await person();
    const real = messages.catchUp.bind(messages);
    const spy = jest.spyOn(messages, 'catchUp').mockImplementationOnce(async (...given) => {
      const chat = await real(...given);
      await erased(reads);
      return chat;
    });
    const changed = await inFlight(reads);
    spy.mockRestore();
    for (const ping of [stored, changed])
      expect(ping).toMatchObject({ conversation_id: null, known: 'erased' });
    await job();
    for (const anna of [waits, reads]) await eventually(async () => (await copies(anna)).length === 0);
  });

  it('brought back by a restore, is gone before the server serves, also behind somebody with many chats', async () => {
    const [many, anna] = [await person(), await person()];
    for (const { id } of [many, anna])
      await t.panel.query('insert into client_erasures (client_id) values ($1)', [id]);
    await t.app.get(ErasuresService).onModuleInit();
    for (const { id } of [many, anna]) {
      expectProblem(await get(url(id)), 410, 'erased');
      expect(await erasure(id)).toMatchObject({ step: 'messages' });
    }
    await job();
    await eventually(async () => (await copies(anna)).length === 0);
  });

  it('merged or deleted at the same time, is erased or still there, and never half', async () => {
    for (let round = 0; round < rounds(4, 20); round++) {
      const [anna, ben] = [await person(), await person()];
      const [asked] = await Promise.all([erase(anna), post(url(ben.id, '/merges'), { client_id: anna.id })]);
      await job();
      if (asked.status === 202) await eventually(async () => (await copies(anna)).length === 0);
      else {
        expectProblem(asked, 404, 'not_found');
        expect((await get(url(ben.id)).expect(200)).body).toMatchObject({
          other_phones: [{ phone: anna.phone }],
        });
      }
    }
  });

  it('erased, is not brought back by a repeat of what was erased', async () => {
    const anna = await person();
    await erased(anna);
    const contact = { name: anna.name, phone: anna.phone };
    const again = await chats.ping({
      chat_id: anna.chat_id,
      contact,
      message: says('user', `My card is ${anna.word}`, 'e1'),
    });
    expect(again).toMatchObject({ conversation_id: null, message_id: null, created: false, known: 'erased' });
    await eventually(async () => (await copies(anna)).length === 0);
  });

  /** A process that dies has committed a step, or not. */
  it('is erased wherever the process dies meanwhile', async () => {
    const [rows, messages] = [
      t.app.get(ErasuresRepository),
      t.app.get(ChatErasingService, { strict: false }),
    ];
    const DEATHS = [
      [messages, 'erase'],
      [rows, 'eraseChat'],
      [rows, 'update'],
      [rows, 'eraseWaitingChat'],
    ] as const;
    for (let round = 0; round < rounds(8, 24); round++) {
      const anna = await person();
      await erase(anna).expect(202);
      const [of, step] = DEATHS[round % DEATHS.length]!;
      const dying = of as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
      const real = dying[step]!.bind(of);
      const isAfter = Math.floor(round / DEATHS.length) % 2 === 1;
      const spy = jest.spyOn(dying, step).mockImplementationOnce(async (...given) => {
        if (isAfter) await real(...given);
        throw new Error('killed');
      });
      await expect(job()).rejects.toThrow('killed');
      spy.mockRestore();
      await job();
      expect(await erasure(anna.id)).toMatchObject({ step: 'done' });
      await eventually(async () => (await copies(anna)).length === 0);
    }
  });
});
