import type { AppointmentDto, ClientDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce, eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { emptyTables } from '../../harness/databases/empty-tables';

/** Before all the times at which the agent books. */
const NOW = '2026-02-01T00:00:00Z';

describe('a booking', () => {
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
    await setAgent(t, { time_zone: 'Europe/Vienna', auto_confirm: false, enabled: true, slot_minutes: 30 });
    await setAgent(t, { agent_hours: 'any' });
  });

  const byAgent = (body: object, query: object = {}) =>
    t.http.post(APPOINTMENTS).query(query).set(AS_AGENT).send(body);
  const byOperator = (body: object, query: object = {}) =>
    t.http
      .post(APPOINTMENTS)
      .query({ new_resource: true, ...query })
      .set(operator.bearer)
      .send(body);

  it('for a client who is merged at the same moment is for the one that stays', async () => {
    const make = async (name: string) =>
      (await t.http.post('/api/clients').set(operator.bearer).send({ name })).body as ClientDto;
    const [kept, merged] = [await make('Jana Novak'), await make('J. Novak')];
    const holder = await t.panel.connect();
    await holder.query('begin');
    // Its row is held until the booking waits for it; then the merge ends first.
    await holder.query('delete from clients where id = $1', [merged.id]);
    await holder.query(
      `insert into client_merges (id, client_id, merged_id, merged, before, after, appointment_ids, conversation_ids, merged_by_name, merged_at)
       values (gen_random_uuid(), $1, $2, '{}', '{}', '{}', '{}', '{}', 'Ada', now())`,
      [kept.id, merged.id],
    );
    const booking = byOperator({ client_id: merged.id, starts_at: '2026-11-20T09:30:00Z' }).then(
      (made) => made,
    );
    await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rowCount !== 0);
    await holder.query('commit');
    holder.release();
    const { status, body } = await booking;
    expect([status, body.client_id]).toEqual([201, kept.id]);
  });

  it('by the chat agent is pending, with all that was left out filled in', async () => {
    const made = await byAgent({
      client: { name: 'Jana', phone: '(212) 555-0123' },
      starts_at: '2026-11-20T09:30:00Z',
    });
    const id = String(made.body.id);
    expect([made.status, made.headers['location'], made.headers['etag']]).toEqual([
      201,
      `${APPOINTMENTS}/${id}`,
      expect.stringMatching(/^"1\.\d+"$/),
    ]);
    expect(made.body).toEqual({
      id,
      client_id: made.body.client.id,
      client: { id: made.body.client.id, name: 'Jana' },
      ...{ attendee_name: null, service: null, squeezed: false, series_id: null },
      ...{ title: '', starts_at: '2026-11-20T09:30:00.000Z', ends_at: '2026-11-20T10:00:00.000Z' },
      ...{
        status: 'pending',
        source: 'phone',
        resource: 'main',
        ...{ room: null, room_id: null },
        resource_id: made.body.resource_id,
        services: [],
        notes: '',
        chat_id: null,
        external_id: null,
        late: false,
      },
      ...{ created_at: made.body.created_at, updated_at: made.body.created_at },
      ...{ local_starts_at: '2026-11-20T10:30', local_ends_at: '2026-11-20T11:00' },
    });
    const { local_starts_at: _start, local_ends_at: _end, ...stored } = made.body as AppointmentDto;
    expect((await t.http.get(made.headers['location']!).set(viewer.bearer)).body).toEqual({
      ...stored,
      would_tell: { cancelled: null, deleted: null, moved: null },
      ...{ told: null, team_notes: '', given: { name: 'Jana', phone: '+12125550123', email: null } },
    });
  });

  it('by the panel is confirmed and of the panel', async () => {
    const made = await byOperator(
      bookingAt('2026-11-20T10:30:00+01:00', { ends_at: '2026-11-20T11:45:00+01:00' }),
    );
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({
        ...{ status: 'confirmed', source: 'panel' },
        ...{ starts_at: '2026-11-20T09:30:00.000Z', ends_at: '2026-11-20T10:45:00.000Z' },
      }),
    ]);
  });

  it('is confirmed at once where the settings say so', async () => {
    await setAgent(t, { auto_confirm: true });
    expect((await byAgent(bookingAt('2026-11-20T09:30:00Z'))).body.status).toBe('confirmed');
  });

  it('answers at the short address too', async () => {
    const made = await t.http.post('/appointments').set(AS_AGENT).send(bookingAt('2026-11-20T09:30:00Z'));
    expect([made.status, made.headers['location']]).toEqual([201, `${APPOINTMENTS}/${made.body.id}`]);
    const tried = await t.http
      .post('/appointments?dry_run=true')
      .set(AS_AGENT)
      .send(bookingAt('2026-11-20T09:30:00Z'));
    expectProblem(tried, 409, 'slot_taken');
  });

  it.each<[string, object, string]>([
    ['a chat', { chat_id: 'c-1' }, 'chat'],
    ['a chat, on the phone after all', { chat_id: 'c-1', source: 'phone' }, 'phone'],
    ['nothing', {}, 'phone'],
  ])('by the agent with %s is told by its source', async (_, more, source) => {
    expect((await byAgent(bookingAt('2026-11-20T09:30:00Z', more))).body.source).toBe(source);
  });

  it('takes the end or the length, not both, and one slot without either', async () => {
    const at = (more: object) => byOperator(bookingAt('2026-11-20T09:30:00Z', { resource: 'room', ...more }));
    expect((await at({ duration_minutes: 90, resource: 'a' })).body.ends_at).toBe('2026-11-20T11:00:00.000Z');
    await setAgent(t, { slot_minutes: 45 });
    expect((await at({ resource: 'b' })).body.ends_at).toBe('2026-11-20T10:15:00.000Z');
    const both = { duration_minutes: 90, ends_at: '2026-11-20T11:00:00Z' };
    expect(refusedFields(await at(both))).toEqual([['duration_minutes', 'not_allowed']]);
  });

  it('needs exactly one of a client and the id of one', async () => {
    const starts_at = '2026-11-20T09:30:00Z';
    const client_id = '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11';
    expect(refusedFields(await byAgent({ starts_at }))).toEqual([['client', 'required']]);
    const both = await byAgent({ starts_at, client_id, client: { name: 'Ada' } });
    expect(refusedFields(both)).toEqual([['client', 'not_allowed']]);
    expect(refusedFields(await byAgent({ starts_at, client_id }))).toEqual([['client_id', 'incorrect']]);
    expect(await countRows(t.panel, 'appointments')).toBe(0);
  });

  it('finds its client by phone, then by email, or makes one, and notes the activity', async () => {
    t.clock.set('2026-02-01T00:01:00Z');
    const contact = { phone: '+43 1 234567', email: 'jana@example.com' };
    const first = await byOperator({
      client: { name: 'Jana', ...contact },
      starts_at: '2026-11-20T09:00:00Z',
    });
    t.clock.set('2026-02-01T00:02:00Z');
    const others = await Promise.all([
      byOperator({ client: { name: 'J.', phone: '+43 (1) 23 45 67' }, starts_at: '2026-11-20T10:00:00Z' }),
      byOperator({ client: { name: 'J.', email: 'JANA@example.com' }, starts_at: '2026-11-20T11:00:00Z' }),
      byOperator({ client_id: first.body.client_id, starts_at: '2026-11-20T12:00:00Z' }),
    ]);
    for (const { status, body } of others)
      expect([status, body.client]).toEqual([201, { id: first.body.client_id, name: 'Jana' }]);
    const client = await t.http.get(`/api/clients/${first.body.client_id}`).set(viewer.bearer);
    expect(client.body).toMatchObject({
      ...{ name: 'Jana', phone: '+431234567', email: 'jana@example.com', source: 'panel' },
      ...{ created_at: '2026-02-01T00:01:00.000Z', last_activity_at: '2026-02-01T00:02:00.000Z' },
    });
    expect(await countRows(t.panel, 'clients')).toBe(1);
    t.clock.set(NOW);
  });

  it('never tells the agent the name of a client that it has not sent', async () => {
    const made = await byOperator({
      client: { name: 'Jana Secret', phone: '+12125550123' },
      starts_at: '2026-11-20T09:00:00Z',
    });
    const { client_id } = made.body as AppointmentDto;
    const found = await byAgent({
      client: { name: 'Somebody', phone: '+12125550123' },
      starts_at: '2026-11-20T10:00:00Z',
      external_id: 'e-1',
    });
    expect(found.body.client).toEqual({ id: client_id, name: 'Somebody' });
    const byId = { client_id, starts_at: '2026-11-20T11:00:00Z', external_id: 'e-2' };
    await byAgent(byId).expect(201);
    const repeated = await byAgent(byId);
    expect([repeated.status, repeated.body.client]).toEqual([200, { id: client_id, name: '' }]);
    const tried = await byAgent(
      { client: { name: 'X', phone: '+12125550123' }, starts_at: '2026-11-20T12:00:00Z' },
      { dry_run: 'true' },
    );
    expect(tried.body.client.name).toBe('X');
    for (const { text } of [found, repeated, tried]) expect(text).not.toContain('Secret');
  });

  it('keeps a number of the agent that cannot be read, and refuses one of the panel', async () => {
    const starts_at = '2026-11-20T09:00:00Z';
    const client = { name: 'Jana', phone: 'the one with 7 at the end' };
    const made = await byAgent({ client, starts_at });
    expect(made.status).toBe(201);
    const stored = await t.http.get(`/api/clients/${made.body.client_id}`).set(viewer.bearer);
    expect(stored.body).toMatchObject({
      phone: null,
      notes: 'Phone: the one with 7 at the end',
      source: 'phone',
    });
    const refused = expectProblem(await byOperator({ client, starts_at }), 400, 'invalid_phone');
    expect(refused.errors).toEqual([
      expect.objectContaining({ field: 'client.phone', code: 'invalid_phone' }),
    ]);
  });

  it('keeps a number that cannot be read with the appointment, where its client is known', async () => {
    const known = { name: 'Jana', email: 'jana@example.com' };
    const first = await byOperator({ client: known, starts_at: '2026-11-20T08:00:00Z' });
    const client = { ...known, phone: '12' };
    const made = await byAgent({ client, starts_at: '2026-11-20T09:00:00Z', notes: 'Prefers mornings.' });
    expect([made.status, made.body.client_id]).toEqual([201, first.body.client_id]);
    expect(made.body.notes).toBe('Prefers mornings.\nPhone: 12');
    const alone = await byAgent({ client, starts_at: '2026-11-20T10:00:00Z' });
    expect(alone.body.notes).toBe('Phone: 12');
    const stored = await t.http.get(`/api/clients/${made.body.client_id}`).set(viewer.bearer);
    expect(stored.body).toMatchObject({ phone: null, notes: '' });
  });

  /** How many connections of the panel's database wait for a lock. */
  async function waiting(): Promise<number> {
    const { rows } = await t.panel.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  }

  it('by the phone of a client who is being removed makes the client anew', async () => {
    const client = { name: 'Jana', phone: '+12125550123' };
    const { body } = await t.http.post('/api/clients').set(operator.bearer).send(client).expect(201);
    const removal = await t.panel.connect();
    try {
      await removal.query('begin');
      await removal.query('delete from clients where id = $1', [body.id]);
      const booking = byAgent({ client, starts_at: '2026-11-20T09:00:00Z' }).then((answer) => answer);
      await eventually(async () => (await waiting()) === 1);
      await removal.query('commit');
      const made = await booking;
      expect([made.status, made.body.client]).toEqual([201, { id: expect.any(String), name: 'Jana' }]);
      expect(made.body.client_id).not.toBe(body.id);
    } finally {
      removal.release(true);
    }
  });

  it('sent again before the first is stored is the first; for another resource it is another wish', async () => {
    const starts_at = '2026-11-20T09:30:00Z';
    await setAgent(t, { resources: ['main', 'taken'] });
    await byOperator(bookingAt(starts_at, { resource: 'taken' }));
    const audit = await t.panel.connect();
    try {
      await audit.query('begin');
      await audit.query('lock table audit_events in exclusive mode');
      const wish = bookingAt(starts_at, { external_id: 'call-3', resource: 'main' });
      const first = byAgent(wish).then((answer) => answer);
      await eventually(async () => (await waiting()) === 1);
      const again = byAgent(wish).then((answer) => answer);
      const other = byAgent({ ...wish, resource: 'taken' }).then((answer) => answer);
      await eventually(async () => (await waiting()) === 3);
      await audit.query('commit');
      const [made, repeated, refused] = await Promise.all([first, again, other]);
      expect([made.status, repeated.status, repeated.body]).toEqual([201, 200, made.body]);
      expect(expectProblem(refused, 409, 'external_id_reused').appointment_id).toBe(made.body.id);
    } finally {
      audit.release(true);
      await setAgent(t, { resources: ['main'] });
    }
  });

  it('with a known external_id is the first one again, before any other check', async () => {
    const first = await byAgent(bookingAt('2026-02-01T00:05:00Z', { external_id: 'call-1', title: 'First' }));
    await setAgent(t, { enabled: false });
    t.clock.set('2026-02-01T00:06:00Z');
    const repeats = [
      await byAgent(bookingAt('2026-02-01T00:05:00Z', { external_id: 'call-1' })),
      await byAgent({ ...bookingAt('2026-02-01T01:05:00+01:00'), external_id: 'call-1', title: 'Second' }),
      await byAgent(bookingAt('2026-02-01T00:05:00Z', { external_id: 'call-1' }), { dry_run: 'true' }),
    ];
    for (const { status, body, headers } of repeats) {
      expect([status, body]).toEqual([200, first.body]);
      expect(headers['location']).toBeUndefined();
    }
    const broken = await byAgent(bookingAt('tomorrow', { external_id: 'call-1' }));
    expect(refusedFields(broken)).toEqual([['starts_at', 'invalid_format']]);
    expect(await countRows(t.panel, 'appointments')).toBe(1);
    t.clock.set(NOW);
  });

  it.each<[string, object]>([
    ['start', { starts_at: '2026-11-20T11:00:00Z' }],
    ['resource', { resource: 'other' }],
    ['phone', { client: { name: 'Ada', phone: '+43 1 999999' } }],
    ['name, without a phone', { client: { name: 'Eve' } }],
  ])('with a known external_id and another %s is refused, and books nothing', async (_, more) => {
    const wish = { starts_at: '2026-11-20T10:00:00Z', external_id: 'call-1' };
    const first = await byAgent({ ...wish, client: { name: 'Ada', phone: '+43 1 234567' } });
    const { appointment_id, detail } = expectProblem(
      await byAgent({ ...wish, client: { name: 'Ada', phone: '0043-1-234567' }, ...more }),
      ...([409, 'external_id_reused'] as const),
    );
    expect([appointment_id, detail]).toEqual([first.body.id, expect.stringContaining('never used')]);
    const same = { ...wish, client: { name: ' ada ', phone: '(01) 234567', email: 'ada@example.com' } };
    await setAgent(t, { phone_region: 'AT' });
    expect((await byAgent(same)).body.id).toBe(first.body.id);
    expect(await countRows(t.panel, 'appointments')).toBe(1);
  });

  it('with an external_id of another agent’s key, or of the panel, is one of its own', async () => {
    const admin = await signIn(t);
    const made = { name: `second ${Math.random()}`, scopes: ['agent'] };
    const { body: key } = await t.http.post('/api/settings/keys').set(admin.bearer).send(made).expect(201);
    const second = { 'x-api-key': (key as { key: string }).key };
    const first = await byAgent(
      bookingAt('2026-11-20T09:00:00Z', { external_id: 'call-1', notes: 'secret' }),
    );
    const path = `${APPOINTMENTS}/external/call-1`;
    expectProblem(await t.http.get(path).set(second), 404, 'not_found');
    expectProblem(await t.http.patch(path).set(second).send({ status: 'cancelled' }), 404, 'not_found');
    const other = bookingAt('2026-11-20T11:00:00Z', { external_id: 'call-1', client: { name: 'Eve' } });
    const [bySecond, byPanel] = [
      await t.http.post(APPOINTMENTS).set(second).send(other),
      await byOperator({ ...other, starts_at: '2026-11-20T12:00:00Z' }),
    ];
    expect([bySecond.status, byPanel.status]).toEqual([201, 201]);
    expect((await t.http.get(path).set(second)).body.id).toBe(bySecond.body.id);
    expect((await t.http.get(path).set(AS_AGENT)).body.id).toBe(first.body.id);
    // The key of a version that did not record it is nobody's: each may go on with it.
    const before = await byAgent(bookingAt('2026-11-20T14:00:00Z', { external_id: 'call-0' }));
    await t.panel.query('update appointments set made_by_key = null where id = $1', [before.body.id]);
    for (const key of [AS_AGENT, second])
      expect((await t.http.get(`${APPOINTMENTS}/external/call-0`).set(key)).body.id).toBe(before.body.id);
  });

  it('in a chat that a person has taken over is refused to the agent', async () => {
    const ping = { chat_id: 'wa-9', message: { role: 'user', text: 'Hello' } };
    const { body } = await t.http.post('/api/conversations/ping').set(AS_AGENT).send(ping).expect(200);
    const wish = bookingAt('2026-11-20T09:00:00Z', { chat_id: 'wa-9', external_id: 'call-1' });
    await byAgent(wish).expect(201);
    await t.http.post(`/api/conversations/${body.conversation_id}/takeover`).set(operator.bearer).expect(200);
    expectProblem(await byAgent({ ...wish, external_id: 'call-2' }), 409, 'human_takeover');
    const path = `${APPOINTMENTS}/external/call-1`;
    for (const patch of [{ status: 'cancelled' }, { starts_at: '2026-11-20T11:00:00Z' }])
      expectProblem(await t.http.patch(path).set(AS_AGENT).send(patch), 409, 'human_takeover');
    expect((await byAgent(wish)).status).toBe(200);
    expect((await byOperator(bookingAt('2026-11-20T13:00:00Z', { chat_id: 'wa-9' }))).status).toBe(201);
    await emptyTables(t.panel, 'conversations');
  });

  it('by the agent lies within the horizon of the settings; one of the panel anywhere', async () => {
    await setAgent(t, { horizon_days: 30 });
    const far = bookingAt('2026-03-03T09:00:00Z');
    const { detail } = expectProblem(await byAgent(far), 400, 'too_far_ahead');
    expect(detail).toContain('Check the year');
    expect((await byAgent(bookingAt('2026-03-02T09:00:00Z'))).status).toBe(201);
    expect((await byOperator(far)).status).toBe(201);
    await setAgent(t, { horizon_days: 365 });
  });

  it('sent forty times at once with one external_id, on many resources, is made once', async () => {
    await setAgent(t, { resources: ['room 0', 'room 1'] });
    const body = bookingAt('2026-11-20T09:30:00Z', { external_id: 'call-2' });
    const answers = await atOnce(40, (index) => byAgent({ ...body, resource: `room ${index % 2}` }));
    await setAgent(t, { resources: ['main'] });
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(19).fill(200), 201, ...Array<number>(20).fill(409)]);
    const made = answers.filter(({ status }) => status < 300).map((answer) => answer.body.id as string);
    expect(new Set(made).size).toBe(1);
    expect([await countRows(t.panel, 'appointments'), await countRows(t.panel, 'clients')]).toEqual([1, 1]);
  });

  it('of twenty-five for one time at once succeeds once; the others are told other times', async () => {
    const answers = await atOnce(25, (index) =>
      byAgent({
        client: { name: `Caller ${index}`, phone: `+1212555${1000 + index}` },
        starts_at: '2026-11-20T09:30:00Z',
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(24).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(expectProblem(answer, 409, 'slot_taken').alternatives).toHaveLength(5);
    expect(await countRows(t.panel, 'clients')).toBe(1);
  });

  it('may touch another one, may overlap on another resource, and any that ended', async () => {
    const first = await byOperator(bookingAt('2026-11-20T09:00:00Z', { duration_minutes: 60 }));
    const half = bookingAt('2026-11-20T09:30:00Z', { duration_minutes: 30 });
    expect((await byOperator(bookingAt('2026-11-20T10:00:00Z'))).status).toBe(201);
    expect((await byOperator(bookingAt('2026-11-20T08:30:00Z'))).status).toBe(201);
    expectProblem(await byOperator(half), 409, 'slot_taken');
    expect((await byOperator({ ...half, resource: 'other' })).status).toBe(201);
    await t.http.patch(`${APPOINTMENTS}/${first.body.id}`).set(operator.bearer).send({ status: 'cancelled' });
    expect((await byOperator(half)).status).toBe(201);
  });

  it('names its resource as the settings do, and takes no hour twice by another spelling', async () => {
    await setAgent(t, { resources: ['Anna', 'Stand 2'], agent_hours: 'any' });
    const at = (hour: number) => `2026-05-11T${hour}:00:00Z`;
    const rows = [
      await booked(t, operator, bookingAt(at(10))),
      await booked(t, operator, bookingAt(at(10), { resource: 'stand  2' })),
      await booked(t, operator, bookingAt(at(10), { resource: 'Dr. Nobody' })),
    ];
    expect(rows.map(({ resource }) => resource)).toEqual(['Anna', 'Stand 2', 'Dr. Nobody']);
    for (const resource of ['STAND 2', 'ａｎｎａ', undefined]) {
      const again = bookingAt(at(10), resource === undefined ? {} : { resource });
      expectProblem(await t.http.post(APPOINTMENTS).set(AS_AGENT).send(again), 409, 'slot_taken');
    }
    expectProblem(await byOperator(bookingAt(at(10), { resource: 'dr.  nobody ' })), 409, 'slot_taken');
    const moved = await t.http
      .patch(`${APPOINTMENTS}/${rows[0]!.id}`)
      .set(operator.bearer)
      .send({ resource: 'STAND 2', starts_at: at(12) });
    expect(moved.body.resource).toBe('Stand 2');
    await setAgent(t, { resources: ['main'], agent_hours: 'working' });
  });

  it('may be at any hour, in the past and far ahead', async () => {
    for (const starts_at of [
      '1970-01-01T00:00:00Z',
      '2026-11-22T03:17:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:00:00Z',
    ]) {
      const { status, body } = await byOperator(bookingAt(starts_at));
      expect([status, body.starts_at]).toEqual([201, starts_at.replace('Z', '.000Z')]);
      expectProblem(await byOperator(bookingAt(starts_at)), 409, 'slot_taken');
    }
  });

  it('that is only tried answers what would be, and leaves nothing', async () => {
    const body = {
      client: { name: 'Jana', phone: '+12125550123' },
      starts_at: '2026-11-20T09:30:00Z',
      title: 'T',
    };
    const tried = await byAgent(body, { dry_run: 'true' });
    expect([tried.status, tried.body]).toEqual([
      200,
      expect.objectContaining({ title: 'T', status: 'pending', ends_at: '2026-11-20T10:00:00.000Z' }),
    ]);
    const audited = (await t.panel.query(`select from audit_events where action = 'appointment.created'`))
      .rowCount;
    for (const table of ['appointments', 'appointment_events', 'clients'])
      expect([table, await countRows(t.panel, table)]).toEqual([table, 0]);
    expect((await byAgent(body, { dry_run: 'false' })).status).toBe(201);
    const after = (await t.panel.query(`select from audit_events where action = 'appointment.created'`))
      .rowCount;
    expect(after! - audited!).toBe(1);
    expect(
      expectProblem(await byAgent(body, { dry_run: 'true' }), 409, 'slot_taken').alternatives,
    ).toHaveLength(5);
    expect(refusedFields(await byAgent(body, { dry_run: 'yes' }))).toEqual([['dry_run', 'not_allowed']]);
  });

  it('is refused while the agent is switched off, but not in the panel', async () => {
    await setAgent(t, { enabled: false });
    expectProblem(await byAgent(bookingAt('2026-11-20T09:30:00Z')), 409, 'agent_disabled');
    expectProblem(
      await byAgent(bookingAt('2026-11-20T09:30:00Z'), { dry_run: 'true' }),
      409,
      'agent_disabled',
    );
    expect((await byOperator(bookingAt('2026-11-20T09:30:00Z'))).status).toBe(201);
  });

  it('is closed to viewers, other keys and nobody', async () => {
    const send = () => t.http.post(APPOINTMENTS).send(bookingAt('2026-11-20T09:30:00Z'));
    expectProblem(await send(), 401, 'unauthenticated');
    expectProblem(await send().set(viewer.bearer), 403, 'forbidden');
    expectProblem(await send().set('x-api-key', 'wrong'), 401, 'invalid_api_key');
  });

  it('is audited with the client that came with it', async () => {
    const made = await byAgent(bookingAt('2026-11-20T09:30:00Z'));
    const { rows } = await t.panel.query(
      'select action, key_name, details from audit_events where object = any($1) order by action',
      [[`appointment:${made.body.id}`, `client:${made.body.client_id}`]],
    );
    expect(rows).toEqual([
      {
        action: 'appointment.created',
        key_name: 'AGENT_API_KEY',
        details: { source: 'phone', status: 'pending' },
      },
      { action: 'client.created', key_name: 'AGENT_API_KEY', details: {} },
    ]);
  });

  it.each<[string, object, string, string]>([
    ['no start', { starts_at: undefined }, 'starts_at', 'required'],
    ['a start that is a number', { starts_at: 5 }, 'starts_at', 'wrong_type'],
    ['a day that does not exist', { starts_at: '2026-02-30T09:00:00Z' }, 'starts_at', 'invalid_format'],
    ['a time that does not exist', { starts_at: '2026-02-20T24:00:00Z' }, 'starts_at', 'invalid_format'],
    ['the year 0', { starts_at: '0000-06-01T00:00:00Z' }, 'starts_at', 'out_of_range'],
    ['an end before the start', { ends_at: '2026-11-20T09:00:00Z' }, 'ends_at', 'out_of_range'],
    ['an end at the start', { ends_at: '2026-11-20T09:30:00Z' }, 'ends_at', 'out_of_range'],
    ['more than 31 days', { ends_at: '2026-12-21T09:30:00.001Z' }, 'ends_at', 'out_of_range'],
    ['an end beyond all years', { starts_at: '9999-12-31T23:45:00Z' }, 'ends_at', 'out_of_range'],
    ['no length', { duration_minutes: 0 }, 'duration_minutes', 'out_of_range'],
    ['a length in words', { duration_minutes: '30' }, 'duration_minutes', 'wrong_type'],
    ['an empty resource', { resource: '' }, 'resource', 'too_short'],
    ['a long resource', { resource: 'x'.repeat(201) }, 'resource', 'too_long'],
    ['a long title', { title: 'x'.repeat(201) }, 'title', 'too_long'],
    ['long notes', { notes: 'x'.repeat(10_001) }, 'notes', 'too_long'],
    ['a null', { title: null }, 'title', 'wrong_type'],
    ['another source', { source: 'import' }, 'source', 'not_allowed'],
    ['a status', { status: 'pending' }, 'status', 'unknown_field'],
    ['a client that is a text', { client: 'Ada' }, 'client', 'wrong_type'],
    ['a list of clients', { client: [{ name: 'Ada' }] }, 'client', 'wrong_type'],
    ['a client without a name', { client: {} }, 'client.name', 'required'],
    ['a client with an id', { client: { name: 'Ada', id: 'x' } }, 'client.id', 'unknown_field'],
    ['an email without @', { client: { name: 'Ada', email: 'ada' } }, 'client.email', 'invalid_format'],
    ['a client_id that is none', { client: undefined, client_id: '7' }, 'client_id', 'invalid_format'],
  ])('with %s is refused', async (_, change, field, code) => {
    expect(refusedFields(await byOperator({ ...bookingAt('2026-11-20T09:30:00Z'), ...change }))).toEqual([
      [field, code],
    ]);
    expect(await countRows(t.panel, 'appointments')).toBe(0);
  });

  it('of the agent may not say that it comes from the panel', async () => {
    const answer = await byAgent(bookingAt('2026-11-20T09:30:00Z', { source: 'panel' }));
    expect(refusedFields(answer)).toEqual([['source', 'not_allowed']]);
  });

  describe('without an offset', () => {
    it('is read in the time zone of the settings, from the agent alone', async () => {
      const made = await byAgent(bookingAt('2026-07-01T09:30', { ends_at: '2026-07-01T10:15:00' }));
      expect(made.body).toMatchObject({
        starts_at: '2026-07-01T07:30:00.000Z',
        ends_at: '2026-07-01T08:15:00.000Z',
      });
      expect(refusedFields(await byOperator(bookingAt('2026-07-01T11:30')))).toEqual([
        ['starts_at', 'invalid_format'],
      ]);
    });

    it.each([
      ['Europe/Vienna', '2026-03-29T02:30'],
      ['America/New_York', '2026-03-08T02:00'],
      ['Australia/Lord_Howe', '2026-10-04T02:15'],
      ['America/Havana', '2026-03-08T00:30'],
    ])('is refused where the clocks of %s skip it', async (time_zone, skipped) => {
      await setAgent(t, { time_zone });
      expect(refusedFields(await byAgent(bookingAt(skipped)))).toEqual([['starts_at', 'no_such_time']]);
    });

    it.each([
      ['Europe/Vienna', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
      ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z'],
      ['America/Havana', '2026-11-01T00:30', '2026-11-01T04:30:00.000Z'],
    ])('is the earlier where the clocks of %s repeat it', async (time_zone, repeated, starts_at) => {
      await setAgent(t, { time_zone });
      expect((await byAgent(bookingAt(repeated))).body.starts_at).toBe(starts_at);
    });
  });
});
