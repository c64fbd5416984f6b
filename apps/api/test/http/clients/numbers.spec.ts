import type { ClientDto, ClientMergeDto, PageDto } from '@groupless/shared-dto';
import { ClientContactsService } from '../../../src/clients/contacts/client-contacts.service';
import { EventsService } from '../../../src/events/events.service';
import { APPOINTMENTS, AS_AGENT, bookingAt, setAgent } from '../../harness/data/appointments';
import { Conversations } from '../../harness/data/conversations';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const MOBILE = '+436641234567';
const OFFICE = '+4315341517';

describe('whose number it is', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let chats: Conversations;
  beforeAll(async () => {
    t = await startServedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set('2027-03-01T09:00:00.000Z');
    operator = await signIn(t, { role: 'operator' });
    chats = new Conversations(t, operator);
    await emptyTables(t.panel, 'clients', 'client_merges', 'client_words');
    await setAgent(t, { agent_hours: 'any' });
  });

  const post = (path: string, body?: object) => t.http.post(path).set(operator.bearer).send(body);
  const patch = (id: string, body: object) =>
    t.http.patch(`/api/clients/${id}`).set(operator.bearer).send(body);
  const add = (body: object) => post('/api/clients', body);
  const made = async (body: object) => (await add(body).expect(201)).body as ClientDto;
  const read = async (id: string) =>
    (await t.http.get(`/api/clients/${id}`).set(operator.bearer).expect(200)).body as ClientDto;
  const merge = async (kept: ClientDto, other: ClientDto) =>
    (await post(`/api/clients/${kept.id}/merges`, { client_id: other.id }).expect(201))
      .body as ClientMergeDto;
  let hour = 8;
  const bookedFor = async (client: object) => {
    const day = String(2 + Math.floor(++hour / 8)).padStart(2, '0');
    const starts_at = `2027-03-${day}T${String(9 + (hour % 8)).padStart(2, '0')}:00:00Z`;
    const answer = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(starts_at, { client }));
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return (answer.body as { client_id: string }).client_id;
  };
  const tiedTo = async (phone: string, name = 'Somebody') => {
    const { conversation_id } = await chats.begin(undefined, { contact: { phone, name } });
    return (await chats.get(conversation_id)).client_id;
  };

  it('is the client’s in bookings, chats and the check for duplicates, whichever of its numbers it is', async () => {
    const petra = await made({
      name: 'Petra',
      phone: '+43 664 1234567',
      other_phones: [{ phone: '+43 1 5341517', label: 'Office' }, { phone: '+43 1 5341518' }],
    });
    expect(petra).toMatchObject({
      phone: MOBILE,
      other_phones: [
        { phone: OFFICE, label: 'Office' },
        { phone: '+4315341518', label: '' },
      ],
    });
    for (const phone of [MOBILE, OFFICE, '+43 1 5341518']) {
      expect(await bookedFor({ name: 'P', phone })).toBe(petra.id);
      expect(await tiedTo(phone)).toBe(petra.id);
      const refused = expectProblem(await add({ name: 'x', phone }), 409, 'duplicate_client');
      expect(refused.client_ids).toEqual([petra.id]);
      expectProblem(await add({ name: 'x', other_phones: [{ phone }] }), 409, 'duplicate_client');
    }
    const { items } = (await t.http.get('/api/clients?search=5341517').set(operator.bearer))
      .body as PageDto<ClientDto>;
    expect(items.map(({ id }) => id)).toEqual([petra.id]);
  });

  it('is the client’s after a merge, shown with the other’s name, until somebody takes it off', async () => {
    const petra = await made({ name: 'Petra Merge', phone: MOBILE });
    const other = await made({ name: 'P. Merge', phone: OFFICE, other_phones: [{ phone: '+43 1 5341518' }] });
    const merged = await merge(petra, other);
    expect((await read(petra.id)).other_phones).toEqual([
      { phone: OFFICE, label: 'P. Merge' },
      { phone: '+4315341518', label: '' },
    ]);
    for (const phone of [OFFICE, '+4315341518']) {
      expect(await tiedTo(phone)).toBe(petra.id);
      expect(await bookedFor({ name: 'P', phone })).toBe(petra.id);
      expect(expectProblem(await add({ name: 'x', phone }), 409, 'duplicate_client').client_ids).toEqual([
        petra.id,
      ]);
    }
    await patch(petra.id, { other_phones: [] }).expect(200);
    expect(await tiedTo(OFFICE)).toBeNull();
    const third = await made({ name: 'Third', phone: OFFICE });
    expect(await bookedFor({ name: 'P', phone: OFFICE })).toBe(third.id);
    await post(`/api/clients/${petra.id}/merges/${merged.id}/undo`).expect(200);
    expect(await read(other.id)).toMatchObject({ phone: OFFICE, other_phones: [{ phone: '+4315341518' }] });
    expect(await read(petra.id)).toMatchObject({ phone: MOBILE, other_phones: [] });
  });

  it('is nobody’s once it is taken off as the first phone, which a merge brought', async () => {
    const petra = await made({ name: 'Petra' });
    await merge(petra, await made({ name: 'P.', phone: OFFICE }));
    expect(await read(petra.id)).toMatchObject({ phone: OFFICE });
    await patch(petra.id, { phone: null }).expect(200);
    expect(await tiedTo(OFFICE)).toBeNull();
    const other = await made({ name: 'Other', phone: OFFICE });
    expect(await bookedFor({ name: 'P', phone: OFFICE })).toBe(other.id);
  });

  it('finds the one who has more numbers than a client shows, after merges', async () => {
    const petra = await made({ name: 'Petra', phone: MOBILE });
    for (let n = 1; n <= 6; n++)
      await merge(petra, await made({ name: `P${n}`, phone: `+4315341${600 + n}` }));
    expect((await read(petra.id)).other_phones).toHaveLength(5);
    expect(await bookedFor({ name: 'P', phone: '+4315341606' })).toBe(petra.id);
    expect(await tiedTo('+4315341606')).toBe(petra.id);
  });

  it('of several clients is of the one whose name fits, else of the one who was active last', async () => {
    const mother = await made({ name: 'Maria Huber', phone: MOBILE });
    const son = await made({ name: 'Max Huber', phone: MOBILE, allow_duplicate: true });
    const child = await made({ name: 'Mia Huber', other_phones: [{ phone: MOBILE }], allow_duplicate: true });
    expect(await bookedFor({ name: 'Huber Max', phone: MOBILE })).toBe(son.id);
    expect(await bookedFor({ name: 'Frau Huber, Maria', phone: MOBILE })).toBe(mother.id);
    expect(await bookedFor({ name: 'Mia', phone: MOBILE })).toBe(child.id);
    t.clock.set('2027-03-01T09:05:00.000Z');
    expect(await bookedFor({ name: 'Maria Huber', phone: MOBILE })).toBe(mother.id);
    expect(await bookedFor({ name: 'Somebody', phone: MOBILE })).toBe(mother.id);
    expect(await tiedTo(MOBILE, 'Max Huber')).toBe(son.id);
    expect(await tiedTo(MOBILE)).toBeNull();
  });

  it('keeps an extension apart, which finds nobody and goes with its number', async () => {
    const client = await made({ name: 'Firm', phone: '+43 1 5341517 DW 22' });
    expect(client).toMatchObject({ phone: OFFICE, extension: '22' });
    expectProblem(await add({ name: 'x', phone: '+43 1 5341517 ext. 5' }), 409, 'duplicate_client');
    expect((await patch(client.id, { phone: OFFICE }).expect(200)).body).toMatchObject({ extension: '22' });
    expect((await patch(client.id, { phone: MOBILE }).expect(200)).body).toMatchObject({ extension: null });
    const { body } = await patch(client.id, { phone: `${OFFICE} x7`, extension: null }).expect(200);
    expect(body).toMatchObject({ phone: OFFICE, extension: '7' });
    expect((await patch(client.id, { extension: null }).expect(200)).body).toMatchObject({ extension: null });
  });

  it('keeps the extension that an agent heard, with the client that it makes', async () => {
    const client = { name: 'Office', phone: '+1 212 555 0177 ext. 45' };
    const starts_at = new Date(t.clock.now().getTime() + 86_400_000 * 3).toISOString();
    await setAgent(t, { agent_hours: 'any' });
    const { body } = await t.http.post(APPOINTMENTS).set(AS_AGENT).send({ client, starts_at }).expect(201);
    const made = await t.http
      .get(`/api/clients/${(body as { client_id: string }).client_id}`)
      .set(operator.bearer)
      .expect(200);
    expect(made.body).toMatchObject({ phone: '+12125550177', extension: '45' });
  });

  it('takes a second number in the field of the first, and no number twice', async () => {
    const both = await made({ name: 'Two', phone: '+43 664 1234567 / +43 1 5341517' });
    expect(both).toMatchObject({ phone: MOBILE, other_phones: [{ phone: OFFICE, label: '' }] });
    const { body } = await patch(both.id, { phone: OFFICE }).expect(200);
    expect(body).toMatchObject({ phone: OFFICE, other_phones: [] });
    const twice = [{ phone: MOBILE }, { phone: '+43 664 123 45 67', label: 'Mobile' }, { phone: OFFICE }];
    const { other_phones } = (await patch(both.id, { phone: OFFICE, other_phones: twice }).expect(200))
      .body as ClientDto;
    expect(other_phones).toEqual([{ phone: MOBILE, label: 'Mobile' }]);
  });

  it('stands once, also where the others are sent with the first one', async () => {
    const { id } = await made({ name: 'Once', phone: MOBILE });
    const other_phones = [{ phone: MOBILE }, { phone: OFFICE }];
    await patch(id, { other_phones }).expect(200);
    expect(await read(id)).toMatchObject({ phone: MOBILE, other_phones: [{ phone: OFFICE, label: '' }] });
  });

  it('tells open panels of the chats that follow it', async () => {
    const announce = jest.spyOn(t.app.get(EventsService, { strict: false }), 'announce');
    const told = () =>
      announce.mock.calls.filter(([type, id]) => type === 'conversation.updated' && id === null).length;
    const { id } = await made({ name: 'Anna', phone: MOBILE });
    expect(told()).toBe(1);
    await patch(id, { name: 'Anna Maria' }).expect(200);
    expect(told()).toBe(2);
    await patch(id, { company: 'ACME' }).expect(200);
    expect(told()).toBe(2);
    await bookedFor({ name: 'New', phone: OFFICE });
    expect(told()).toBe(3);
    announce.mockRestore();
  });

  it('warns of a number that is possible but not valid, and stores it', async () => {
    const { body } = await add({ name: 'x', phone: '+43 1234' }).expect(201);
    expect(body).toMatchObject({ phone: '+431234', warnings: [{ field: 'phone', code: 'unlikely_phone' }] });
    expect(await read((body as ClientDto).id)).not.toHaveProperty('warnings');
    expectProblem(await add({ name: 'x', other_phones: [{ phone: 'none' }] }), 400, 'invalid_phone');
  });

  it('comes and goes by files', async () => {
    const client = await made({
      name: 'Firm',
      phone: `${OFFICE} x7`,
      other_phones: [{ phone: MOBILE, label: 'A, (b)' }],
    });
    const { text } = await t.http.get('/api/clients/export.csv').set(operator.bearer).expect(200);
    await emptyTables(t.panel, 'clients');
    const csv = { ...operator.bearer, 'content-type': 'text/csv' };
    await t.http.post('/api/clients/import').set(csv).send(text).expect(200);
    expect(await read(client.id)).toEqual(client);
    const known =
      'name,phone,other_phones\nAgain,+43 664 1234567,\nToo,,+43 1 5341517\nNew,+43 664 999 8877,\n';
    const { body } = await t.http.post('/api/clients/import').set(csv).send(known).expect(200);
    expect(body).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 1,
      updated: 0,
      skipped: 2,
      failed: [],
    });
  });

  it('brings an archived client back who books or writes, and says so in the timeline', async () => {
    const client = await made({ name: 'Archie', phone: MOBILE });
    for (const comesBack of [() => bookedFor({ name: 'Archie', phone: MOBILE }), () => tiedTo(MOBILE)]) {
      await patch(client.id, { status: 'archived' }).expect(200);
      await comesBack();
      expect(await read(client.id)).toMatchObject({ status: 'active' });
    }
    const timeline = (await t.http.get(`/api/clients/${client.id}/timeline`).set(operator.bearer))
      .body as PageDto<{
      change: { action: string } | null;
    }>;
    const actions = timeline.items.map(({ change }) => change?.action);
    expect(actions.filter((action) => action === 'client.reactivated')).toHaveLength(2);
  });

  it('brings an archived client back once, of two who write at once', async () => {
    const { id } = await made({ name: 'Archie', phone: MOBILE });
    await patch(id, { status: 'archived' }).expect(200);
    const contacts = t.app.get(ClientContactsService, { strict: false });
    const client = await t.panel.connect();
    await client.query('begin');
    await client.query('select from clients where id = $1 for update', [id]);
    const both = Promise.all(
      [1, 2].map((n) => contacts.noteActivity(id, new Date(Date.parse('2027-03-01T09:00:00Z') + n))),
    );
    await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rowCount === 2);
    await client.query('commit');
    client.release();
    await both;
    const { rows } = await t.panel.query(
      `select count(*)::int as told from audit_events where action = 'client.reactivated' and object = $1`,
      [`client:${id}`],
    );
    expect(rows).toEqual([{ told: 1 }]);
  });
});
