import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';

describe('a booking of an agent, by its external_id', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let id: string;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    await emptyTables(t.panel, 'clients');
    await setAgent(t, {
      time_zone: 'Europe/Vienna',
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '12:00' })),
      ...{ slot_minutes: 30, enabled: true, auto_confirm: true, buffer_minutes: 0 },
      cancel_notice_minutes: 0,
    });
    const made = await book('2027-03-02T10:00', { duration_minutes: 45 });
    expect(made.status).toBe(201);
    id = made.body.id as string;
  });

  const book = (starts_at: string, more: object = {}) =>
    t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send(bookingAt(starts_at, { external_id: 'call/1 ü', ...more }));
  const path = (external_id = 'call/1 ü') => `${APPOINTMENTS}/external/${encodeURIComponent(external_id)}`;
  const read = (external_id?: string) => t.http.get(path(external_id)).set(AS_AGENT);
  const patch = (body: object, headers: object = {}) =>
    t.http
      .patch(path())
      .set({ ...AS_AGENT, ...headers })
      .send(body);

  it('is read with local times and without the name of the client', async () => {
    const { status, body, headers } = await read();
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        ...{ id, external_id: 'call/1 ü', status: 'confirmed', client: { id: body.client_id, name: '' } },
        ...{ local_starts_at: '2027-03-02T10:00', local_ends_at: '2027-03-02T10:45' },
      }),
    ]);
    expect(headers['etag']).toMatch(/^"1\.\d+"$/);
  });

  it('is moved by a local time, and keeps its length', async () => {
    const { status, body } = await patch({ starts_at: '2027-03-03T11:00' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        ...{ id, starts_at: '2027-03-03T10:00:00.000Z', ends_at: '2027-03-03T10:45:00.000Z' },
        ...{ local_starts_at: '2027-03-03T11:00', client: { id: body.client_id, name: '' } },
      }),
    ]);
    expect((await patch({ duration_minutes: 60 })).body.local_ends_at).toBe('2027-03-03T12:00');
    expect((await patch({ ends_at: '2027-03-03T11:15' })).body.local_ends_at).toBe('2027-03-03T11:15');
    const { body: history } = await t.http.get(`${APPOINTMENTS}/${id}/history`).set(operator.bearer);
    expect(history).toHaveLength(4);
    expect((history as object[]).at(-1)).toMatchObject({ key_name: 'AGENT_API_KEY', user: null });
  });

  it('keeps to the grid where the settings say so, as a new one does', async () => {
    expect((await patch({ starts_at: '2027-03-03T10:07' })).status).toBe(200);
    await setAgent(t, { agents_on_grid: true });
    try {
      for (const sent of [
        patch({ starts_at: '2027-03-04T10:07' }),
        book('2027-03-04T10:07', { external_id: 'off' }),
      ])
        expect(expectProblem(await sent, 409, 'not_on_grid').alternatives).not.toEqual([]);
      expect((await patch({ starts_at: '2027-03-04T10:30' })).body.local_ends_at).toBe('2027-03-04T11:15');
      const at = bookingAt('2027-03-05T09:07:00Z');
      expect((await t.http.post(APPOINTMENTS).set(operator.bearer).send(at)).status).toBe(201);
    } finally {
      await setAgent(t, { agents_on_grid: false });
    }
  });

  it('sent to the time that it has is no change, also once that has passed', async () => {
    t.clock.set('2027-03-02T09:30:00Z');
    const { status, headers } = await patch({ starts_at: '2027-03-02T10:00' });
    expect([status, headers['etag']]).toEqual([200, expect.stringMatching(/^"1\./)]);
  });

  it('is moved by the rules of a booking', async () => {
    await booked(t, operator, bookingAt('2027-03-03T10:00:00+01:00'));
    expectProblem(await patch({ starts_at: '2026-03-03T10:00' }), 400, 'in_the_past');
    expectProblem(await patch({ starts_at: '2027-03-03T20:00' }), 409, 'outside_hours');
    const { alternatives } = expectProblem(await patch({ starts_at: '2027-03-03T09:45' }), 409, 'slot_taken');
    expect((await patch({ starts_at: alternatives![0]!.local_starts_at })).status).toBe(200);
    // It is not in its own way.
    await patch({ starts_at: '2027-03-04T10:00' }).expect(200);
    expect((await patch({ starts_at: '2027-03-04T10:15' })).status).toBe(200);
    await setAgent(t, { buffer_minutes: 15 });
    expectProblem(await patch({ starts_at: '2027-03-03T10:30' }), 409, 'slot_taken');
  });

  it('on a day that was closed since is made shorter all the same, and nothing else', async () => {
    await patch({ duration_minutes: 90 }).expect(200);
    await setAgent(t, { closures: [{ from: '2027-03-02', to: '2027-03-02', reason: 'Team party' }] });
    try {
      expect((await patch({ duration_minutes: 60 })).body.local_ends_at).toBe('2027-03-02T11:00');
      expect((await patch({ starts_at: '2027-03-02T10:30', duration_minutes: 30 })).status).toBe(200);
      expectProblem(await patch({ duration_minutes: 60 }), 409, 'outside_hours');
      expectProblem(await patch({ starts_at: '2027-03-02T10:00' }), 409, 'outside_hours');
    } finally {
      await setAgent(t, { closures: [] });
    }
  });

  it('is cancelled until it begins, whatever the hour, and while the agent is switched off', async () => {
    await setAgent(t, { enabled: false });
    t.clock.set('2027-03-02T08:59:00Z');
    expectProblem(await patch({ starts_at: '2027-03-03T10:00' }), 409, 'agent_disabled');
    expect((await patch({ status: 'cancelled' })).body.status).toBe('cancelled');
    expect((await patch({ status: 'cancelled' })).status).toBe(200);
    expect((await read()).body).toMatchObject({ status: 'cancelled', late: false });
  });

  it('that has begun is neither cancelled nor moved', async () => {
    for (const now of ['2027-03-02T09:00:00Z', '2027-03-04T09:00:00Z']) {
      t.clock.set(now);
      for (const wish of [
        { status: 'cancelled' },
        { starts_at: '2027-03-05T10:00' },
        { duration_minutes: 15 },
      ]) {
        const { detail } = expectProblem(await patch(wish), 409, 'already_begun');
        expect(detail).toContain('take a message for the team');
      }
    }
    expect((await read()).body.status).toBe('confirmed');
  });

  it.each([
    ['2027-03-01T08:59:59Z', false],
    ['2027-03-01T09:00:01Z', true],
  ])('that is cancelled at %s, with a day of notice, is late: %s', async (now, late) => {
    await setAgent(t, { cancel_notice_minutes: 1_440, cancel_late: 'keep' });
    t.clock.set(now);
    expect((await patch({ status: 'cancelled' })).body).toMatchObject({ status: 'cancelled', late });
    expect((await t.http.get(`${APPOINTMENTS}/${id}`).set(operator.bearer)).body.late).toBe(late);
  });

  it('is neither cancelled nor moved too late where the settings refuse that', async () => {
    await setAgent(t, { cancel_notice_minutes: 1_440, cancel_late: 'refuse' });
    t.clock.set('2027-03-01T09:00:01Z');
    for (const wish of [{ status: 'cancelled' }, { starts_at: '2027-03-04T10:00' }])
      expect(expectProblem(await patch(wish), 409, 'too_late').detail).toContain('less than 1 day,');
    t.clock.set('2027-03-01T08:59:00Z');
    expect((await patch({ status: 'cancelled' })).body.status).toBe('cancelled');
  });

  it('that is moved waits for a confirmation again where the business confirms by hand', async () => {
    await setAgent(t, { auto_confirm: false });
    expect((await patch({ starts_at: '2027-03-02T10:00' })).body.status).toBe('confirmed');
    expect((await patch({ starts_at: '2027-03-03T11:00' })).body.status).toBe('pending');
    const { body: history } = await t.http.get(`${APPOINTMENTS}/${id}/history`).set(operator.bearer);
    expect((history as object[]).at(-1)).toMatchObject({ from_status: 'confirmed', to_status: 'pending' });
  });

  it('that is cancelled is neither booked again nor moved', async () => {
    await patch({ status: 'cancelled' }).expect(200);
    for (const answer of [
      await book('2027-03-02T10:00'),
      await t.http
        .post('/appointments?dry_run=true')
        .set(AS_AGENT)
        .send({
          ...bookingAt('2027-03-04T10:00'),
          external_id: 'call/1 ü',
        }),
      await patch({ starts_at: '2027-03-04T10:00' }),
      await patch({ starts_at: '2027-03-02T10:00' }),
    ]) {
      const { appointment_id, detail } = expectProblem(answer, 409, 'appointment_cancelled');
      expect(appointment_id).toBe(id);
      expect(detail).toContain('external_id that was never used');
    }
    expect((await book('2027-03-02T10:00', { external_id: 'call-2' })).status).toBe(201);
  });

  it('that has taken place is neither moved nor cancelled', async () => {
    t.clock.set('2027-03-02T09:10:00.000Z');
    operator = await signIn(t, { role: 'operator' });
    await t.http
      .patch(`${APPOINTMENTS}/${id}`)
      .set(operator.bearer)
      .send({ status: 'completed' })
      .expect(200);
    for (const wish of [{ starts_at: '2027-03-04T10:00' }, { status: 'cancelled' }])
      expectProblem(await patch(wish), 409, 'invalid_transition');
  });

  it('heeds If-Match', async () => {
    const etag = (await read()).headers['etag']!;
    await patch({ starts_at: '2027-03-04T10:00' }, { 'if-match': etag }).expect(200);
    expectProblem(await patch({ status: 'cancelled' }, { 'if-match': etag }), 412, 'version_mismatch');
  });

  it.each<[object, string, string]>([
    [{ status: 'confirmed' }, 'status', 'not_allowed'],
    [{}, 'starts_at', 'required'],
    [{ status: 'cancelled', starts_at: '2027-03-03T10:00' }, 'status', 'not_allowed'],
    [{ starts_at: '2027-03-28T02:30' }, 'starts_at', 'no_such_time'],
    [{ ends_at: '2027-03-02T11:00', duration_minutes: 5 }, 'duration_minutes', 'not_allowed'],
    [{ ends_at: '2027-03-02T09:00' }, 'ends_at', 'out_of_range'],
    [{ title: 'Other' }, 'title', 'unknown_field'],
  ])('refuses %j', async (wish, field, code) => {
    expect(refusedFields(await patch(wish))).toEqual([[field, code]]);
  });

  it('is not found where no key of an agent made it', async () => {
    await booked(t, operator, bookingAt('2027-03-04T10:00:00+01:00', { external_id: 'panel-1' }));
    for (const external_id of ['panel-1', 'unknown', 'x'.repeat(201), '%', ' '])
      expectProblem(await read(external_id), 404, 'not_found');
    expectProblem(await t.http.patch(path('panel-1')).set(AS_AGENT).send({}), 404, 'not_found');
  });

  it('is found where an older version booked it', async () => {
    await t.panel.query('update appointments set made_by_agent = null');
    expect((await read()).status).toBe(200);
  });

  it('is for keys of agents alone', async () => {
    expectProblem(await t.http.get(path()), 401, 'unauthenticated');
    expectProblem(await t.http.get(path()).set(operator.bearer), 403, 'forbidden');
    expectProblem(
      await t.http.patch(path()).set(operator.bearer).send({ status: 'cancelled' }),
      403,
      'forbidden',
    );
  });
});
