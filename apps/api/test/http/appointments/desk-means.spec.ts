import { randomUUID } from 'node:crypto';
import type { AppointmentDto, AppointmentEventDto } from '@groupless/shared-dto';
import {
  APPOINTMENTS,
  AS_AGENT,
  booked,
  bookingAt as bookingOf,
  setAgent,
} from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce } from '../../harness/data/times';
import { emptyTables } from '../../harness/databases/empty-tables';

/** On the one resource, unless said. */
const bookingAt = (starts_at: string, more: object = {}) =>
  bookingOf(starts_at, { resource: 'main', ...more });

const NOW = '2027-03-01T08:00:00.000Z';
const NINE = '2027-03-02T09:00:00.000Z';
const HALF_PAST = '2027-03-02T09:30:00.000Z';
const TEN = '2027-03-02T10:00:00.000Z';

describe('what a desk does with appointments', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
    await setAgent(t, {
      ...{ agent_hours: 'any', auto_confirm: true, resources: ['main', 'room'] },
      services: [
        { name: 'Puncture', duration_minutes: 30 },
        { name: 'Full service', duration_minutes: 120 },
      ],
    });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.panel, 'clients'));

  const bookAt = (starts_at: string, more: object = {}) =>
    t.http.post(APPOINTMENTS).set(operator.bearer).send(bookingAt(starts_at, more));
  const bookByAgent = (starts_at: string) =>
    t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send(bookingAt(starts_at, { client: { name: 'Ag' } }));
  const change = (row: AppointmentDto, patch: object) =>
    t.http.patch(`${APPOINTMENTS}/${row.id}`).set(operator.bearer).send(patch);
  const swap = (a: string, b: string, starts: object = {}) =>
    t.http
      .post(`${APPOINTMENTS}/swap`)
      .set(operator.bearer)
      .send({ a, b, ...starts });
  const freeAt = async (date: string): Promise<string[]> => {
    const { body } = await t.http
      .get(`${APPOINTMENTS}/availability?date=${date}&resource=main`)
      .set(AS_AGENT);
    return (body.slots as { starts_at: string }[]).map(({ starts_at }) => starts_at);
  };

  describe('a service', () => {
    it('is kept with the booking, as the settings write it', async () => {
      expect((await bookAt(NINE, { service: 'PUNCTURE' })).body).toMatchObject({
        ...{ service: 'Puncture', title: 'Puncture', ends_at: HALF_PAST },
      });
      expect((await bookAt(TEN, {})).body.service).toBeNull();
    });

    it('sets title and length when it changes, unless these are sent too', async () => {
      const row = await booked(t, operator, bookingAt(NINE, { service: 'Puncture' }));
      expect((await change(row, { service: 'full service' })).body).toMatchObject({
        ...{ service: 'Full service', title: 'Full service', ends_at: '2027-03-02T11:00:00.000Z' },
      });
      expect(
        (await change(row, { service: 'Puncture', title: 'Own', duration_minutes: 45 })).body,
      ).toMatchObject({ service: 'Puncture', title: 'Own', ends_at: '2027-03-02T09:45:00.000Z' });
      expect((await change(row, { service: null })).body).toMatchObject({ service: null, title: 'Own' });
    });

    it('that the settings do not have changes nothing', async () => {
      const row = await booked(t, operator, bookingAt(NINE));
      expectProblem(await change(row, { service: 'Paint' }), 400, 'unknown_service');
    });

    it('that is longer is refused where the next one begins', async () => {
      const row = await booked(t, operator, bookingAt(NINE, { service: 'Puncture' }));
      await booked(t, operator, bookingAt(TEN));
      expectProblem(await change(row, { service: 'Full service' }), 409, 'slot_taken');
    });
  });

  describe('a swap', () => {
    it('exchanges two times and resources at once, and both histories tell it', async () => {
      const a = await booked(t, operator, bookingAt(NINE, { title: 'A' }));
      const b = await booked(t, operator, bookingAt(HALF_PAST, { title: 'B', duration_minutes: 60 }));
      const answer = await swap(a.id, b.id, { keep_lengths: false });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        a: { ...a, starts_at: b.starts_at, ends_at: b.ends_at, updated_at: answer.body.a.updated_at },
        b: { ...b, starts_at: a.starts_at, ends_at: a.ends_at, updated_at: answer.body.b.updated_at },
      });
      for (const { id } of [a, b]) {
        const { body } = await t.http.get(`${APPOINTMENTS}/${id}/history`).set(viewer.bearer);
        expect(body).toHaveLength(2);
      }
      await booked(t, operator, bookingAt('2027-03-02T11:00:00Z', { resource: 'room' }));
      expectProblem(await bookAt(NINE), 409, 'slot_taken');
    });

    it('keeps both lengths where there is room, and else changes nothing', async () => {
      const a = await booked(t, operator, bookingAt(NINE));
      const b = await booked(t, operator, bookingAt(NINE, { resource: 'room', duration_minutes: 150 }));
      const { body } = await swap(a.id, b.id);
      expect([body.a, body.b]).toMatchObject([
        { resource: 'room', ends_at: a.ends_at },
        { resource: 'main', ends_at: b.ends_at },
      ]);
      await booked(t, operator, bookingAt(TEN, { resource: 'room' }));
      expectProblem(await swap(a.id, b.id), 409, 'slot_taken');
      const { body: still } = await t.http.get(`${APPOINTMENTS}/${a.id}`).set(operator.bearer);
      expect(still).toMatchObject({ resource: 'room', ends_at: a.ends_at });
    });

    it('exchanges resources too', async () => {
      const a = await booked(t, operator, bookingAt(NINE));
      const b = await booked(t, operator, bookingAt(NINE, { resource: 'room' }));
      const { body } = await swap(a.id, b.id);
      expect([body.a.resource, body.b.resource]).toEqual(['room', 'main']);
    });

    it('by two desks at once, or again after a lost answer, happens once', async () => {
      const a = await booked(t, operator, bookingAt(NINE));
      const b = await booked(t, operator, bookingAt(TEN));
      const known = { a_starts_at: a.starts_at, b_starts_at: b.starts_at };
      const turned = { a_starts_at: b.starts_at, b_starts_at: a.starts_at };
      const both = await Promise.all([swap(a.id, b.id, known), swap(b.id, a.id, turned)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
      for (const answer of [await swap(a.id, b.id, known), await swap(b.id, a.id, turned)])
        expectProblem(answer, 412, 'version_mismatch');
      const { body } = await t.http.get(`${APPOINTMENTS}/${a.id}`).set(operator.bearer);
      expect(body).toMatchObject({ starts_at: b.starts_at });
      // One that is right is not enough; the same instant in another zone is.
      expectProblem(await swap(a.id, b.id, { b_starts_at: b.starts_at }), 412, 'version_mismatch');
      const back = await swap(a.id, b.id, {
        a_starts_at: b.starts_at.replace('10:00:00.000Z', '11:00:00+01:00'),
      });
      expect(back.body.a.starts_at).toBe(a.starts_at);
    });

    it('at one time happens once too, by their resources', async () => {
      const a = await booked(t, operator, bookingAt(NINE));
      const b = await booked(t, operator, bookingAt(NINE, { resource: 'room' }));
      const known = { a_starts_at: NINE, b_starts_at: NINE, a_resource: 'main', b_resource: 'room' };
      expect((await swap(a.id, b.id, known)).status).toBe(200);
      expectProblem(await swap(a.id, b.id, known), 412, 'version_mismatch');
      const { body } = await t.http.get(`${APPOINTMENTS}/${a.id}`).set(operator.bearer);
      expect(body).toMatchObject({ starts_at: NINE, resource: 'room' });
    });

    it('is for two that hold their times', async () => {
      const a = await booked(t, operator, bookingAt(NINE));
      const b = await booked(t, operator, bookingAt(TEN));
      expect(refusedFields(await swap(a.id, a.id.toUpperCase()))).toEqual([['b', 'not_allowed']]);
      expectProblem(await swap(a.id, randomUUID()), 404, 'not_found');
      await change(b, { status: 'cancelled' });
      expectProblem(await swap(a.id, b.id), 409, 'invalid_transition');
      const asViewer = t.http.post(`${APPOINTMENTS}/swap`).set(viewer.bearer).send({ a: a.id, b: b.id });
      expectProblem(await asViewer, 403, 'forbidden');
    });

    it('by many hands at once ends with each time held once', async () => {
      const rows = [
        await booked(t, operator, bookingAt(NINE)),
        await booked(t, operator, bookingAt(HALF_PAST)),
        await booked(t, operator, bookingAt(TEN)),
      ];
      const answers = await atOnce(12, (index) =>
        swap(rows[index % 3]!.id, rows[(index + 1 + (index % 2)) % 3]!.id),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { rows: now } = await t.panel.query('select distinct starts_at from appointments');
      expect(now).toHaveLength(3);
    });

    it('tells webhooks of the two rows as they are in the end alone', async () => {
      const a = await booked(t, operator, bookingAt(NINE));
      const b = await booked(t, operator, bookingAt(TEN));
      await t.panel.query(
        `insert into hook_events (type) values ('appointment.updated') on conflict do nothing`,
      );
      await t.panel.query('delete from hook_outbox');
      await swap(a.id, b.id);
      const { rows } = await t.panel.query<{ object_id: string; squeezed: boolean }>(
        `select object_id, (object ->> 'squeezed')::boolean as squeezed from hook_outbox`,
      );
      expect(rows).toHaveLength(2);
      expect(rows.map(({ squeezed }) => squeezed)).toEqual([false, false]);
      await t.panel.query('delete from hook_events');
    });
  });

  describe('who is squeezed in', () => {
    it('stands beside the other one after a question, and keeps agents away', async () => {
      await booked(t, operator, bookingAt(NINE));
      expectProblem(await bookAt(NINE), 409, 'slot_taken');
      const beside = await bookAt('2027-03-02T09:15:00Z', { allow_overlap: true });
      expect([beside.status, beside.body.squeezed]).toEqual([201, true]);
      expectProblem(await bookByAgent(HALF_PAST), 409, 'slot_taken');
      expectProblem(await bookAt(HALF_PAST), 409, 'slot_taken');
      expect(await freeAt('2027-03-02')).not.toContain(HALF_PAST);
      expect((await bookByAgent(TEN)).status).toBe(201);
    });

    it('is not squeezed where nobody else is', async () => {
      expect((await bookAt(NINE, { allow_overlap: true })).body.squeezed).toBe(false);
    });

    it('holds its time as any other once it moves to a free one', async () => {
      await booked(t, operator, bookingAt(NINE));
      const row = await booked(t, operator, bookingAt(NINE, { allow_overlap: true }));
      expectProblem(await change(row, { starts_at: '2027-03-02T09:10:00Z' }), 409, 'slot_taken');
      expect((await change(row, { starts_at: TEN })).body.squeezed).toBe(false);
      const back = await change(row, { starts_at: NINE, allow_overlap: true });
      expect(back.body).toMatchObject({ squeezed: true, starts_at: NINE });
      expect((await change(row, { title: 'Just a word' })).body.squeezed).toBe(true);
    });

    it('is a line of the history, as is the end of it', async () => {
      await booked(t, operator, bookingAt(NINE));
      const row = await booked(t, operator, bookingAt(NINE, { allow_overlap: true }));
      await change(row, { starts_at: TEN });
      await change(row, { starts_at: NINE, allow_overlap: true });
      const { body } = await t.http.get(`${APPOINTMENTS}/${row.id}/history`).set(operator.bearer).expect(200);
      const steps = (body as AppointmentEventDto[]).map(({ changes }) =>
        changes.filter(({ field }) => field === 'squeezed').map(({ before, after }) => [before, after]),
      );
      expect(steps).toEqual([[[null, 'true']], [['true', 'false']], [['false', 'true']]]);
    });

    it('is taken back with the step that brought it there', async () => {
      const row = await booked(t, operator, bookingAt(NINE));
      await change(row, { status: 'cancelled' });
      await booked(t, operator, bookingAt(NINE));
      await change(row, { status: 'confirmed', allow_overlap: true });
      const { body } = await t.http
        .post(`${APPOINTMENTS}/${row.id}/history/undo`)
        .set(operator.bearer)
        .expect(200);
      expect(body).toMatchObject({ status: 'cancelled' });
    });

    it('is asked again when it comes alive beside another one', async () => {
      const row = await booked(t, operator, bookingAt(NINE));
      await change(row, { status: 'cancelled' });
      await booked(t, operator, bookingAt(NINE));
      expectProblem(await change(row, { status: 'confirmed' }), 409, 'slot_taken');
      expect((await change(row, { status: 'confirmed', allow_overlap: true })).body.squeezed).toBe(true);
    });
  });
});
