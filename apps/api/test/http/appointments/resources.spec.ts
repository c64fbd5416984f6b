import type { AppointmentDto, AvailabilityDto, ChatAgentSettingsDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { callByWay } from '../../harness/http/tool-calls';
import type { Test } from 'supertest';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const SETTINGS = '/api/settings/chat-agent';
const RENAME = '/api/settings/resources/rename';
/** A Monday, at ten in London. */
const NOW = '2027-03-01T10:00:00.000Z';
const TUESDAY = '2027-03-02T10:00:00Z';

describe('a resource', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    admin = await signIn(t, { role: 'admin' });
    operator = await signIn(t, { role: 'operator' });
    await emptyTables(t.panel, 'clients', 'blocks');
    await setAgent(t, {
      ...{ time_zone: 'Europe/London', enabled: true, resources: ['Stand 1', 'Stand 2'] },
      working_hours: [
        ...[1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
        { day: 6, opens: '09:00', closes: '12:00', resource: 'Stand 2' },
      ],
      closures: [{ from: '2027-04-01', to: '2027-04-01', reason: 'repair', resource: 'stand 2' }],
      services: [{ name: 'Repair', duration_minutes: 60 }],
      schedules: [
        {
          ...{ resource: 'Stand 2', services: ['Repair'], exceptions: [], colour: '#1f8a70' },
          working_hours: [{ day: 2, opens: '09:00', closes: '18:00' }],
        },
      ],
    });
  });

  const settings = async () => (await t.http.get(SETTINGS).set(admin.bearer)).body as ChatAgentSettingsDto;
  const rename = (from: string, to: string) => t.http.post(RENAME).set(admin.bearer).send({ from, to });
  const put = async (changes: object, query: object = {}) =>
    t.http
      .put(SETTINGS)
      .query(query)
      .set(admin.bearer)
      .send({ ...(await settings()), ...changes });
  const read = async ({ id }: AppointmentDto) =>
    (await t.http.get(`${APPOINTMENTS}/${id}`).set(operator.bearer)).body as AppointmentDto;
  const list = async (resource: string) => {
    const { body } = await t.http.get(APPOINTMENTS).query({ resource }).set(operator.bearer);
    return (body as { items: AppointmentDto[] }).items.map(({ id }) => id);
  };
  /** Without what knows the resource by name elsewhere in the settings. */
  const WITHOUT_STAND_2 = { resources: ['Stand 1'], schedules: [], working_hours: [], closures: [] };

  describe('that is renamed', () => {
    it('takes all along that names it: appointments, past ones too, hours, closures, its schedule', async () => {
      const past = await booked(t, operator, bookingAt('2027-02-02T10:00:00Z', { resource: 'Stand 2' }));
      const coming = await booked(t, operator, bookingAt(TUESDAY, { resource: 'stand  2' }));
      const other = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 1' }));
      const block = {
        starts_at: '2027-03-03T10:00:00Z',
        ends_at: '2027-03-03T11:00:00Z',
        resource: 'Stand 2',
      };
      await t.http.post('/api/blocks').set(operator.bearer).send(block);
      const { status, body, headers } = await rename('stand 2', 'Stand Two');
      expect(status).toBe(200);
      // PATCH of the resource takes its place.
      expect([headers['deprecation'], headers['sunset']]).toEqual([
        ...[`@${Date.UTC(2026, 11, 1) / 1_000}`, 'Wed, 01 Dec 2027 00:00:00 GMT'],
      ]);
      expect(body).toEqual(await settings());
      expect(body).toMatchObject({
        resources: ['Stand 1', 'Stand Two'],
        closures: [{ reason: 'repair', resource: 'Stand Two' }],
        schedules: [{ resource: 'Stand Two', services: ['Repair'] }],
      });
      expect((body as ChatAgentSettingsDto).working_hours.at(-1)).toMatchObject({ resource: 'Stand Two' });
      expect((await read(past)).resource).toBe('Stand Two');
      expect((await read(coming)).resource).toBe('Stand Two');
      expect((await read(other)).resource).toBe('Stand 1');
      const busy = await t.http
        .get('/api/busy-times')
        .query({ from: '2027-03-03', to: '2027-03-04', resource: 'Stand Two' })
        .set(operator.bearer);
      expect(busy.body).toMatchObject([{ resource: 'Stand Two', starts_at: '2027-03-03T10:00:00.000Z' }]);
      expect(await list('Stand Two')).toEqual([past.id, coming.id]);
    });

    it('is not sold again by an agent, under either name', async () => {
      await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      await rename('Stand 2', 'Stand Two');
      for (const resource of ['Stand Two', 'Stand 2', 'STAND 2']) {
        const answer = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(TUESDAY, { resource }));
        const { alternatives } = expectProblem(answer, 409, 'slot_taken');
        expect(alternatives?.[0]?.resource).toBe('Stand Two');
      }
    });

    it('is found by its former name: in bookings, lists, filters, free times and feeds that somebody has', async () => {
      await rename('Stand 2', 'Stand Two');
      await rename('Stand Two', 'Bay');
      const one = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      const moved = await t.http
        .patch(`${APPOINTMENTS}/${one.id}`)
        .set(operator.bearer)
        .send({ resource: 'Stand Two', notes: 'x' });
      expect([one.resource, (moved.body as AppointmentDto).resource]).toEqual(['Bay', 'Bay']);
      expect(await list('Stand 2')).toEqual([one.id]);
      expect(await list('Nobody,stand two')).toEqual([one.id]);
      const times = await t.http
        .get(`${APPOINTMENTS}/availability`)
        .query({ date: '2027-03-02', resource: 'Stand 2' })
        .set(AS_AGENT);
      expect(times.body).toMatchObject({ resource: 'Bay' });
      expect(new Set((times.body as AvailabilityDto).slots.map((slot) => slot.resource))).toEqual(
        new Set(['Bay']),
      );
      const { body } = await t.http.post('/api/auth/calendar-token').set(operator.bearer);
      const { token } = body as { token: string };
      const feed = await t.http.get(`${APPOINTMENTS}/calendar.ics`).query({ token, resource: 'Stand 2' });
      expect(feed.text).toContain(one.id);
    });

    it('is what a booking that is sent again asked for, under either name', async () => {
      const asked = (resource: string) => bookingAt(TUESDAY, { resource, external_id: 'x' });
      const first = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(asked('Stand 2')).expect(201);
      const args = (resource: string) => ({
        ...{ starts_at: '2027-03-02T15:00', resource, client: { name: 'Maria' } },
      });
      const call = (resource: string) =>
        callByWay(t, 'vapi', 'book_appointment', args(resource), { id: 'call', conversation: 'c1' });
      const told = await call('Stand 2');
      await rename('Stand 2', 'Stand Two');
      for (const resource of ['Stand 2', 'Stand Two', 'any']) {
        const again = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(asked(resource));
        expect([again.status, again.body.id]).toEqual([200, first.body.id]);
      }
      const other = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(asked('Stand 1'));
      expectProblem(other, 409, 'external_id_reused');
      const handle = (text: string) => (JSON.parse(text) as { booking: string }).booking;
      for (const resource of ['Stand 2', 'Stand Two'])
        expect(handle((await call(resource)).text)).toBe(handle(told.text));
    });

    it('is checked under its new name where a process has not heard of it yet', async () => {
      const other = await startServedApp({ urls: t.urls });
      try {
        other.clock.set(NOW);
        const busy = { starts_at: TUESDAY, ends_at: '2027-03-02T11:00:00Z', resource: 'Stand 2' };
        await t.http.post('/api/blocks').set(operator.bearer).send(busy).expect(201);
        const one = await booked(t, operator, bookingAt('2027-03-02T15:00:00Z', { resource: 'Stand 1' }));
        await other.http.get(SETTINGS).set(admin.bearer).expect(200);
        await rename('Stand 2', 'Stand Two');
        const [made, moved] = await Promise.all([
          other.http
            .post(APPOINTMENTS)
            .set(operator.bearer)
            .send(bookingAt(TUESDAY, { resource: 'Stand 2' })),
          other.http
            .patch(`${APPOINTMENTS}/${one.id}`)
            .set(operator.bearer)
            .send({ resource: 'Stand 2', starts_at: TUESDAY }),
        ]);
        expectProblem(made, 409, 'busy');
        expectProblem(moved, 409, 'busy');
      } finally {
        await other.close();
      }
    });

    it('gives its former name free for another one', async () => {
      const one = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      await rename('Stand 2', 'Stand Two');
      expectProblem(await put({ resources: ['Stand 1', 'Stand Two', 'Stand 2'] }), 409, 'resource_renamed');
      await t.http.post('/api/resources').set(admin.bearer).send({ name: 'Stand 2' }).expect(201);
      const other = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      expect([(await read(one)).resource, other.resource]).toEqual(['Stand Two', 'Stand 2']);
    });

    it('follows in what a process books that has not heard of it yet', async () => {
      const one = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      await rename('Stand 2', 'Stand Two');
      const { rows } = await t.panel.query<{ resource: string }>(
        `update appointments set resource = 'STAND 2' where id = $1 returning resource`,
        [one.id],
      );
      expect(rows).toEqual([{ resource: 'Stand Two' }]);
    });

    it('may only be spelled otherwise, by a replacement of the settings too', async () => {
      const one = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      expect((await rename('Stand 2', 'STAND 2')).status).toBe(200);
      expect((await read(one)).resource).toBe('STAND 2');
      expect((await put({ resources: ['Stand 1', 'stand 2'] })).status).toBe(200);
      expect((await read(one)).resource).toBe('stand 2');
      expect((await settings()).schedules[0]?.resource).toBe('stand 2');
    });

    it('gets no name that another one has, nor one that nobody can have', async () => {
      expectProblem(await rename('Stand 2', 'stand 1'), 409, 'name_taken');
      expectProblem(await rename('Stand 9', 'Stand 3'), 400, 'unknown_resource');
      expect(refusedFields(await rename('Stand 2', 'Any'))).toEqual([['to', 'not_allowed']]);
      expect(refusedFields(await rename('Stand 2', ' \u200b '))).toEqual([['to', 'too_short']]);
      const byOperator = await t.http.post(RENAME).set(operator.bearer).send({ from: 'Stand 2', to: 'x' });
      expectProblem(byOperator, 403, 'forbidden');
    });

    it('is not who had that name before, and was booked at the same time', async () => {
      const one = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      const lost = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Old name' }));
      expect((await rename('Stand 2', 'Old name')).status).toBe(200);
      expect([await read(one), await read(lost)]).toMatchObject(
        [one, lost].map(({ resource_id }) => ({ resource: 'Old name', resource_id })),
      );
      const again = await t.http
        .post(APPOINTMENTS)
        .set(operator.bearer)
        .send(bookingAt(TUESDAY, { resource: 'Old name' }));
      expectProblem(again, 409, 'slot_taken');
    });

    it('is noted, and stops nobody who has read what was booked before', async () => {
      const one = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      const { headers } = await t.http.get(`${APPOINTMENTS}/${one.id}`).set(operator.bearer);
      await rename('Stand 2', 'Stand Two');
      const changed = await t.http
        .patch(`${APPOINTMENTS}/${one.id}`)
        .set({ ...operator.bearer, 'if-match': headers['etag']! })
        .send({ notes: 'x' });
      expect([changed.status, changed.body.resource]).toEqual([200, 'Stand Two']);
      const { rows } = await t.panel.query<{ details: object }>(
        `select details from audit_events where action = 'resource.renamed'`,
      );
      expect(rows).toContainEqual({ details: { from: 'Stand 2', to: 'Stand Two' } });
    });

    it('loses no booking that is made at the same moment, and none is sold twice', async () => {
      let [from, to] = ['Stand 2', 'Stand Two'];
      for (let round = 0; round < 4; round++) {
        const hour = 10 + round;
        const bookings = [from, to].map((resource) =>
          t.http
            .post(APPOINTMENTS)
            .query({ new_resource: true })
            .set(operator.bearer)
            .send(bookingAt(`2027-03-02T${hour}:00:00Z`, { resource })),
        );
        const answers = await Promise.all([...bookings, rename(from, to)]);
        const [one, other, renamed] = answers.map(({ status }) => status);
        expect([renamed, ...[one, other].filter((status) => status !== 201)]).toEqual(
          [one, other].includes(409) ? [200, 409] : [200],
        );
        const { rows } = await t.panel.query(
          'select resource, count(*)::int as booked, count(distinct resource_id)::int as ids from appointments where starts_at = $1 group by 1',
          [`2027-03-02T${hour}:00:00Z`],
        );
        // Of the new name before it was there, it is another one.
        const ids = [one, other].filter((status) => status === 201).length;
        expect(rows).toEqual([{ resource: to, booked: ids, ids }]);
        await t.panel.query('delete from appointments');
        await t.panel.query(
          'delete from closures where resource_id in (select id from resources where archived_at is not null)',
        );
        await t.panel.query('delete from resources where archived_at is not null');
        [from, to] = [to, from];
      }
    });
  });

  describe('that the settings do not have', () => {
    const ALLOWED = ['any', 'Stand 1', 'Stand 2'];
    const at = (starts_at: string, more: object = {}) =>
      bookingAt(starts_at, { resource: 'Stnd 1', ...more });
    const weekly = { ...at(TUESDAY), rrule: 'FREQ=WEEKLY;COUNT=2' };

    /** What names a resource or a service, by each caller who may send it. */
    const asks = (query: object = {}): [who: string, what: string, ask: () => Test][] => {
      const by = { agent: AS_AGENT, operator: operator.bearer };
      return [
        ...(['agent', 'operator'] as const).flatMap((who): [string, string, () => Test][] => [
          [who, 'a booking', () => t.http.post(APPOINTMENTS).query(query).set(by[who]).send(at(TUESDAY))],
          [
            who,
            'free times',
            () =>
              t.http
                .get(`${APPOINTMENTS}/availability`)
                .query({ date: '2027-03-02', resource: 'Stnd 1', ...query })
                .set(by[who]),
          ],
        ]),
        [
          'operator',
          'a series',
          () => t.http.post('/api/series').query(query).set(operator.bearer).send(weekly),
        ],
      ];
    };

    it('is refused to everybody, with those that there are', async () => {
      for (const [, , ask] of asks())
        expect(expectProblem(await ask(), 400, 'unknown_resource')).toMatchObject({ allowed: ALLOWED });
      const { id } = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 1' }));
      const change = await t.http
        .patch(`${APPOINTMENTS}/${id}`)
        .set(operator.bearer)
        .send({ resource: 'Ana' });
      expectProblem(change, 400, 'unknown_resource');
    });

    it('is taken where a person or an integrator says that it is new, never from an agent', async () => {
      for (const [who, what, ask] of asks({ new_resource: true })) {
        const answer = await ask();
        if (who === 'agent') expectProblem(answer, 400, 'unknown_resource');
        else expect([what, answer.status]).toEqual([what, what === 'free times' ? 200 : 201]);
        await emptyTables(t.panel, 'clients');
      }
    });

    it.each(['service', 'resource'])(
      'is a %s of an appointment that may be sent again unchanged',
      async (field) => {
        const appointment = await booked(
          t,
          operator,
          bookingAt(TUESDAY, { resource: 'Stand 2', service: 'Repair' }),
        );
        const gone = { ...WITHOUT_STAND_2, services: [] };
        expect((await put(gone, { keep_appointments: true })).status).toBe(200);
        const same = { service: 'repair', resource: 'stand 2' }[field];
        const patch = { [field]: same, notes: 'Key is under the mat.' };
        const { status, body } = await t.http
          .patch(`${APPOINTMENTS}/${appointment.id}`)
          .set(operator.bearer)
          .send(patch);
        expect([status, body]).toMatchObject([
          200,
          { resource: 'Stand 2', service: 'Repair', notes: patch.notes },
        ]);
      },
    );

    it('is looked up after what the request repeats', async () => {
      const wish = bookingAt('2027-03-02T10:00', {
        resource: 'Stand 2',
        service: 'Repair',
        external_id: 'again',
      });
      const send = (key: object = {}) =>
        t.http
          .post(APPOINTMENTS)
          .set({ ...AS_AGENT, ...key })
          .send(wish);
      const { body: first } = await send().expect(201);
      const withKey = bookingAt('2027-03-02T12:00', { resource: 'Stand 2', service: 'Repair' });
      const byKey = () =>
        t.http
          .post(APPOINTMENTS)
          .set({ ...AS_AGENT, 'idempotency-key': 'k' })
          .send(withKey);
      const { body: other } = await byKey().expect(201);
      expect((await put({ ...WITHOUT_STAND_2, services: [] }, { keep_appointments: true })).status).toBe(200);
      expect((await send().expect(200)).body).toMatchObject({ id: first.id });
      expect((await byKey().expect(200)).body).toMatchObject({ id: other.id });
      expectProblem(await send().send({ ...wish, external_id: 'new' }), 400, 'unknown_service');
    });

    it('is no longer moved to by an agent, who may still cancel', async () => {
      const wish = bookingAt('2027-03-02T10:00', {
        resource: 'Stand 2',
        service: 'Repair',
        external_id: 'left',
      });
      await t.http.post(APPOINTMENTS).set(AS_AGENT).send(wish).expect(201);
      expect((await put(WITHOUT_STAND_2, { keep_appointments: true })).status).toBe(200);
      const own = (patch: object) => t.http.patch(`${APPOINTMENTS}/external/left`).set(AS_AGENT).send(patch);
      const refused = expectProblem(await own({ starts_at: '2027-03-02T12:00' }), 400, 'unknown_resource');
      expect(refused).toMatchObject({ allowed: ['Stand 1'] });
      expect((await own({ status: 'cancelled' })).body).toMatchObject({ status: 'cancelled' });
    });

    it('is not refused where it is only spelled in another way', async () => {
      const { body } = await t.http
        .post(APPOINTMENTS)
        .set(AS_AGENT)
        .send(bookingAt('2027-03-02T10:00', { resource: ' ｓtand  1' }))
        .expect(201);
      expect(body).toMatchObject({ resource: 'Stand 1' });
    });
  });

  describe('that is removed', () => {
    it('is refused while appointments are to come, with their number and the first times', async () => {
      await booked(t, operator, bookingAt('2027-02-02T10:00:00Z', { resource: 'Stand 2' }));
      for (const hour of ['11', '09', '10'])
        await booked(t, operator, bookingAt(`2027-03-02T${hour}:00:00Z`, { resource: 'Stand 2' }));
      const problem = expectProblem(await put(WITHOUT_STAND_2), 409, 'resource_in_use');
      expect(problem).toMatchObject({
        resource: 'Stand 2',
        coming: 3,
        first: ['09', '10', '11'].map((hour) => `2027-03-02T${hour}:00:00.000Z`),
      });
      expect(problem.detail).toContain('/api/settings/resources/rename');
      expect((await settings()).resources).toEqual(['Stand 1', 'Stand 2']);
    });

    it('goes without a question where none is to come', async () => {
      await booked(t, operator, bookingAt('2027-02-02T10:00:00Z', { resource: 'Stand 2' }));
      expect((await put(WITHOUT_STAND_2)).status).toBe(200);
    });

    it('leaves its appointments where they are, where that is asked for', async () => {
      const one = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      expect((await put(WITHOUT_STAND_2, { keep_appointments: true })).status).toBe(200);
      expect((await read(one)).resource).toBe('Stand 2');
    });

    it('gives coming appointments to another one, where that is free then', async () => {
      const past = await booked(t, operator, bookingAt('2027-02-02T10:00:00Z', { resource: 'Stand 2' }));
      const coming = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 2' }));
      const other = await booked(t, operator, bookingAt(TUESDAY, { resource: 'Stand 1' }));
      const move = { move_to: 'stand 1' };
      const refused = expectProblem(await put(WITHOUT_STAND_2, move), 409, 'slot_taken');
      expect(refused.first).toEqual(['2027-03-02T10:00:00.000Z']);
      await t.http
        .patch(`${APPOINTMENTS}/${other.id}`)
        .set(operator.bearer)
        .send({ starts_at: '2027-03-02T15:00:00Z' });
      expect((await put(WITHOUT_STAND_2, move)).status).toBe(200);
      expect([(await read(past)).resource, (await read(coming)).resource]).toEqual(['Stand 2', 'Stand 1']);
      const history = await t.http.get(`${APPOINTMENTS}/${coming.id}/history`).set(operator.bearer);
      expect((history.body as object[]).at(-1)).toMatchObject({
        user: { id: admin.id },
        changes: [{ field: 'resource', before: 'Stand 2', after: 'Stand 1' }],
      });
      expect(refusedFields(await put({ resources: ['Stand 1'] }, { move_to: 'Stand 2' }))).toEqual([
        ['move_to', 'not_allowed'],
      ]);
    });
  });
});
