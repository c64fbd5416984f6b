import { randomUUID } from 'node:crypto';
import type { BlockDto, SavedBlockDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { atOnce } from '../../harness/data/times';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

const BLOCKS = '/api/blocks';
const NOW = '2027-03-01T08:00:00.000Z';
const NINE = '2027-03-02T09:00:00.000Z';
const TEN = '2027-03-02T10:00:00.000Z';
const ELEVEN = '2027-03-02T11:00:00.000Z';
const MORNING = { starts_at: NINE, ends_at: ELEVEN };

describe('blocks', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
    await setAgent(t, { auto_confirm: true, resources: ['Stand 1', 'Stand 2'], agent_hours: 'working' });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.panel, 'clients', 'blocks'));

  const block = (more: object = {}, dry_run = false) =>
    t.http
      .post(BLOCKS)
      .query(dry_run ? { dry_run: true } : {})
      .set(operator.bearer)
      .send({ ...MORNING, ...more });
  const made = async (more: object = {}): Promise<SavedBlockDto> => {
    const answer = await block(more);
    expect(answer.status).toBe(201);
    return answer.body as SavedBlockDto;
  };
  const bookAs = (headers: Record<string, string>, starts_at: string, more: object = {}) =>
    t.http.post(APPOINTMENTS).set(headers).send(bookingAt(starts_at, more));
  const byAgent = (starts_at: string, resource: string) =>
    bookAs(AS_AGENT, starts_at, { resource, client: { name: randomUUID() } });
  const freeAt = async (resource: string): Promise<string[]> => {
    const query = { date: '2027-03-02', resource };
    const { body } = await t.http.get(`${APPOINTMENTS}/availability`).query(query).set(AS_AGENT);
    return (body.slots as { starts_at: string }[]).map(({ starts_at }) => starts_at);
  };
  const busyTimes = async (query: object) =>
    (
      await t.http
        .get('/api/busy-times')
        .query({ from: '2027-03-02', to: '2027-03-03', ...query })
        .set(operator.bearer)
    ).body as object[];

  it('are made, read, listed, changed and removed by operators', async () => {
    const first = await made({ resource: ' stand  1', reason: 'Delivery' });
    expect(first).toEqual({
      ...{ id: first.id, resource: 'Stand 1', ...MORNING, reason: 'Delivery', series_id: null },
      ...{ resource_id: expect.any(String), created_at: NOW, updated_at: NOW, count: 1, affected: [] },
    });
    const all = await made({ starts_at: TEN, resource: null });
    const path = `${BLOCKS}/${first.id}`;
    const list = await t.http
      .get(BLOCKS)
      .query({ from: '2027-03-02', to: '2027-03-03', resource: 'STAND 2' })
      .set(operator.bearer);
    expect(list.body).toMatchObject({ total: 1, items: [{ id: all.id, resource: null }] });
    expect((await t.http.get(BLOCKS).set(operator.bearer)).body.items).toHaveLength(2);
    const changed = await t.http
      .patch(path)
      .set(operator.bearer)
      .send({ starts_at: TEN, reason: 'Lunch', resource: null });
    expect(changed.body).toMatchObject({
      ...{ starts_at: TEN, ends_at: '2027-03-02T12:00:00.000Z', reason: 'Lunch', resource: null, count: 1 },
    });
    const { count: _count, affected: _affected, ...row } = changed.body as SavedBlockDto;
    expect((await t.http.get(path).set(operator.bearer)).body).toEqual(row);
    expect((await t.http.delete(path).set(operator.bearer)).status).toBe(204);
    expectProblem(await t.http.get(path).set(operator.bearer), 404, 'not_found');
    expectProblem(await t.http.delete(path).set(operator.bearer), 404, 'not_found');
    expectProblem(await t.http.patch(path).set(operator.bearer).send({ reason: '' }), 404, 'not_found');
  });

  it('end after they begin, and last at most 370 days', async () => {
    expect(refusedFields(await block({ ends_at: NINE }))).toEqual([['ends_at', 'out_of_range']]);
    expect(refusedFields(await block({ ends_at: '2028-03-08T09:00:00Z' }))).toEqual([
      ['ends_at', 'out_of_range'],
    ]);
    expect((await block({ ends_at: '2028-03-06T09:00:00Z' })).status).toBe(201);
  });

  it.each([' ANY', 'Stand I', 'Stand 11', ''])(
    'are of a resource of the settings or of all, and not of %j',
    async (resource) => {
      const { id } = await made({ resource: 'Stand 1' });
      const patched = await t.http.patch(`${BLOCKS}/${id}`).set(operator.bearer).send({ resource });
      for (const refused of [await block({ resource }), await block({ resource }, true), patched]) {
        expectProblem(refused, 400, resource === '' ? 'invalid_request' : 'unknown_resource');
        expect(refused.body.errors).toMatchObject([{ field: 'resource' }]);
        if (resource !== '') expect(refused.body.allowed).toEqual(['Stand 1', 'Stand 2']);
      }
    },
  );

  it('keep a resource that the settings have no more', async () => {
    const { id } = await made({ resource: 'Stand 1' });
    await t.panel.query(`update blocks set resource = 'Stand 9' where id = $1`, [id]);
    const patch = (resource: string) =>
      t.http.patch(`${BLOCKS}/${id}`).set(operator.bearer).send({ resource, reason: 'Delivery' });
    expect((await patch('stand 9')).body).toMatchObject({ resource: 'Stand 9', reason: 'Delivery' });
    expectProblem(await patch('Stand 8'), 400, 'unknown_resource');
    expect((await patch('Stand 2')).body).toMatchObject({ resource: 'Stand 2' });
  });

  it('are no times that are free, or that an agent books or moves to', async () => {
    await made({ resource: 'Stand 1' });
    const free = await freeAt('stand 1');
    expect(free).not.toContain(NINE);
    expect(free).toContain(ELEVEN);
    expect(free[0]).toBe(ELEVEN);
    expect(await freeAt('Stand 2')).toContain(NINE);
    const refused = await byAgent('2027-03-02T10:30:00Z', 'STAND 1');
    expectProblem(refused, 409, 'slot_taken');
    expect(refused.body.alternatives[0].starts_at).toBe(ELEVEN);
    expect(refused.body.busy).toBeUndefined();
    expect((await byAgent(ELEVEN, 'Stand 1')).status).toBe(201);
    const own = await bookAs(AS_AGENT, '2027-03-02T13:00:00Z', { resource: 'Stand 1', external_id: 'own' });
    expect(own.status).toBe(201);
    const moved = await t.http.patch(`${APPOINTMENTS}/external/own`).set(AS_AGENT).send({ starts_at: TEN });
    expectProblem(moved, 409, 'slot_taken');
  });

  it('of all resources hold for each', async () => {
    await made({ resource: null, reason: 'Team' });
    for (const resource of ['Stand 1', 'Stand 2']) {
      expect(await freeAt(resource)).not.toContain(NINE);
      expectProblem(await byAgent(NINE, resource), 409, 'slot_taken');
    }
  });

  it('are booked over by people who were asked, and by nobody else', async () => {
    const { id } = await made({ resource: 'Stand 1', reason: 'Delivery' });
    const asked = await bookAs(operator.bearer, NINE, { resource: 'Stand 1' });
    expectProblem(asked, 409, 'busy');
    expect(asked.body.busy).toMatchObject([
      { resource: 'Stand 1', ...MORNING, title: 'Delivery', calendar_id: null, block_id: id },
    ]);
    expect(asked.body.alternatives[0].starts_at).toBe(ELEVEN);
    const booking = { resource: 'Stand 1', allow_busy: true };
    const row = await booked(t, operator, bookingAt(NINE, booking));
    expect(row.squeezed).toBe(false);
    // The time is still that of one appointment.
    expectProblem(await bookAs(operator.bearer, NINE, booking), 409, 'slot_taken');
    expect(refusedFields(await bookAs(AS_AGENT, TEN, booking))).toEqual([['allow_busy', 'not_allowed']]);
  });

  it('are asked about when a person moves an appointment there, and not when it was there before', async () => {
    const row = await booked(t, operator, bookingAt(NINE, { resource: 'Stand 1', duration_minutes: 60 }));
    const other = await booked(t, operator, bookingAt(NINE, { resource: 'Stand 2' }));
    await made({ resource: 'Stand 1' });
    const change = (id: string, patch: object) =>
      t.http.patch(`${APPOINTMENTS}/${id}`).set(operator.bearer).send(patch);
    expect((await change(row.id, { duration_minutes: 30 })).status).toBe(200);
    expectProblem(await change(row.id, { duration_minutes: 60 }), 409, 'busy');
    expectProblem(await change(other.id, { resource: 'Stand 1', starts_at: TEN }), 409, 'busy');
    const moved = await change(other.id, { resource: 'Stand 1', starts_at: TEN, allow_busy: true });
    expect(moved.body).toMatchObject({ resource: 'Stand 1', starts_at: TEN });
    expect((await change(row.id, { status: 'cancelled' })).status).toBe(200);
    expectProblem(await change(row.id, { status: 'confirmed' }), 409, 'busy');
    const undone = await t.http.post(`${APPOINTMENTS}/${row.id}/history/undo`).set(operator.bearer);
    expect(undone.body.status).toBe('confirmed');
  });

  it('name the coming appointments that they meet, before and after they are made', async () => {
    const met = await booked(t, operator, bookingAt(TEN, { resource: 'Stand 1', client: { name: 'Ada' } }));
    const cancelled = await booked(t, operator, bookingAt(NINE, { resource: 'Stand 1' }));
    await t.http.patch(`${APPOINTMENTS}/${cancelled.id}`).set(operator.bearer).send({ status: 'cancelled' });
    const other = await booked(t, operator, bookingAt(NINE, { resource: 'Stand 2' }));
    await booked(t, operator, bookingAt(ELEVEN, { resource: 'Stand 1' }));
    const shown = ({ id, starts_at, ends_at, resource, resource_id, client }: typeof met) => ({
      ...{ id, starts_at, ends_at, resource, resource_id, client },
    });
    const trial = await block({ resource: 'Stand 1' }, true);
    expect(trial.status).toBe(200);
    expect(trial.body.affected).toEqual([shown(met)]);
    expect((await t.http.get(BLOCKS).set(operator.bearer)).body.total).toBe(0);
    const saved = await made({ resource: null });
    expect(saved.affected).toEqual([shown(other), shown(met)]);
    const path = `${BLOCKS}/${saved.id}`;
    const moved = await t.http
      .patch(path)
      .query({ dry_run: true })
      .set(operator.bearer)
      .send({ resource: 'Stand 2' });
    expect(moved.body).toMatchObject({ resource: 'Stand 2', affected: [{ id: other.id }] });
    expect((await t.http.get(path).set(operator.bearer)).body.resource).toBeNull();
  });

  it('are told as busy times, to viewers without their reasons, since the list is closed to them', async () => {
    const one = await made({ resource: 'Stand 1', reason: 'Delivery' });
    await made({ starts_at: '2027-03-03T09:00:00Z', ends_at: '2027-03-03T10:00:00Z' });
    const all = await made({ starts_at: TEN });
    const times = [
      {
        ...{ resource: 'Stand 1', ...MORNING, title: 'Delivery', calendar_id: null, block_id: one.id },
        resource_id: one.resource_id,
      },
      {
        ...{
          resource: null,
          resource_id: null,
          starts_at: TEN,
          ends_at: ELEVEN,
          title: null,
          calendar_id: null,
        },
        block_id: all.id,
      },
    ];
    expect(await busyTimes({})).toEqual(times);
    expect(await busyTimes({ resource: 'Stand 2' })).toEqual([times[1]]);
    expectProblem(await t.http.get(BLOCKS).set(viewer.bearer), 403, 'forbidden');
    const ask = (query: object) => t.http.get('/api/busy-times').query(query).set(viewer.bearer);
    // Whoever may only read learns when, not why.
    const range = { from: '2027-03-02', to: '2027-03-03' };
    expect((await ask(range)).body).toEqual(times.map((one) => ({ ...one, title: null })));
    expect(refusedFields(await ask({ from: '2027-03-02', to: '2027-03-01' }))).toEqual([
      ['from', 'out_of_range'],
    ]);
    expect(refusedFields(await ask({ from: '2027-03-02', to: '2028-06-01' }))).toEqual([
      ['to', 'out_of_range'],
    ]);
  });

  it('of one and of all resources are never made with a booking of an agent at once', async () => {
    for (let round = 0; round < 12; round++) {
      await emptyTables(t.panel, 'clients', 'blocks');
      const resource = round % 2 === 0 ? 'Stand 1' : null;
      const names = ['Stand 1', 'stand 1', 'Stand 2'];
      const [blocking, ...bookings] = await atOnce(4, (index) =>
        index === 0 ? block({ resource, starts_at: NINE, ends_at: TEN }) : byAgent(NINE, names[index - 1]!),
      );
      const saved = blocking!.body as SavedBlockDto;
      expect(blocking!.status).toBe(201);
      const { rows } = await t.panel.query<{ id: string }>('select id from appointments order by id');
      expect(bookings.filter(({ status }) => status === 201)).toHaveLength(rows.length);
      const met = await block({ resource, starts_at: NINE, ends_at: TEN }, true);
      // Whatever stands there now stood there when the block was made: it was named.
      expect(saved.affected).toEqual(met.body.affected);
    }
  });

  it('follow a resource that gets another name', async () => {
    await made({ resource: 'Stand 1' });
    const admin = await signIn(t, { role: 'admin' });
    const rename = (from: string, to: string) =>
      t.http.post('/api/settings/resources/rename').set(admin.bearer).send({ from, to });
    expect((await rename('Stand 1', 'Stand One')).status).toBe(200);
    expect(await busyTimes({ resource: 'Stand One' })).toMatchObject([{ resource: 'Stand One' }]);
    expectProblem(await byAgent(NINE, 'Stand One'), 409, 'slot_taken');
    // A filter that somebody keeps has the former name.
    expect(await busyTimes({ resource: 'stand 1' })).toMatchObject([{ resource: 'Stand One' }]);
    const kept = await t.http.get(BLOCKS).query({ resource: 'stand 1' }).set(operator.bearer);
    expect(kept.body.items).toMatchObject([{ resource: 'Stand One' }]);
    await rename('Stand One', 'Stand 1');
  });

  it('are noted in the audit with their names, and told live', async () => {
    const { id } = await made({ resource: 'Stand 1', reason: 'Delivery' });
    await t.http.delete(`${BLOCKS}/${id}`).set(operator.bearer);
    const { rows } = await t.panel.query(
      `select action, object_name from audit_events where object = 'block:${id}' order by at, id`,
    );
    expect(rows).toEqual([
      { action: 'block.created', object_name: 'Stand 1, Delivery' },
      { action: 'block.deleted', object_name: 'Stand 1, Delivery' },
    ]);
  });

  describe('by a rule', () => {
    const EACH_WEEK = { resource: 'Stand 1', rrule: 'FREQ=WEEKLY;COUNT=4' };
    const startsOf = async (): Promise<string[]> => {
      const { body } = await t.http.get(BLOCKS).set(operator.bearer);
      return (body.items as BlockDto[]).map(({ starts_at }) => starts_at.slice(0, 16));
    };

    it('are rows of one series, and name all that they meet', async () => {
      const met = await booked(t, operator, bookingAt('2027-03-16T09:30:00Z', { resource: 'Stand 1' }));
      const saved = await made(EACH_WEEK);
      expect(saved).toMatchObject({ ...MORNING, count: 4, affected: [{ id: met.id }] });
      const { body } = await t.http.get(BLOCKS).set(operator.bearer);
      expect(new Set((body.items as BlockDto[]).map(({ series_id }) => series_id))).toEqual(
        new Set([saved.series_id]),
      );
      expect(await startsOf()).toEqual(['02', '09', '16', '23'].map((day) => `2027-03-${day}T09:00`));
      expect(refusedFields(await block({ rrule: 'FREQ=WEEKLY' }))).toEqual([['rrule', 'required']]);
    });

    it.each([
      ['this', ['02T09:00', '09T09:00', '17T10:00', '23T09:00'], ['02', '09', '23']],
      ['following', ['02T09:00', '09T09:00', '17T10:00', '24T10:00'], ['02', '09']],
      ['all', ['03T10:00', '10T10:00', '17T10:00', '24T10:00'], []],
    ])('change and go with the scope %s', async (scope, moved, left) => {
      await made(EACH_WEEK);
      const { body } = await t.http.get(BLOCKS).set(operator.bearer);
      const third = (body.items as BlockDto[])[2]!;
      const path = `${BLOCKS}/${third.id}`;
      const answer = await t.http
        .patch(path)
        .query({ scope })
        .set(operator.bearer)
        .send({ starts_at: '2027-03-17T10:00:00Z' });
      expect(answer.body).toMatchObject({ id: third.id, ends_at: '2027-03-17T12:00:00.000Z' });
      expect(await startsOf()).toEqual(moved.map((time) => `2027-03-${time}`));
      await t.http.delete(path).query({ scope }).set(operator.bearer);
      expect(await startsOf()).toEqual(left.map((day) => `2027-03-${day}T09:00`));
    });

    it('keep their times of day when the clocks change, to the end of a whole day', async () => {
      await setAgent(t, { time_zone: 'Europe/Vienna' });
      await made({
        ...{ starts_at: '2027-03-21T23:00:00Z', ends_at: '2027-03-22T23:00:00Z' },
        rrule: 'FREQ=WEEKLY;COUNT=2',
      });
      const { body } = await t.http.get(BLOCKS).set(operator.bearer);
      expect((body.items as BlockDto[]).map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual([
        ['2027-03-21T23:00:00.000Z', '2027-03-22T23:00:00.000Z'],
        ['2027-03-28T22:00:00.000Z', '2027-03-29T22:00:00.000Z'],
      ]);
      await setAgent(t, { time_zone: 'UTC' });
    });
  });
});
