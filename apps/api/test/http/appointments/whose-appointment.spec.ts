import type {
  AppointmentDto,
  AppointmentEventDto,
  AuditEventDto,
  ClientTimelineEntryDto,
  PageDto,
} from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2027-03-01T09:00:00.000Z';
const TIME = '2027-03-18T15:00:00.000Z';
const [ANNA, BEN] = ['+4366412345601', '+4366412345602'];

describe('whose an appointment is', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    admin = await signIn(t);
    operator = await signIn(t, { role: 'operator' });
    await setAgent(t, { agent_hours: 'any', time_zone: 'Europe/Vienna', phone_region: 'AT' });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.panel, 'clients'));

  const bookByAgent = (more: object = {}) =>
    t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(TIME, more));
  const clientOf = async (name: string, phone: string): Promise<string> => {
    const { body } = await t.http.post('/api/clients').set(operator.bearer).send({ name, phone });
    return body.id as string;
  };
  const change = (id: string, patch: object) =>
    t.http.patch(`${APPOINTMENTS}/${id}`).set(operator.bearer).send(patch);
  const read = async (id: string): Promise<AppointmentDto> =>
    (await t.http.get(`${APPOINTMENTS}/${id}`).set(operator.bearer)).body as AppointmentDto;
  const audit = async (query: string): Promise<AuditEventDto[]> => {
    const { body } = await t.http.get(`/api/settings/audit?${query}`).set(admin.bearer);
    return (body as PageDto<AuditEventDto>).items;
  };
  const changesOf = async (client_id: string): Promise<ClientTimelineEntryDto['change'][]> => {
    const { body } = await t.http.get(`/api/clients/${client_id}/timeline`).set(operator.bearer);
    const { items } = body as PageDto<ClientTimelineEntryDto>;
    return items.flatMap(({ change: one }) => (one?.action.startsWith('appointment.') ? [one] : []));
  };
  const agentReads = (external_id: string) =>
    t.http.get(`${APPOINTMENTS}/external/${external_id}`).set(AS_AGENT);

  it('is deleted by an admin alone, and is found again by the name of its client', async () => {
    const row = await booked(
      t,
      operator,
      bookingAt(TIME, { client: { name: 'Mrs Smith' }, title: 'Colour' }),
    );
    const address = `${APPOINTMENTS}/${row.id}`;
    expectProblem(await t.http.delete(address).set(operator.bearer), 403, 'forbidden');
    expect((await t.http.delete(address).set(admin.bearer)).status).toBe(204);
    const deleted = {
      ...{ action: 'appointment.deleted', object_name: 'Mrs Smith, Colour' },
      user: expect.objectContaining({ id: admin.id }),
      details: {
        ...{ client: 'Mrs Smith', client_id: row.client_id, title: 'Colour', resource: 'main' },
        ...{ starts_at: TIME, ends_at: row.ends_at, status: 'confirmed' },
      },
    };
    await t.http.patch(`/api/clients/${row.client_id}`).set(operator.bearer).send({ name: 'Mrs Jones' });
    expect((await audit('q=smith'))[0]).toMatchObject(deleted);
    expect((await audit(`client_id=${row.client_id}&action=appointment.`)).map((one) => one.action)).toEqual([
      'appointment.deleted',
      'appointment.created',
    ]);
    expect(await changesOf(row.client_id)).toEqual([
      { action: 'appointment.deleted', by: 'The admin', details: deleted.details },
    ]);
  });

  it('is audited by the name of that time, whatever the client is called now', async () => {
    const row = await booked(t, operator, bookingAt(TIME, { client: { name: 'Zoë 100%_Smith' } }));
    await change(row.id, { status: 'cancelled' });
    await t.http.patch(`/api/clients/${row.client_id}`).set(operator.bearer).send({ name: 'Jones' });
    const found = await audit('q=zoe%20100%25_s');
    expect(found.map((one) => [one.action, one.object_name])).toEqual([
      ['appointment.updated', 'Zoë 100%_Smith'],
      ['client.created', 'Zoë 100%_Smith'],
      ['appointment.created', 'Zoë 100%_Smith'],
    ]);
    expect(await audit('q=zoe%20100x')).toEqual([]);
  });

  describe('given to somebody else', () => {
    let id: string;
    let quirin: string;
    let yvonne: string;
    beforeEach(async () => {
      quirin = await clientOf('Quirin', ANNA);
      yvonne = await clientOf('Yvonne', BEN);
      const { body } = await bookByAgent({
        ...{ external_id: 'q1', chat_id: 'c-q', client: { name: 'Quirin', phone: ANNA } },
      });
      id = body.id as string;
      expect((await change(id, { client_id: yvonne })).status).toBe(200);
    });

    it('is no longer that of the agent which booked it, nor of its chat', async () => {
      expectProblem(await agentReads('q1'), 404, 'not_found');
      const moved = t.http.patch(`${APPOINTMENTS}/external/q1`).set(AS_AGENT);
      expectProblem(await moved.send({ status: 'cancelled' }), 404, 'not_found');
      expect(await read(id)).toMatchObject({ chat_id: null, external_id: null, status: 'pending' });
    });

    it('has both names in its history and in both timelines, as they were', async () => {
      await t.http.patch(`/api/clients/${quirin}`).set(operator.bearer).send({ name: 'Renamed' });
      const { body: history } = await t.http.get(`${APPOINTMENTS}/${id}/history`).set(operator.bearer);
      expect((history as AppointmentEventDto[]).at(-1)?.changes[0]).toEqual({
        ...{ field: 'client_id', before: quirin, after: yvonne },
        ...{ before_name: 'Quirin', after_name: 'Yvonne' },
      });
      const told = {
        ...{ action: 'appointment.updated', by: 'The operator' },
        details: expect.objectContaining({ client_before: 'Quirin', client_after: 'Yvonne' }),
      };
      expect(await changesOf(quirin)).toEqual([told]);
      expect(await changesOf(yvonne)).toEqual([told]);
      expect((await audit('q=quirin'))[0]).toMatchObject({ object_name: 'Quirin → Yvonne' });
    });

    it('stays the other program’s, which no agent is', async () => {
      const row = await booked(
        t,
        operator,
        bookingAt('2027-03-19T15:00:00Z', { client_id: quirin, client: undefined, external_id: 'crm-7' }),
      );
      expect((await change(row.id, { client_id: yvonne })).body.external_id).toBe('crm-7');
    });
  });

  it('is not given to a client that is not there', async () => {
    const row = await booked(t, operator, bookingAt(TIME));
    expect(refusedFields(await change(row.id, { client_id: row.id }))).toEqual([['client_id', 'incorrect']]);
  });

  it('has the name that it was booked for, where that is not the client’s own', async () => {
    const anna = await clientOf('Anna Smith', ANNA);
    const child = await bookByAgent({ client: { name: 'Tim Smith', phone: ANNA } });
    expect(child.body).toMatchObject({ client_id: anna, attendee_name: 'Tim Smith' });
    const row = await read(child.body.id as string);
    expect(row).toMatchObject({
      ...{ client: { name: 'Anna Smith' }, attendee_name: 'Tim Smith' },
      given: { name: 'Tim Smith', phone: ANNA, email: null },
    });
    const own = await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send(bookingAt('2027-03-19T15:00:00Z', { client: { name: ' anna  SMITH', phone: ANNA } }));
    expect(own.body).toMatchObject({ client_id: anna, attendee_name: null });
  });

  it('keeps the name that people typed for a number that is known', async () => {
    await clientOf('Will', ANNA);
    const row = await booked(t, operator, bookingAt(TIME, { client: { name: 'Berta Will', phone: ANNA } }));
    expect(row).toMatchObject({ client: { name: 'Will' }, attendee_name: 'Berta Will' });
    expect((await change(row.id, { attendee_name: null })).body.attendee_name).toBeNull();
  });

  it('keeps a number that the caller gave and that the client has not', async () => {
    await t.http
      .post('/api/clients')
      .set(operator.bearer)
      .send({ name: 'Em', phone: ANNA, email: 'em@example.com' });
    const { body } = await bookByAgent({ client: { name: 'Em', phone: BEN, email: 'em@example.com' } });
    expect(body).not.toHaveProperty('given');
    expect(await read(body.id as string)).toMatchObject({
      ...{ attendee_name: null, client: { name: 'Em' } },
      given: { name: 'Em', phone: BEN, email: 'em@example.com' },
    });
  });

  it('has notes of the team that no agent is told of', async () => {
    const { body } = await bookByAgent({ external_id: 'n1', notes: 'brings a dog' });
    const secret = 'STAFF ONLY: pays late';
    expect((await change(body.id as string, { team_notes: secret })).body).toMatchObject({
      ...{ notes: 'brings a dog', team_notes: secret },
    });
    const answers = [
      await agentReads('n1'),
      await bookByAgent({ external_id: 'n1' }),
      await t.http.patch(`${APPOINTMENTS}/external/n1`).set(AS_AGENT).send({ starts_at: '2027-03-18T17:00' }),
      await t.http.patch(`${APPOINTMENTS}/external/n1`).set(AS_AGENT).send({ status: 'cancelled' }),
    ];
    for (const { status, body: told, text } of answers) {
      expect([status, told.notes, text.includes('STAFF')]).toEqual([200, 'brings a dog', false]);
    }
    const { body: link } = await t.http.post('/api/auth/calendar-token').set(operator.bearer);
    const feed = await t.http
      .get(`${APPOINTMENTS}/calendar.ics`)
      .query({ token: link.token as string })
      .buffer();
    expect([feed.status, feed.text.includes('STAFF')]).toEqual([200, false]);
  });

  it.each(['team_notes', 'attendee_name', 'allow_overlap'])('lets no agent send %s', async (field) => {
    const sent = { [field]: field === 'allow_overlap' ? true : 'x' };
    expect(refusedFields(await bookByAgent(sent))).toEqual([[field, 'not_allowed']]);
  });
});
