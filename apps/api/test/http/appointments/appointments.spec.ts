import type { AppointmentDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt } from '../../harness/data/appointments';
import { EventReader } from '../../harness/http/event-reader';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce, comingMonday, INSTANT } from '../../harness/data/times';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOBODY = '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11';

/** What people read of an appointment beside what others do: nothing was told, and without mail nothing would be. */
const UNTOLD = { told: null, would_tell: { cancelled: null, deleted: null, moved: null } };

describe('an appointment', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  let row: AppointmentDto;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients');
    row = await booked(t, operator, bookingAt('2026-11-20T09:00:00Z', { title: 'First' }));
    address = `${APPOINTMENTS}/${row.id}`;
  });

  const read = (path = address) => t.http.get(path).set(viewer.bearer);
  const change = (patch: object, headers: Record<string, string> = {}) =>
    t.http
      .patch(address)
      .query({ new_resource: true })
      .set({ ...operator.bearer, ...headers })
      .send(patch);
  const history = async () => (await read(`${address}/history`)).body as object[];

  it('is read with a tag, by which it is not sent twice', async () => {
    const answer = await read();
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      { ...row, ...UNTOLD },
      'private, no-cache',
    ]);
    const again = await read().set('if-none-match', answer.headers['etag']!);
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('has another tag when its client has another name', async () => {
    const { headers } = await read();
    await t.http.patch(`/api/clients/${row.client_id}`).set(operator.bearer).send({ name: 'Ada L.' });
    const answer = await read().set('if-none-match', headers['etag']!);
    expect([answer.status, answer.body.client]).toEqual([200, { id: row.client_id, name: 'Ada L.' }]);
    expect((await change({ title: 'T' }, { 'if-match': headers['etag']! })).status).toBe(200);
  });

  it('changes in what is sent, and in nothing else', async () => {
    const other = await booked(t, operator, bookingAt('2026-11-21T09:00:00Z', { client: { name: 'Bea' } }));
    const changed = await change({ title: '', notes: 'bring the papers', client_id: other.client_id });
    expect([changed.status, changed.body]).toEqual([
      200,
      {
        ...row,
        ...{ title: '', notes: 'bring the papers', client_id: other.client_id, client: other.client },
        updated_at: changed.body.updated_at,
      },
    ]);
    expect((await read()).body).toEqual({ ...changed.body, ...UNTOLD });
  });

  it('keeps its length when it gets a new start, and its start when it gets a new end', async () => {
    expect((await change({ starts_at: '2026-11-23T15:10:00+01:00' })).body).toMatchObject({
      starts_at: '2026-11-23T14:10:00.000Z',
      ends_at: '2026-11-23T14:40:00.000Z',
    });
    expect((await change({ duration_minutes: 90 })).body.ends_at).toBe('2026-11-23T15:40:00.000Z');
    expect((await change({ ends_at: '2026-11-23T15:00:00Z' })).body).toMatchObject({
      starts_at: '2026-11-23T14:10:00.000Z',
      ends_at: '2026-11-23T15:00:00.000Z',
    });
    expect(refusedFields(await change({ ends_at: '2026-11-23T14:10:00Z' }))).toEqual([
      ['ends_at', 'out_of_range'],
    ]);
    expect(refusedFields(await change({ ends_at: '2026-11-23T16:00:00Z', duration_minutes: 5 }))).toEqual([
      ['duration_minutes', 'not_allowed'],
    ]);
    expect(refusedFields(await change({ starts_at: '2026-11-23T14:10' }))).toEqual([
      ['starts_at', 'invalid_format'],
    ]);
  });

  it('that stays as it is keeps its version, its history and its time of change', async () => {
    const { headers } = await read();
    for (const patch of [
      {},
      { status: 'confirmed' },
      { title: 'First', starts_at: '2026-11-20T10:00:00+01:00' },
    ]) {
      const answer = await change(patch);
      expect([answer.status, answer.body, answer.headers['etag']]).toEqual([200, row, headers['etag']]);
    }
    expect(await history()).toHaveLength(1);
  });

  it('changes in all that is sent or in nothing', async () => {
    const wrong = await change({ title: 'T', starts_at: '2026-11-20T12:10:00Z', status: 'pending' });
    expectProblem(wrong, 409, 'invalid_transition');
    expect([(await read()).body, (await history()).length]).toEqual([{ ...row, ...UNTOLD }, 1]);
    const right = await change({ title: 'T', starts_at: '2026-11-20T12:10:00Z', status: 'completed' });
    expect(right.body).toMatchObject({
      title: 'T',
      starts_at: '2026-11-20T12:10:00.000Z',
      status: 'completed',
    });
  });

  it('cannot be moved to where another one is, also on another resource', async () => {
    await booked(t, operator, bookingAt('2026-11-20T12:00:00Z'));
    await booked(t, operator, bookingAt('2026-11-20T09:00:00Z', { resource: 'room' }));
    const moved = await change({ title: 'T', starts_at: '2026-11-20T12:15:00Z' });
    const { alternatives } = expectProblem(moved, 409, 'slot_taken');
    expect(alternatives).toHaveLength(5);
    expectProblem(await change({ resource: 'room' }), 409, 'slot_taken');
    expect([(await read()).body, (await history()).length]).toEqual([{ ...row, ...UNTOLD }, 1]);
    expect((await change({ resource: 'room', starts_at: '2026-11-20T12:15:00Z' })).status).toBe(200);
    expect((await change({ starts_at: '2026-11-20T12:20:00Z' })).body.starts_at).toBe(
      '2026-11-20T12:20:00.000Z',
    );
  });

  it('that has ended may be put right, also onto the time of another one', async () => {
    await booked(t, operator, bookingAt('2026-11-20T12:00:00Z'));
    await change({ status: 'cancelled' });
    expect((await change({ starts_at: '2026-11-20T12:00:00Z' })).status).toBe(200);
  });

  it('is not changed by who has seen an older one', async () => {
    const tag = (await read()).headers['etag']!;
    expect((await change({ title: 'Second' }, { 'if-match': tag })).status).toBe(200);
    expectProblem(await change({ title: 'Third' }, { 'if-match': tag }), 412, 'version_mismatch');
    const removed = await t.http.delete(address).set({ ...admin.bearer, 'if-match': tag });
    expectProblem(removed, 412, 'version_mismatch');
    expect((await read()).body.title).toBe('Second');
    const answers = await atOnce(8, async (index) =>
      change({ title: `N${index}` }, { 'if-match': (await read()).headers['etag']! }),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const { status } of answers) expect([200, 412]).toContain(status);
  });

  it('swaps resources with another one at the same time without a deadlock', async () => {
    const other = await booked(t, operator, bookingAt('2026-11-20T15:00:00Z', { resource: 'room' }));
    const answers = await atOnce(40, (index) =>
      index % 2 === 0
        ? change({ resource: index % 4 === 0 ? 'room' : 'main' })
        : t.http
            .patch(`${APPOINTMENTS}/${other.id}`)
            .query({ new_resource: true })
            .set(operator.bearer)
            .send({ resource: index % 4 === 1 ? 'main' : 'room' }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('has a history of who did what', async () => {
    await change({ status: 'completed', notes: 'a long secret text', starts_at: '2026-11-20T10:00:00Z' });
    await change({ resource: 'room' });
    const events = await history();
    const byOperator = { user: { id: operator.id, name: 'The operator' }, key_name: null };
    expect(events).toEqual([
      { at: row.created_at, ...byOperator, from_status: null, to_status: 'confirmed', changes: [] },
      {
        ...{
          at: expect.stringMatching(INSTANT),
          ...byOperator,
          from_status: 'confirmed',
          to_status: 'completed',
        },
        changes: [
          { field: 'starts_at', before: '2026-11-20T09:00:00.000Z', after: '2026-11-20T10:00:00.000Z' },
          { field: 'ends_at', before: '2026-11-20T09:30:00.000Z', after: '2026-11-20T10:30:00.000Z' },
          { field: 'notes', before: '', after: 'a long secret text' },
        ],
      },
      {
        ...{
          at: expect.stringMatching(INSTANT),
          ...byOperator,
          from_status: 'completed',
          to_status: 'completed',
        },
        changes: [{ field: 'resource', before: 'main', after: 'room' }],
      },
    ]);
    const byAgent = await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send(bookingAt(comingMonday(4)));
    const { body } = await read(`${APPOINTMENTS}/${byAgent.body.id}/history`);
    expect(body).toEqual([
      expect.objectContaining({ user: null, key_name: 'AGENT_API_KEY', to_status: 'pending' }),
    ]);
  });

  it('is audited: the fields that changed, and not what the notes say', async () => {
    await change({ status: 'completed', notes: 'a long secret text' });
    const { rows } = await t.panel.query(
      `select action, user_id, details from audit_events where object = $1 order by at, id`,
      [`appointment:${row.id}`],
    );
    const by = { user_id: operator.id };
    expect(rows).toEqual([
      { action: 'appointment.created', ...by, details: { source: 'panel', status: 'confirmed' } },
      {
        ...{ action: 'appointment.updated', ...by },
        details: { fields: 'notes, status', from_status: 'confirmed', to_status: 'completed' },
      },
    ]);
  });

  it('is told of to who has the panel open: made, changed and removed, and not what changes nothing', async () => {
    const reader = await EventReader.open(t.port, viewer.bearer);
    // What happened before it listened may still be under way, and comes before this.
    await change({ title: 'Zero' });
    await reader.next('appointment.updated', row.id);
    const before = reader.events.length;
    const tried = { ...bookingAt('2026-12-01T09:00:00Z'), external_id: 'tried' };
    await t.http.post(`${APPOINTMENTS}?dry_run=true`).set(AS_AGENT).send(tried);
    await change({ title: 'Zero' });
    const made = await booked(t, operator, bookingAt('2026-12-02T09:00:00Z', { external_id: 'once' }));
    await t.http
      .post(APPOINTMENTS)
      .set(operator.bearer)
      .send(bookingAt('2026-12-02T09:00:00Z', { external_id: 'once' }));
    await change({ title: 'T' });
    await t.http.delete(address).set(admin.bearer);
    await reader.next('client.created', made.client_id);
    await reader.next('appointment.deleted', row.id);
    const told = reader.events
      .slice(before)
      .filter(({ type }) => type.startsWith('appointment.'))
      .map(({ type, id }) => [type, id]);
    expect(told).toEqual([
      ['appointment.created', made.id],
      ['appointment.updated', row.id],
      ['appointment.deleted', row.id],
    ]);
    reader.close();
  });

  it('is removed with its history, and then is no more', async () => {
    expect((await t.http.delete(address).set(admin.bearer)).status).toBe(204);
    expect(await countRows(t.panel, 'appointment_events')).toBe(0);
    expectProblem(await t.http.delete(address).set(admin.bearer), 404, 'not_found');
    expectProblem(await read(), 404, 'not_found');
    expectProblem(await change({ title: 'T' }), 404, 'not_found');
    expectProblem(await read(`${address}/history`), 404, 'not_found');
  });

  it('keeps its client from being removed', async () => {
    const client = `/api/clients/${row.client_id}`;
    expectProblem(await t.http.delete(client).set(operator.bearer), 409, 'client_in_use');
    await t.http.delete(address).set(admin.bearer);
    expect((await t.http.delete(client).set(operator.bearer)).status).toBe(204);
  });

  it('gets no client that is not there', async () => {
    expect(refusedFields(await change({ client_id: NOBODY, title: 'T' }))).toEqual([
      ['client_id', 'incorrect'],
    ]);
    expect((await read()).body).toEqual({ ...row, ...UNTOLD });
  });

  it.each<[string, object]>([
    ['external_id', { external_id: 'x' }],
    ['source', { source: 'phone' }],
    ['chat_id', { chat_id: 'x' }],
    ['client', { client: { name: 'Ada' } }],
  ])('keeps its %s', async (field, patch) => {
    expect(refusedFields(await change(patch))).toEqual([[field, 'unknown_field']]);
  });

  it('is for viewers to read, for operators to change, and not for the agent', async () => {
    for (const bearer of [viewer.bearer, AS_AGENT]) {
      expectProblem(await t.http.patch(address).set(bearer).send({ title: 'T' }), 403, 'forbidden');
      expectProblem(await t.http.delete(address).set(bearer), 403, 'forbidden');
    }
    expectProblem(await t.http.delete(address).set(operator.bearer), 403, 'forbidden');
    for (const path of [address, APPOINTMENTS, `${address}/history`]) {
      expectProblem(await t.http.get(path).set(AS_AGENT), 403, 'forbidden');
      expectProblem(await t.http.get(path), 401, 'unauthenticated');
    }
  });
});
