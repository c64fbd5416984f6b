import {
  APPOINTMENT_STATUSES,
  isLive,
  STATUS_STEPS,
  statusesAfter,
  type AppointmentDto,
  type AppointmentStatus,
} from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday morning. */
const NOW = '2027-03-01T09:00:00.000Z';
const BEGUN = '2027-03-01T08:45:00.000Z';
const COMING = '2027-03-22T10:00:00.000Z';

describe('the life of an appointment', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    await setAgent(t, { agent_hours: 'any', auto_confirm: true });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.panel, 'clients'));

  const addressOf = ({ id }: Pick<AppointmentDto, 'id'>) => `${APPOINTMENTS}/${id}`;
  const change = (row: AppointmentDto, patch: object) =>
    t.http.patch(addressOf(row)).set(operator.bearer).send(patch);
  const undo = (row: AppointmentDto, headers: object = {}) =>
    t.http.post(`${addressOf(row)}/history/undo`).set({ ...operator.bearer, ...headers });
  const bookByAgent = (starts_at: string, more: object = {}) =>
    t.http.post(APPOINTMENTS).set(AS_AGENT).send(bookingAt(starts_at, more));
  const thatIs = async (status: AppointmentStatus, starts_at: string): Promise<AppointmentDto> => {
    const row = await booked(t, operator, bookingAt(starts_at));
    await t.panel.query('update appointments set status = $2 where id = $1', [row.id, status]);
    return { ...row, status };
  };

  it('has the ways that are promised', () => {
    expect(STATUS_STEPS).toEqual({
      pending: {
        ...{ confirmed: 'any time', cancelled: 'any time' },
        ...{ completed: 'once begun', no_show: 'once begun' },
      },
      confirmed: { cancelled: 'any time', completed: 'once begun', no_show: 'once begun' },
      completed: { confirmed: 'any time', no_show: 'once begun' },
      no_show: { confirmed: 'any time', completed: 'once begun' },
      cancelled: { confirmed: 'any time' },
    });
  });

  const pairs = APPOINTMENT_STATUSES.flatMap((from) => APPOINTMENT_STATUSES.map((to) => [from, to] as const));
  it.each(pairs)('goes from %s to %s only where the table says so, by the clock', async (from, to) => {
    for (const starts_at of [BEGUN, COMING]) {
      const row = await thatIs(from, starts_at);
      const answer = await change(row, { status: to });
      const step = STATUS_STEPS[from][to];
      if (from === to) expect([answer.status, answer.body]).toEqual([200, row]);
      else if (step === undefined)
        expect(expectProblem(answer, 409, 'invalid_transition').allowed).toEqual(statusesAfter(from));
      else if (step === 'once begun' && starts_at === COMING) expectProblem(answer, 409, 'not_begun');
      else expect([answer.status, answer.body.status]).toEqual([200, to]);
    }
  });

  it('does not sell a coming time by a click on "No-show" or "Complete"', async () => {
    const row = await booked(t, operator, bookingAt(COMING));
    for (const status of ['no_show', 'completed']) {
      expectProblem(await change(row, { status }), 409, 'not_begun');
      expectProblem(await bookByAgent(COMING), 409, 'slot_taken');
    }
  });

  it.each(['no_show', 'completed'])(
    'is %s when its time is put right to one that has begun',
    async (status) => {
      const row = await booked(t, operator, bookingAt(COMING));
      const { body } = await change(row, { status, starts_at: BEGUN });
      expect(body).toMatchObject({ status, starts_at: BEGUN });
    },
  );

  it.each(['cancelled', 'no_show', 'completed'] as const)(
    'is taken back from %s while nobody else has the time',
    async (status) => {
      const row = await thatIs(status, BEGUN);
      expect((await change(row, { status: 'confirmed' })).body.status).toBe('confirmed');
      const other = await thatIs(status, COMING);
      expect((await bookByAgent(COMING)).status).toBe(201);
      const { alternatives } = expectProblem(await change(other, { status: 'confirmed' }), 409, 'slot_taken');
      expect(alternatives).not.toEqual([]);
    },
  );

  it.each(['cancelled', 'no_show', 'completed'] as const)(
    'is confirmed again, and holds its time, when it is %s and moves to a coming one',
    async (status) => {
      const row = await thatIs(status, BEGUN);
      const moved = await change(row, { starts_at: COMING });
      expect(moved.body).toMatchObject({ status: 'confirmed', starts_at: COMING });
      expectProblem(await bookByAgent(COMING), 409, 'slot_taken');
      const { body: history } = await t.http.get(`${addressOf(row)}/history`).set(operator.bearer);
      expect((history as object[]).at(-1)).toMatchObject({ from_status: status, to_status: 'confirmed' });
    },
  );

  it('does not come alive where somebody else is', async () => {
    const row = await thatIs('no_show', BEGUN);
    await booked(t, operator, bookingAt(COMING));
    expectProblem(await change(row, { starts_at: COMING }), 409, 'slot_taken');
  });

  it('is not moved to a coming time as one that has ended', async () => {
    const row = await thatIs('cancelled', BEGUN);
    const answer = await change(row, { starts_at: COMING, status: 'cancelled' });
    expect(expectProblem(answer, 409, 'invalid_transition').allowed).toEqual(['confirmed']);
  });

  it('that has ended is put right where it was, and stays so', async () => {
    const row = await thatIs('completed', BEGUN);
    await booked(t, operator, bookingAt('2027-03-01T07:00:00Z'));
    const { body } = await change(row, { starts_at: '2027-03-01T07:00:00Z' });
    expect(body).toMatchObject({ status: 'completed', starts_at: '2027-03-01T07:00:00.000Z' });
  });

  const taken = [
    ['pending', 'confirmed'],
    ['pending', 'cancelled'],
    ['confirmed', 'no_show'],
    ['confirmed', 'completed'],
    ['no_show', 'completed'],
    ['cancelled', 'confirmed'],
  ] as const;
  it.each(taken)('takes the step from %s to %s back, whole', async (from, to) => {
    const row = await thatIs(from, BEGUN);
    const { headers } = await change(row, { status: to });
    const back = await undo(row, { 'if-match': headers['etag'] });
    expect([back.status, back.body]).toEqual([200, { ...row, updated_at: back.body.updated_at }]);
    const { body: history } = await t.http.get(`${addressOf(row)}/history`).set(operator.bearer);
    expect((history as object[]).at(-1)).toMatchObject({ from_status: to, to_status: from, changes: [] });
  });

  it('takes nothing back that was no change of the status alone, or that is not the last', async () => {
    const row = await booked(t, operator, bookingAt(BEGUN));
    expectProblem(await undo(row), 409, 'invalid_transition');
    const { headers } = await change(row, { status: 'no_show' });
    await change(row, { title: 'T' });
    expectProblem(await undo(row, { 'if-match': headers['etag'] }), 412, 'version_mismatch');
    expectProblem(await undo(row), 409, 'invalid_transition');
    expectProblem(await undo({ ...row, id: row.client_id }), 404, 'not_found');
  });

  it('is not late any more once a late cancellation is taken back', async () => {
    const row = await booked(t, operator, bookingAt(COMING));
    await change(row, { status: 'cancelled' });
    await t.panel.query('update appointments set late = true where id = $1', [row.id]);
    expect((await undo(row)).body).toMatchObject({ status: 'confirmed', late: false });
  });

  it('takes no cancellation back whose time is sold by now', async () => {
    const row = await booked(t, operator, bookingAt(COMING));
    await change(row, { status: 'cancelled' });
    expect((await bookByAgent(COMING)).status).toBe(201);
    expectProblem(await undo(row), 409, 'slot_taken');
  });

  it('holds its time exactly while it is pending or confirmed', () => {
    expect(APPOINTMENT_STATUSES.filter(isLive)).toEqual(['pending', 'confirmed']);
  });
});
