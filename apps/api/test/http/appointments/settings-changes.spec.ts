import type { AppointmentDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { EventsService } from '../../../src/events/events.service';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const SETTINGS = '/api/settings/chat-agent';
const PAUSE = '/api/agent/pause';
/** A Monday, at ten in London. */
const NOW = '2027-03-01T10:00:00.000Z';

describe('a change of the settings', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    admin = await signIn(t, { role: 'admin' });
    operator = await signIn(t, { role: 'operator' });
    await emptyTables(t.panel, 'clients');
    await setAgent(t, {
      ...{ time_zone: 'Europe/London', closures: [], resources: ['main', 'Anna'], enabled: true },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
    });
  });

  const change = async (changes: object, query: object = {}) => {
    const { body } = await t.http.get(SETTINGS).set(admin.bearer);
    return t.http
      .put(SETTINGS)
      .query(query)
      .set(admin.bearer)
      .send({ ...body, ...changes });
  };
  const read = async ({ id }: AppointmentDto) =>
    (await t.http.get(`${APPOINTMENTS}/${id}`).set(operator.bearer)).body as AppointmentDto;

  it('of the time zone is refused while appointments are to come and it is not said what they keep', async () => {
    await booked(t, operator, bookingAt('2027-03-02T15:00:00Z'));
    await booked(t, operator, bookingAt('2027-02-02T15:00:00Z'));
    const { coming, detail } = expectProblem(
      await change({ time_zone: 'Europe/Berlin' }),
      409,
      'appointments_affected',
    );
    expect(coming).toBe(1);
    expect(detail).toContain('?keep=clock');
    expect((await t.http.get(SETTINGS).set(admin.bearer)).body.time_zone).toBe('Europe/London');
    expect((await change({ name: 'Mia' })).status).toBe(200);
    expect((await change({ time_zone: 'Europe/Berlin' }, { keep: 'moment' })).status).toBe(200);
    expect((await change({ time_zone: 'Europe/London' }, { keep: 'hour' })).status).toBe(400);
  });

  it('is tried by a dry run, which says what no longer fits and changes nothing', async () => {
    const ofAnna = await booked(t, operator, bookingAt('2027-03-02T10:00:00Z', { resource: 'Anna' }));
    await booked(t, operator, bookingAt('2027-03-02T10:00:00Z', { resource: 'main' }));
    const stored = () => t.http.get(SETTINGS).set(admin.bearer).expect(200);
    const before = await stored();
    const audited = async () =>
      (await t.panel.query<{ n: number }>('select count(*)::int as n from audit_events')).rows;
    const entries = await audited();
    const closures = [{ from: '2027-03-02', to: '2027-03-03', reason: 'Holiday', resource: 'Anna' }];
    const dry_run = 'true';
    const tried = await change({ closures }, { dry_run });
    expect([tried.status, tried.headers['etag']]).toEqual([200, undefined]);
    expect(tried.body).toMatchObject({
      closures: [{ ...closures[0], public: false }],
      affected: [{ id: ofAnna.id, starts_at: ofAnna.starts_at }],
    });
    expectProblem(await change({ resources: ['main'] }, { dry_run }), 409, 'resource_in_use');
    const moved = { dry_run, keep: 'clock' };
    expect(refusedFields(await change({ time_zone: 'Europe/Berlin' }, moved))).toEqual([
      ['dry_run', 'not_allowed'],
    ]);
    const after = await stored();
    expect([after.body, after.headers['etag']]).toEqual([before.body, before.headers['etag']]);
    expect(await audited()).toEqual(entries);
    expect((await change({ closures })).body.affected).toEqual(tried.body.affected);
  });

  it('of the time zone needs nothing where none are to come', async () => {
    await booked(t, operator, bookingAt('2027-02-02T15:00:00Z'));
    expect((await change({ time_zone: 'Europe/Berlin' })).status).toBe(200);
  });

  it('of the time zone keeps the moment, or what the clock shows', async () => {
    const past = await booked(t, operator, bookingAt('2027-02-02T15:00:00Z'));
    // Side by side: each moves to where the one before it was.
    const rows = [
      await booked(
        t,
        operator,
        bookingAt('2027-03-02T15:00:00Z', { resource: 'main', duration_minutes: 60 }),
      ),
      await booked(
        t,
        operator,
        bookingAt('2027-03-02T14:00:00Z', { resource: 'main', duration_minutes: 60 }),
      ),
      await booked(
        t,
        operator,
        bookingAt('2027-07-02T14:00:00Z', { resource: 'main', duration_minutes: 60 }),
      ),
    ];
    await change({ time_zone: 'America/New_York' }, { keep: 'moment' });
    expect((await read(rows[0]!)).starts_at).toBe('2027-03-02T15:00:00.000Z');
    await change({ time_zone: 'Europe/London' }, { keep: 'moment' });

    await change({ time_zone: 'Europe/Berlin' }, { keep: 'clock' });
    const after = await Promise.all(rows.map(read));
    expect(after.map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([
      ['2027-03-02T14:00:00.000Z', '2027-03-02T15:00:00.000Z'],
      ['2027-03-02T13:00:00.000Z', '2027-03-02T14:00:00.000Z'],
      ['2027-07-02T13:00:00.000Z', '2027-07-02T14:00:00.000Z'],
    ]);
    expect((await read(past)).starts_at).toBe('2027-02-02T15:00:00.000Z');
    const history = await t.http.get(`${APPOINTMENTS}/${rows[0]!.id}/history`).set(operator.bearer);
    expect(history.body).toHaveLength(2);
    expect(history.body[1]).toMatchObject({
      user: { id: admin.id },
      changes: [
        { field: 'starts_at', before: '2027-03-02T15:00:00.000Z', after: '2027-03-02T14:00:00.000Z' },
        { field: 'ends_at', before: '2027-03-02T16:00:00.000Z', after: '2027-03-02T15:00:00.000Z' },
      ],
    });
    expectProblem(
      await t.http
        .post(APPOINTMENTS)
        .set(operator.bearer)
        .send(bookingAt('2027-03-02T14:30:00Z', { resource: 'main' })),
      409,
      'slot_taken',
    );
  });

  it('of the time zone that moves appointments tells open panels of them', async () => {
    await booked(t, operator, bookingAt('2027-03-02T15:00:00Z'));
    const announce = jest.spyOn(t.app.get(EventsService, { strict: false }), 'announce');
    await change({ time_zone: 'America/New_York' }, { keep: 'moment' });
    expect(announce.mock.calls.map(([type]) => type)).toEqual(['settings.updated']);
    await change({ time_zone: 'Europe/Berlin' }, { keep: 'clock' });
    expect(announce).toHaveBeenLastCalledWith('appointment.updated', null);
    announce.mockRestore();
  });

  it('of the time zone and the hours names those that the new hours leave out, wherever they stand now', async () => {
    const late = await booked(t, operator, bookingAt('2027-03-02T17:00:00Z'));
    const working_hours = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' }));
    const { body } = await change({ time_zone: 'America/New_York', working_hours }, { keep: 'clock' });
    expect(body.affected).toEqual([{ id: late.id, starts_at: '2027-03-02T22:00:00.000Z' }]);
  });

  it('names at most 20 of the appointments that are no longer possible, the next ones', async () => {
    const { id: client_id } = (await booked(t, operator, bookingAt('2027-03-02T10:00:00Z'))).client;
    await t.panel.query(
      `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource)
       select gen_random_uuid(), $1, '', at, at + interval '30 minutes', 'confirmed', 'panel', 'main'
       from generate_series(3, 32) as day, make_timestamptz(2027, 3, 1, 11, 0, 0, 'UTC') as monday,
         lateral (select monday + make_interval(days => day * 7) as at) as times`,
      [client_id],
    );
    const { body } = await change({ resources: ['Anna'] }, { keep_appointments: true });
    expect(body.affected).toHaveLength(20);
    expect(body.affected[0].starts_at).toBe('2027-03-02T10:00:00.000Z');
  });

  it('names the appointments that are no longer possible', async () => {
    const [late, early, ofAnna] = [
      await booked(t, operator, bookingAt('2027-03-02T17:00:00Z', { resource: 'main' })),
      await booked(t, operator, bookingAt('2027-03-02T10:00:00Z', { resource: 'main' })),
      await booked(t, operator, bookingAt('2027-03-03T10:00:00Z', { resource: 'Anna' })),
    ];
    await booked(t, operator, bookingAt('2027-03-06T10:00:00Z'));
    const affected = async (changes: object) =>
      ((await change(changes)).body.affected as { id: string }[]).map(({ id }) => id);
    expect(await affected({ name: 'Other' })).toEqual([]);
    const closures = [{ from: '2027-03-02T16:00', to: '2027-03-02T18:00', reason: 'Team party' }];
    expect(await affected({ closures })).toEqual([late.id]);
    const hours = [{ day: 2, opens: '12:00', closes: '18:00' }];
    expect(await affected({ working_hours: hours, closures: [] })).toEqual([early.id, ofAnna.id]);
    await change({ working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })) });
    const { body } = await change({ resources: ['main'] }, { keep_appointments: true });
    expect(body.affected).toEqual([{ id: ofAnna.id, starts_at: ofAnna.starts_at }]);
  });
});

describe('a pause of the agent', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    await setAgent(t, { agent_hours: 'any', enabled: true });
  });
  afterAll(() => t.close());

  const book = (starts_at: string) => t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(starts_at));
  const state = async () => (await t.http.get(PAUSE).set(operator.bearer)).body.pause as unknown;

  it('stops the agent until its time is over, and says who made it', async () => {
    expect(await state()).toBeNull();
    const pause = { until: '2027-03-01T10:05:00Z', reason: 'Anna is ill' };
    const made = await t.http.post(PAUSE).set(operator.bearer).send(pause);
    const shown = { ...pause, until: '2027-03-01T10:05:00.000Z', by: expect.any(String), since: NOW };
    expect([made.status, made.body]).toEqual([200, shown]);
    expect(await state()).toEqual(shown);
    // Why is the team's.
    expect((await t.http.get(PAUSE).set(AS_AGENT)).body.pause).toEqual({ ...shown, reason: '' });
    expectProblem(await book('2027-03-02T10:00:00Z'), 409, 'agent_disabled');
    expectProblem(
      await t.http.get(`${APPOINTMENTS}/availability?date=2027-03-02`).set(AS_AGENT),
      409,
      'agent_disabled',
    );
    // The settings are what they were, so that who stores them ends nothing.
    expect((await t.http.get(SETTINGS).set(operator.bearer)).body.enabled).toBe(true);
    const forAgent = await t.http.get(SETTINGS).set(AS_AGENT).expect(200);
    expect([forAgent.body.enabled, forAgent.headers['etag']]).toEqual([false, undefined]);
    t.clock.set('2027-03-01T10:05:00Z');
    expect(await state()).toBeNull();
    expect((await t.http.get(SETTINGS).set(AS_AGENT)).body.enabled).toBe(true);
    expect((await book('2027-03-02T10:00:00Z')).status).toBe(201);
    t.clock.set(NOW);
  });

  it('lasts until somebody ends it where it has no end, and is audited', async () => {
    await t.http.post(PAUSE).set(operator.bearer).send({ reason: 'Stock-taking' }).expect(200);
    t.clock.set('2027-03-01T10:08:00Z');
    expectProblem(await book('2027-03-03T10:00:00Z'), 409, 'agent_disabled');
    await t.http.delete(PAUSE).set(operator.bearer).expect(204);
    await t.http.delete(PAUSE).set(operator.bearer).expect(204);
    expect((await book('2027-03-03T10:00:00Z')).status).toBe(201);
    const { rows } = await t.panel.query(
      `select action from audit_events where action like 'agent.%' order by at, id`,
    );
    expect(rows.slice(-2)).toEqual([{ action: 'agent.paused' }, { action: 'agent.resumed' }]);
    t.clock.set(NOW);
  });

  it('needs a reason and a time to come, and an operator', async () => {
    const pause = (body: object) => t.http.post(PAUSE).set(operator.bearer).send(body);
    expectProblem(await pause({ reason: 'x', until: NOW }), 400, 'in_the_past');
    expectProblem(await pause({}), 400, 'invalid_request');
    expectProblem(await pause({ reason: '' }), 400, 'invalid_request');
    const viewer = await signIn(t, { role: 'viewer' });
    expectProblem(await t.http.post(PAUSE).set(viewer.bearer).send({ reason: 'x' }), 403, 'forbidden');
    expectProblem(await t.http.post(PAUSE).set(AS_AGENT).send({ reason: 'x' }), 403, 'forbidden');
  });
});
