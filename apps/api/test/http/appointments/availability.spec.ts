import type { FreeSlotDto, SlotDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** Before all the days that are asked for. */
const NOW = '2026-02-01T00:00:00Z';

describe('the free times of a day', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients');
    await setAgent(t, {
      time_zone: 'Europe/Vienna',
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '12:00' })),
      slot_minutes: 30,
      horizon_days: 3_650,
      enabled: true,
    });
  });

  const ask = (query: Record<string, string | number>) =>
    t.http.get(`${APPOINTMENTS}/availability`).query(query).set(AS_AGENT);
  const starts = async (query: Record<string, string | number>) => {
    const { status, body, text } = await ask(query);
    if (status !== 200) throw new Error(text);
    return (body.slots as SlotDto[]).map(({ starts_at }) => starts_at.slice(11, 16));
  };

  it('are what is left of the working hours', async () => {
    const slot = (from: string, to: string, localFrom: string, localTo: string) => ({
      ...{ starts_at: `2026-11-20T${from}:00.000Z`, ends_at: `2026-11-20T${to}:00.000Z` },
      ...{ local_starts_at: `2026-11-20T${localFrom}`, local_ends_at: `2026-11-20T${localTo}` },
      resource: 'main',
    });
    await booked(t, operator, bookingAt('2026-11-20T09:30:00+01:00', { duration_minutes: 45 }));
    const answer = await ask({ date: '2026-11-20' });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...{ date: '2026-11-20', time_zone: 'Europe/Vienna', resource: 'main', closed: null },
        slots: [
          slot('08:00', '08:30', '09:00', '09:30'),
          slot('09:15', '09:45', '10:15', '10:45'),
          slot('09:30', '10:00', '10:30', '11:00'),
          slot('10:00', '10:30', '11:00', '11:30'),
          slot('10:30', '11:00', '11:30', '12:00'),
        ],
      },
    ]);
  });

  it('are each long enough, and may be booked', async () => {
    await booked(t, operator, bookingAt('2026-11-20T10:00:00+01:00'));
    expect(await starts({ date: '2026-11-20', duration_minutes: 60 })).toEqual(['08:00', '09:30', '10:00']);
    expect(await starts({ date: '2026-11-20', duration_minutes: 90 })).toEqual(['09:30']);
    expect(await starts({ date: '2026-11-20', duration_minutes: 91 })).toEqual([]);
    const { slots } = (await ask({ date: '2026-11-20', duration_minutes: 90 })).body as { slots: SlotDto[] };
    await booked(t, operator, bookingAt(slots[0]!.starts_at, { ends_at: slots[0]!.ends_at }));
    expect(await starts({ date: '2026-11-20' })).toEqual(['08:00', '08:30']);
  });

  it('are those of one resource', async () => {
    await setAgent(t, { resources: ['main', 'room'] });
    const wish = { duration_minutes: 150, resource: 'main' };
    await booked(t, operator, bookingAt('2026-11-20T09:00:00+01:00', wish));
    expect(await starts({ date: '2026-11-20', resource: 'main' })).toEqual(['10:30']);
    expect(await starts({ date: '2026-11-20', resource: 'room' })).toHaveLength(6);
    await setAgent(t, { resources: ['main'] });
  });

  it('are those of whoever is free, where none of several is named', async () => {
    await setAgent(t, { resources: ['Anna', 'Ben'] });
    await booked(t, operator, bookingAt('2026-11-20T09:00:00+01:00', { resource: 'anna' }));
    const { body } = await ask({ date: '2026-11-20' });
    expect([body.resource, body.slots[0].resource]).toEqual(['any', 'Ben']);
    expect(await starts({ date: '2026-11-20' })).toHaveLength(6);
    await setAgent(t, { resources: ['main'] });
  });

  it('are those of a resource however its name is spelled', async () => {
    await setAgent(t, {
      resources: ['main', 'Stand 2'],
      closures: [{ from: '2026-11-23', to: '2026-11-23', reason: '', resource: 'STAND 2' }],
    });
    await booked(t, operator, bookingAt('2026-11-20T09:00:00+01:00', { resource: 'Stand 2' }));
    for (const resource of ['stand 2', ' STAND  2 ', 'Ｓｔａｎｄ ２']) {
      const { body } = await ask({ date: '2026-11-20', resource });
      expect([body.resource, (body.slots as unknown[]).length]).toEqual(['Stand 2', 5]);
      expect(await starts({ date: '2026-11-23', resource })).toEqual([]);
    }
    await setAgent(t, { resources: ['main'], closures: [] });
  });

  it('are not those that are taken by one beside others', async () => {
    const { id } = await booked(t, operator, bookingAt('2026-11-20T09:00:00+01:00'));
    await t.panel.query('update appointments set squeezed = true where id = $1', [id]);
    expect(await starts({ date: '2026-11-20' })).toHaveLength(5);
    const again = bookingAt('2026-11-20T09:00:00+01:00');
    expectProblem(await t.http.post(APPOINTMENTS).set(AS_AGENT).send(again), 409, 'slot_taken');
    expectProblem(await t.http.post(APPOINTMENTS).set(operator.bearer).send(again), 409, 'slot_taken');
  });

  it('are within the hours of the resource, if it has hours of its own', async () => {
    const general = [{ day: 5, opens: '09:00', closes: '12:00' }];
    const working_hours = [...general, { day: 5, opens: '13:00', closes: '14:00', resource: 'Anna' }];
    await setAgent(t, { working_hours, resources: ['Anna', 'Ben'] });
    expect(await starts({ date: '2026-11-20', resource: 'Anna' })).toEqual(['12:00', '12:30']);
    expect(await starts({ date: '2026-11-20', resource: 'Ben' })).toHaveLength(6);
    const refused = await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send(bookingAt('2026-11-20T09:00:00+01:00', { resource: 'Anna' }));
    expectProblem(refused, 409, 'outside_hours');
    expect(
      (refused.body.alternatives as FreeSlotDto[]).map((slot) => slot.local_starts_at.slice(11)),
    ).toEqual(expect.arrayContaining(['13:00', '13:30']));
    await setAgent(t, { working_hours: general, resources: ['main'] });
  });

  it('come back when an appointment is cancelled', async () => {
    const { id } = await booked(
      t,
      operator,
      bookingAt('2026-11-20T09:00:00+01:00', { duration_minutes: 180 }),
    );
    expect(await starts({ date: '2026-11-20' })).toEqual([]);
    await t.http.patch(`${APPOINTMENTS}/${id}`).set(operator.bearer).send({ status: 'cancelled' });
    expect(await starts({ date: '2026-11-20' })).toHaveLength(6);
  });

  it('are none on a day that is closed, which says so, and why', async () => {
    expect((await ask({ date: '2026-11-21' })).body).toMatchObject({ slots: [], closed: 'No opening hours' });
    const closures = [
      { from: '2026-11-20', to: '2026-11-20', reason: 'Team party', public: true },
      { from: '2026-11-23T10:00', to: '2026-11-23T18:00', reason: 'Repair' },
      { from: '2026-11-24', to: '2026-11-24', reason: '' },
    ];
    await setAgent(t, { closures });
    const closed = async (query: Record<string, string | number>) =>
      (await ask(query)).body.closed as unknown;
    expect(await closed({ date: '2026-11-20' })).toBe('Team party');
    expect(await closed({ date: '2026-11-20', days: 2 })).toBe('Team party');
    expect(await closed({ date: '2026-11-23' })).toBeNull();
    expect(await closed({ date: '2026-11-24' })).toBe('closed');
    await booked(t, operator, bookingAt('2026-11-23T09:00:00+01:00', { duration_minutes: 60 }));
    expect((await ask({ date: '2026-11-23' })).body).toMatchObject({ slots: [], closed: null });
    await setAgent(t, { closures: [] });
  });

  it('are refused for days that are over', async () => {
    const { detail, errors } = expectProblem(await ask({ date: '2026-01-30', days: 2 }), 400, 'in_the_past');
    expect(errors).toEqual([{ field: 'date', code: 'out_of_range', message: detail }]);
    expect(detail).toContain('now it is 2026-02-01T01:00 in Europe/Vienna');
    expect((await ask({ date: '2026-01-31', days: 2 })).status).toBe(200);
    expectProblem(await ask({ date: '0001-01-01' }), 400, 'in_the_past');
  });

  it('count the time of an appointment that is to be moved', async () => {
    const { id } = await booked(
      t,
      operator,
      bookingAt('2026-11-20T10:15:00+01:00', { duration_minutes: 30 }),
    );
    expect(await starts({ date: '2026-11-20' })).not.toContain('09:30');
    expect(await starts({ date: '2026-11-20', except: id })).toEqual([
      '08:00',
      '08:30',
      '09:00',
      '09:30',
      '10:00',
      '10:30',
    ]);
    expect(refusedFields(await ask({ date: '2026-11-20', except: '1' }))).toEqual([
      ['except', 'invalid_format'],
    ]);
  });

  it('of a night are told on the day on which they begin', async () => {
    await setAgent(t, { working_hours: [{ day: 5, opens: '22:00', closes: '01:00' }] });
    const local = async (date: string) =>
      ((await ask({ date, duration_minutes: 60 })).body.slots as FreeSlotDto[]).map(
        (slot) => slot.local_starts_at,
      );
    expect(await local('2026-11-20')).toEqual(
      ['22:00', '22:30', '23:00', '23:30'].map((time) => `2026-11-20T${time}`),
    );
    expect(await local('2026-11-21')).toEqual(['2026-11-21T00:00']);
    const overMidnight = bookingAt('2026-11-20T23:30', { duration_minutes: 90 });
    expect((await t.http.post(APPOINTMENTS).set(AS_AGENT).send(overMidnight)).status).toBe(201);
  });

  it('are those of several days at once, by time', async () => {
    await booked(t, operator, bookingAt('2026-11-23T09:00:00+01:00', { duration_minutes: 150 }));
    const { body } = await ask({ date: '2026-11-20', days: 4 });
    expect(body.date).toBe('2026-11-20');
    expect((body.slots as FreeSlotDto[]).map((slot) => slot.local_starts_at)).toEqual([
      ...['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'].map((time) => `2026-11-20T${time}`),
      '2026-11-23T11:30',
    ]);
    const month = await ask({ date: '2026-11-02', days: 31 });
    expect((month.body.slots as FreeSlotDto[]).length).toBe(23 * 6 - 5);
  });

  it('know of appointments that reach in from another day', async () => {
    await setAgent(t, { working_hours: [{ day: 5, opens: '00:00', closes: '24:00' }], slot_minutes: 120 });
    await booked(t, operator, bookingAt('2026-11-19T20:00:00Z', { duration_minutes: 300 }));
    await booked(t, operator, bookingAt('2026-11-20T22:00:00Z', { duration_minutes: 300 }));
    // 00:00 in Vienna is 23:00 of the day before.
    expect(await starts({ date: '2026-11-20' })).toEqual(
      ['01:00', '03:00', '05:00', '07:00', '09:00', '11:00'].concat([
        '13:00',
        '15:00',
        '17:00',
        '19:00',
        '20:00',
      ]),
    );
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ])('of %s, on which the clocks change, are those of %i hours', async (date, hours) => {
    await setAgent(t, { working_hours: [{ day: 7, opens: '00:00', closes: '24:00' }], slot_minutes: 60 });
    expect(await starts({ date })).toHaveLength(hours);
  });

  it('are not told to an agent that is switched off, but to the panel', async () => {
    await setAgent(t, { enabled: false });
    expectProblem(await ask({ date: '2026-11-20' }), 409, 'agent_disabled');
    const { status } = await t.http.get(`${APPOINTMENTS}/availability?date=2026-11-20`).set(viewer.bearer);
    expect(status).toBe(200);
    expectProblem(await t.http.get(`${APPOINTMENTS}/availability?date=2026-11-20`), 401, 'unauthenticated');
  });

  it.each<[Record<string, string>, string, string]>([
    [{}, 'date', 'required'],
    [{ date: '' }, 'date', 'invalid_format'],
    [{ date: '20.11.2026' }, 'date', 'invalid_format'],
    [{ date: '2026-02-29' }, 'date', 'invalid_format'],
    [{ date: '2026-11-20T00:00:00Z' }, 'date', 'invalid_format'],
    [{ date: '2026-11-20', duration_minutes: '0' }, 'duration_minutes', 'out_of_range'],
    [{ date: '2026-11-20', duration_minutes: '1.5' }, 'duration_minutes', 'wrong_type'],
    [{ date: '2026-11-20', duration_minutes: '99999' }, 'duration_minutes', 'out_of_range'],
    [{ date: '2026-11-20', resource: '' }, 'resource', 'too_short'],
    [{ date: '2026-11-20', days: '0' }, 'days', 'out_of_range'],
    [{ date: '2026-11-20', days: '32' }, 'days', 'out_of_range'],
    [{ date: '2026-11-20', client_id: '1' }, 'client_id', 'unknown_field'],
  ])('are not told for %j', async (query, field, code) => {
    expect(refusedFields(await ask(query))).toEqual([[field, code]]);
  });

  it('are told for the last day that can be written', async () => {
    const date = '9999-12-31';
    await setAgent(t, {
      working_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' })),
    });
    const { status, body } = await ask({ date });
    expect([status, (body.slots as SlotDto[]).every(({ starts_at }) => /^\d{4}-/.test(starts_at))]).toEqual([
      200,
      true,
    ]);
  });

  it('are the alternatives to a taken one, with one of the next day', async () => {
    await booked(t, operator, bookingAt('2030-11-20T10:00:00+01:00'));
    const taken = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt('2030-11-20T10:00:00+01:00'));
    const { alternatives } = expectProblem(taken, 409, 'slot_taken');
    const { slots } = (await ask({ date: '2030-11-20' })).body as { slots: SlotDto[] };
    const { slots: next } = (await ask({ date: '2030-11-21' })).body as { slots: SlotDto[] };
    expect(alternatives).toEqual([...slots.slice(0, 4), next[2]]);
  });

  it('end for the agent at the horizon, and say so', async () => {
    await setAgent(t, { horizon_days: 30 });
    const beyond = (await ask({ date: '2026-11-20' })).body as { slots: SlotDto[]; closed: string };
    expect([beyond.slots, beyond.closed]).toEqual([[], expect.stringContaining('More than 30 days ahead')]);
    const within = (await ask({ date: '2026-02-03' })).body as { slots: SlotDto[]; closed: null };
    expect([within.slots.length > 0, within.closed]).toEqual([true, null]);
  });
});
