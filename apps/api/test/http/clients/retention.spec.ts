import type {
  AuditEventDto,
  ClientDto,
  ErasureDto,
  PageDto,
  RetentionDto,
  RetentionMonthsDto,
  RetentionPreviewDto,
} from '@groupless/shared-dto';
import { ErasuresRepository } from '../../../src/personal-data/erasures.repository';
import { ErasuresService } from '../../../src/personal-data/erasures.service';
import { RetentionService } from '../../../src/retention/retention.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, booked, setAgent } from '../../harness/data/appointments';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { atOnce, eventually } from '../../harness/data/times';
import { copiesOf } from '../../harness/databases/copies';
import { emptyTables } from '../../harness/databases/empty-tables';
import { expectProblem, refusedFields } from '../../harness/http/problems';

const PATH = '/api/settings/retention';
const LONG_AGO = '2027-03-01T09:00:00.000Z';
const RECENTLY = '2029-02-01T09:00:00.000Z';
const NOW = '2029-03-01T09:00:00.000Z';
const KEPT: RetentionMonthsDto = {
  ...{ conversations: null, clients: null, cancelled_appointments: null, mails: null, logs: null },
};

describe('how long data of persons are kept', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  /** Entries about what the tests before had removed. */
  let earlier: string[] = [];
  beforeAll(async () => {
    t = await startServedApp({ environment: { MAIL_RETENTION_DAYS: '0', AUDIT_RETENTION_DAYS: '0' } });
    await setAgent(t, { enabled: true });
  });
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients', 'conversations', 'appointments', 'mails', 'client_erasures');
    await emptyTables(t.panel, 'told_appointments', 'client_changes');
    await emptyTables(t.memory, 'chats', 'chat_history', 'taken_back_replies');
    await t.panel.query(`update retention_settings set months = '{}'`);
    await at(LONG_AGO);
    earlier = (await audit('retention.removed')).map(({ id }) => id);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => t.close());

  async function at(time: string): Promise<void> {
    t.clock.set(time);
    admin = await signIn(t);
  }
  const get = (path: string) => t.http.get(path).set(admin.bearer);
  const post = (path: string, body: object) => t.http.post(path).set(admin.bearer).send(body);
  const patch = (path: string, body: object) => t.http.patch(path).set(admin.bearer).send(body);
  const put = (months: object, headers: object = {}) =>
    t.http
      .put(PATH)
      .set({ ...admin.bearer, ...headers })
      .send({ months });
  const sweep = () => t.app.get(RetentionService).removeOld();
  const preview = async (months: Partial<RetentionMonthsDto>) => {
    const { body } = await post(`${PATH}/preview`, { months: { ...KEPT, ...months } }).expect(200);
    return (body as RetentionPreviewDto).items.map(({ what, count, count_is_exact }) => [
      what,
      count,
      count_is_exact,
    ]);
  };
  const audit = async (action: string) => {
    const { body } = await get(`/api/settings/audit?action=${action}`).expect(200);
    return (body as PageDto<AuditEventDto>).items;
  };
  const removals = async () => (await audit('retention.removed')).filter(({ id }) => !earlier.includes(id));
  const client = async (name: string, more: object = {}) =>
    (await post('/api/clients', { name, ...more }).expect(201)).body as ClientDto;
  const isThere = async (path: string) => (await get(path)).status === 200;
  const conversations = () => new Conversations(t, admin);
  let numbers = 0;
  const number = () => `+4366013${String(++numbers).padStart(5, '0')}`;

  it('is at first kept, is changed by admins over what they read, and stands in the audit', async () => {
    const { body, headers } = await get(PATH).expect(200);
    const nothing = { conversations: null, mails: null, logs: null };
    expect(body).toEqual({ months: KEPT, environment_days: nothing } satisfies RetentionDto);
    const months = { ...KEPT, clients: 36, mails: 12 };
    const etag = headers['etag'] ?? '';
    const stored = await put(months, { 'if-match': etag }).expect(200);
    expect(stored.body).toEqual({ months, environment_days: nothing });
    expectProblem(await put(KEPT, { 'if-match': etag }), 412, 'version_mismatch');
    expect((await get(PATH).expect(200)).body).toEqual(stored.body);
    // As it was read.
    await t.http.put(PATH).set(admin.bearer).send(stored.body).expect(200);
    const [, entry] = (await audit('settings.updated')).filter(
      ({ object }) => object === 'settings:retention',
    );
    expect(entry).toMatchObject({ user: { id: admin.id }, details: { clients: 36, mails: 12 } });
    expect(refusedFields(await put({ ...months, clients: 0 }))).toEqual([['months.clients', 'out_of_range']]);
    expect(refusedFields(await put({ clients: 3 }))).toContainEqual(['months.logs', 'required']);
    const operator = await signIn(t, { role: 'operator' });
    for (const send of [
      t.http.get(PATH),
      t.http.put(PATH).send({ months }),
      t.http.post(`${PATH}/preview`).send({ months }),
    ])
      expectProblem(await send.set(operator.bearer), 403, 'forbidden');
  });

  it('of clients goes by the last sign of each, whatever that is, and says before what goes', async () => {
    // All of one name: who goes, goes by the id.
    const quiet = await client('Anna Novak', { phone: number(), email: 'anna@example.com', notes: 'Tea' });
    const chat = await conversations().begin(newChat(), { contact: { name: 'Anna', phone: quiet.phone! } });
    expect(await conversations().get(chat.conversation_id)).toMatchObject({ client_id: quiet.id });
    const past = await booked(t, admin, { client_id: quiet.id, starts_at: '2027-03-02T09:00:00Z' });
    const namesake = await client('Anna Novak', { phone: number() });
    const signs: Record<string, ClientDto> = {};
    for (const sign of ['edit', 'coming', 'moved', 'message', 'untied', 'mail', 'waits'])
      signs[sign] = await client('Anna Novak', { phone: number() });
    const begin = (of: ClientDto, chat_id = newChat()) =>
      conversations().begin(chat_id, { contact: { name: of.name, phone: of.phone! } });
    const [message, waits, untied] = [
      await begin(signs['message']!),
      await begin(signs['waits']!),
      await begin(signs['untied']!),
    ];
    await conversations().patch(waits.conversation_id, { status: 'needs_human' }).expect(200);
    await conversations().patch(untied.conversation_id, { status: 'closed' }).expect(200);
    await t.panel.query('update conversations set client_id = null, is_client_chosen = false where id = $1', [
      untied.conversation_id,
    ]);
    const moved = await booked(t, admin, {
      client_id: signs['moved']!.id,
      starts_at: '2027-03-03T09:00:00Z',
    });

    await at(RECENTLY);
    await patch(`/api/clients/${signs['edit']!.id}`, { notes: 'Coffee' }).expect(200);
    await booked(t, admin, { client_id: signs['coming']!.id, starts_at: '2029-06-05T09:00:00Z' });
    await patch(`${APPOINTMENTS}/${moved.id}`, { team_notes: 'Came late' }).expect(200);
    await begin(signs['message']!, message.chat_id);
    await t.panel.query(`update conversations set last_message_at = $2 where id = $1`, [
      untied.conversation_id,
      RECENTLY,
    ]);
    await t.panel.query(
      `insert into mails (id, kind, recipient, subject, status, client_id, created_at)
       values (gen_random_uuid(), 'booked', 'a@example.com', '', 'sent', $1, $2)`,
      [signs['mail']!.id, RECENTLY],
    );

    await at(NOW);
    const read = (await get(`/api/clients/${quiet.id}`).expect(200)).body as object;
    expect(await preview({ clients: 12 })).toEqual([['clients', 2, true]]);
    expect(await preview({ clients: 36 })).toEqual([['clients', 0, true]]);
    expect((await get(`/api/clients/${quiet.id}`)).body).toEqual(read);
    await sweep();
    expect(await isThere(`/api/clients/${quiet.id}`)).toBe(true);

    await put({ ...KEPT, clients: 12 }).expect(200);
    await sweep();
    expectProblem(await get(`/api/clients/${quiet.id}`), 410, 'erased');
    expectProblem(await get(`/api/clients/${namesake.id}`), 410, 'erased');
    for (const [sign, { id }] of Object.entries(signs))
      expect([sign, await isThere(`/api/clients/${id}`)]).toEqual([sign, true]);
    await t.app.get(ErasuresService).run({}, new AbortController().signal);
    const { body: erasure } = await get(`/api/clients/${quiet.id}/erasure`).expect(200);
    expect(erasure).toMatchObject({ step: 'done', requested_by: null } satisfies Partial<ErasureDto>);
    expect(await copiesOf(t, 'anna@example.com')).toEqual([]);
    expect(await copiesOf(t, chat.chat_id)).toEqual([]);
    expect((await get(`${APPOINTMENTS}/${past.id}`).expect(200)).body).toMatchObject({ client: null });
    expect((await removals()).map(({ user, object, details }) => [user, object, details])).toEqual([
      [null, 'settings:retention', { what: 'clients', count: 2 }],
    ]);
    await sweep();
    expect(await removals()).toHaveLength(1);
  });

  it('of clients leaves one of whom a sign comes while the others go', async () => {
    const [quiet, back] = [await client('Anna'), await client('Anna')];
    await at(NOW);
    await put({ ...KEPT, clients: 12 }).expect(200);
    const erasures = t.app.get(ErasuresRepository);
    const erase = erasures.eraseQuietClient.bind(erasures);
    jest.spyOn(erasures, 'eraseQuietClient').mockImplementation(async (id, ...rest) => {
      if (id === back.id) await booked(t, admin, { client_id: id, starts_at: '2029-06-05T09:00:00Z' });
      return erase(id, ...rest);
    });
    await sweep();
    expect(await isThere(`/api/clients/${back.id}`)).toBe(true);
    expect(await isThere(`/api/clients/${quiet.id}`)).toBe(false);
    const { rows } = await t.panel.query('select from client_erasures where client_id = $1', [back.id]);
    expect(rows).toEqual([]);
  });

  it('goes on where a failure or another process cut it off, each client once', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) ids.push((await client(`Anna ${i}`)).id);
    await at(NOW);
    await put({ ...KEPT, clients: 12 }).expect(200);
    const erasures = t.app.get(ErasuresRepository);
    const erase = erasures.eraseQuietClient.bind(erasures);
    let left = 3;
    const spy = jest.spyOn(erasures, 'eraseQuietClient').mockImplementation((...given) => {
      if (left-- === 0) throw new Error('away');
      return erase(...given);
    });
    await expect(sweep()).rejects.toThrow('not removed: clients.');
    const there = async () =>
      (await Promise.all(ids.map((id) => isThere(`/api/clients/${id}`)))).filter(Boolean);
    expect(await there()).toHaveLength(5);
    spy.mockRestore();
    await atOnce(3, sweep);
    expect(await there()).toHaveLength(0);
    const { rows } = await t.panel.query('select client_id from client_erasures');
    expect(rows).toHaveLength(8);
    const counts = (await removals()).map(({ details }) => Number(details['count']));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('of conversations takes words, and with the last one all of the conversation, but for those that wait for the team', async () => {
    const chats = conversations();
    const old = await chats.begin(newChat(), { message: says('user', 'An old secret', 'a') });
    await post(`/api/conversations/${old.conversation_id}/notes`, { text: 'A note' }).expect(201);
    const lasting = await chats.begin(newChat(), { message: says('user', 'An old word', 'b') });
    const waits = await chats.begin(newChat(), { message: says('user', 'Help', 'c') });
    await chats.post(waits.conversation_id, 'takeover').expect(200);
    const { body: reply } = await chats.reply(waits.conversation_id, 'Taken back').expect(201);
    await t.http
      .delete(`/api/conversations/${waits.conversation_id}/messages/${(reply as { id: number }).id}`)
      .set(admin.bearer)
      .expect(204);
    await chats.patch(waits.conversation_id, { status: 'needs_human' }).expect(200);
    await at(RECENTLY);
    await conversations().ping({ chat_id: lasting.chat_id, message: says('assistant', 'A new word', 'd') });
    await at(NOW);
    expect(await preview({ conversations: 12 })).toEqual([
      ['messages', 2, true],
      ['conversations', 1, true],
    ]);
    await put({ ...KEPT, conversations: 12 }).expect(200);
    await sweep();
    expect(await isThere(`/api/conversations/${old.conversation_id}`)).toBe(false);
    expect(await conversations().texts(lasting.conversation_id)).toEqual(['A new word']);
    expect(await conversations().get(waits.conversation_id)).toMatchObject({ status: 'needs_human' });
    expect(await conversations().texts(waits.conversation_id)).toEqual(['Help', 'Taken back']);
    await eventually(async () => (await copiesOf(t, old.chat_id)).length === 0);
    const counts = (await removals()).map(({ details }) => [details['what'], details['count']]);
    expect(Object.fromEntries(counts)).toEqual({ conversations: 1, messages: 2 });
    expect((await preview({ conversations: 12 })).map(([, count]) => count)).toEqual([0, 0]);
    // It begins anew with its next message.
    await conversations().ping({ chat_id: old.chat_id, message: says('user', 'Back again', 'e') });
    const { body } = await get('/api/conversations?search=Back').expect(200);
    const [again] = (body as PageDto<{ id: string; takeovers: number }>).items;
    expect(again!.id).not.toBe(old.conversation_id);
    expect(await conversations().texts(again!.id)).toEqual(['Back again']);
  });

  it('of conversations leaves one in which somebody writes meanwhile', async () => {
    const { chat_id, conversation_id } = await conversations().begin(newChat(), {
      message: says('user', 'Old', 'a'),
    });
    await at(NOW);
    await put({ ...KEPT, conversations: 12 }).expect(200);
    const erasures = t.app.get(ErasuresRepository);
    const erase = erasures.eraseQuietConversations.bind(erasures);
    jest.spyOn(erasures, 'eraseQuietConversations').mockImplementation(async (...given) => {
      await conversations().ping({ chat_id, message: says('user', 'New', 'b') });
      return erase(...given);
    });
    await sweep();
    expect(await conversations().texts(conversation_id)).toEqual(['New']);
  });

  it('of cancelled appointments counts from their time, and tells nobody of them', async () => {
    const { id: client_id } = await client('Anna', { email: 'anna@example.com' });
    const cancel = async (starts_at: string) => {
      const { id } = await booked(t, admin, { client_id, starts_at });
      await patch(`${APPOINTMENTS}/${id}`, { status: 'cancelled' }).expect(200);
      return id;
    };
    const [old, young] = [await cancel('2027-03-02T09:00:00Z'), await cancel('2029-02-05T09:00:00Z')];
    const { id: held } = await booked(t, admin, { client_id, starts_at: '2027-03-02T09:00:00Z' });
    await at(NOW);
    expect(await preview({ cancelled_appointments: 6 })).toEqual([['appointments', 1, true]]);
    await put({ ...KEPT, cancelled_appointments: 6 }).expect(200);
    await sweep();
    expect(await isThere(`${APPOINTMENTS}/${old}`)).toBe(false);
    for (const id of [young, held]) expect(await isThere(`${APPOINTMENTS}/${id}`)).toBe(true);
    const { rows } = await t.panel.query('select from told_appointments where appointment_id = $1', [old]);
    expect(rows).toEqual([]);
    expect(await removals()).toHaveLength(1);
  });

  it('of mails and logs counts and takes those of before', async () => {
    const { id } = await client('Anna');
    await patch(`/api/clients/${id}`, { notes: 'Tea' }).expect(200);
    const { conversation_id } = await conversations().begin();
    const { body: note } = await post(`/api/conversations/${conversation_id}/notes`, { text: 'A note' });
    await t.http
      .delete(`/api/conversations/${conversation_id}/notes/${(note as { id: string }).id}`)
      .set(admin.bearer)
      .expect(204);
    const MAIL = `insert into mails (id, kind, recipient, subject, status, created_at)
      values (gen_random_uuid(), 'booked', 'a@example.com', '', 'sent', $1)`;
    for (const time of [LONG_AGO, RECENTLY]) await t.panel.query(MAIL, [time]);
    await at(NOW);
    const { rows } = await t.panel.query<{ count: number }>(
      'select count(*)::int as count from audit_events where at < $1',
      [RECENTLY],
    );
    expect(await preview({ mails: 12, logs: 12 })).toEqual([
      ['mails', 1, true],
      ['audit_events', rows[0]!.count, true],
      ['client_changes', 1, true],
      ['conversation_notes', 1, true],
    ]);
    await put({ ...KEPT, mails: 12, logs: 12 }).expect(200);
    await sweep();
    for (const [table, left] of [
      ['mails', 1],
      ['client_changes', 0],
      ['conversation_notes', 0],
    ] as const)
      expect((await t.panel.query(`select from ${table}`)).rowCount).toBe(left);
    // The database lets nobody remove an entry of its last month, and its clock is behind this one.
    expect((await removals()).map(({ details }) => details['what']).sort()).toEqual([
      'client_changes',
      'conversation_notes',
      'mails',
    ]);
  });
});
