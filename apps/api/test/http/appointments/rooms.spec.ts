import type { FreeTimes } from '@groupless/shared-dto/tool-answers';
import type {
  AppointmentDto,
  AppointmentEventDto,
  AvailabilityDto,
  BookableServiceDto,
  BookingPageDto,
  PageDto,
  ResourceDto,
  SeriesDto,
} from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, booked, bookingAt, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { callByWay } from '../../harness/http/tool-calls';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday. */
const NOW = '2027-03-01T08:00:00.000Z';
const NINE = '2027-03-02T09:00:00.000Z';
const TEN = '2027-03-02T10:00:00.000Z';
const DAY = '2027-03-02';
const PRACTICE = {
  ...{ time_zone: 'UTC', enabled: true, slot_minutes: 60, closures: [], schedules: [] },
  ...{ notice_minutes: 0, buffer_minutes: 0, agent_hours: 'working' as const, auto_confirm: true },
  ...{ agents_on_grid: false, horizon_days: 365 },
  working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '12:00' })),
  resources: ['Anna', 'Bernd', 'Clara', 'Room 1', 'Room 2'],
  services: [
    { name: 'Massage', duration_minutes: 60 },
    { name: 'Talk', duration_minutes: 60 },
  ],
};

describe('persons and rooms', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let operator: SignedInUser;
  let ids: Map<string, string>;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    admin = await signIn(t, { role: 'admin' });
    operator = await signIn(t, { role: 'operator' });
    await emptyTables(t.panel, 'clients', 'blocks', 'closures', 'resources', 'services');
    await setAgent(t, PRACTICE);
    ids = new Map();
    for (const kind of ['resources', 'services'])
      for (const { id, name } of (await as(admin).get(kind)).body as ResourceDto[]) ids.set(name, id);
    for (const room of ['Room 1', 'Room 2']) await change('resources', room, { kind: 'room' });
    await change('services', 'Massage', { needs_room: true });
  });

  const as = ({ bearer }: { bearer: Record<string, string> }) => ({
    get: (path: string) => t.http.get(`/api/${path}`).set(bearer),
    post: (path: string, body: object) => t.http.post(`/api/${path}`).set(bearer).send(body),
    patch: (path: string, body: object) => t.http.patch(`/api/${path}`).set(bearer).send(body),
    delete: (path: string) => t.http.delete(`/api/${path}`).set(bearer),
  });
  const change = async (kind: 'resources' | 'services', name: string, body: object) => {
    const { status, text } = await as(admin).patch(`${kind}/${ids.get(name)}`, body);
    if (status !== 200) throw new Error(text);
  };
  const book = (starts_at: string, more: object = {}) =>
    t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send(bookingAt(starts_at, { service: 'Massage', resource: 'any', ...more }));
  const bookedThen = async (starts_at: string, more: object = {}): Promise<AppointmentDto> => {
    const { status, body, text } = await book(starts_at, more);
    if (status !== 201) throw new Error(text);
    return body as AppointmentDto;
  };
  const where = ({ resource, room }: AppointmentDto) => [resource, room];
  const free = async (query: object = {}) => {
    const { status, body, text } = await t.http
      .get(`${APPOINTMENTS}/availability`)
      .query({ date: DAY, service: 'Massage', resource: 'any', ...query })
      .set(AS_AGENT);
    if (status !== 200) throw new Error(text);
    return (body as AvailabilityDto).slots.map((one) => `${one.local_starts_at.slice(11)} ${one.resource}`);
  };

  it('takes a person and a free room, and no more visits than there are rooms', async () => {
    const first = await bookedThen(NINE);
    expect(where(first)).toEqual(['Anna', 'Room 1']);
    expect(first.room_id).toBe(ids.get('Room 1'));
    expect(where(await bookedThen(NINE))).toEqual(['Bernd', 'Room 2']);
    const { alternatives } = expectProblem(await book(NINE), 409, 'slot_taken');
    expect(alternatives).toContainEqual(expect.objectContaining({ starts_at: TEN }));
    expect(alternatives).not.toContainEqual(expect.objectContaining({ starts_at: NINE }));
    expectProblem(await book(NINE, { resource: 'Clara' }), 409, 'slot_taken');
    // Without a room Clara is free, and then nobody is: a room is no person.
    const talk = await bookedThen(NINE, { service: 'Talk' });
    expect([talk.resource, talk.room, talk.room_id]).toEqual(['Clara', null, null]);
    expectProblem(await book(NINE, { service: 'Talk' }), 409, 'slot_taken');
    expect((await free()).map((one) => one.slice(0, 5))).toEqual(['10:00', '11:00']);
  });

  it('is what there is none of in a refusal, which names no person who is free', async () => {
    for (const starts_at of [NINE, NINE]) await bookedThen(starts_at);
    const when = 'for Massage on Tuesday, 2 March 2027, 09:00–10:00.';
    for (const resource of ['any', 'Clara']) {
      const { detail } = expectProblem(await book(NINE, { resource }), 409, 'slot_taken');
      expect(detail).toContain(`No room is free ${when}`);
      expect(detail).not.toContain('Clara');
      const args = { starts_at: '2027-03-02T09:00', service: 'Massage', resource, client: { name: 'Ada' } };
      const told = await callByWay(t, 'mcp', 'book_appointment', args);
      expect(told).toMatchObject({ isFault: true, text: expect.stringContaining(`No room is free ${when}`) });
    }
    const taken = expectProblem(await book(NINE, { resource: 'Anna' }), 409, 'slot_taken');
    expect(taken.detail).toContain(`Anna is not free ${when}`);
    await as(operator).post('blocks', {
      resource: 'Room 1',
      starts_at: TEN,
      ends_at: '2027-03-02T11:00:00Z',
    });
    await bookedThen(TEN);
    const asked = bookingAt(TEN, { service: 'Massage', resource: 'any' });
    const { detail } = expectProblem(await as(operator).post('appointments', asked), 409, 'busy');
    expect(detail).toContain('The rooms are busy on Tuesday');
  });

  it('is booked twice neither as a room nor as what is booked itself', async () => {
    await bookedThen(NINE, { resource: 'Anna' });
    expectProblem(await book(NINE, { resource: 'Room 1', service: 'Talk' }), 409, 'slot_taken');
    const rented = await bookedThen(TEN, { resource: 'Room 1' });
    expect(where(rented)).toEqual(['Room 1', null]);
    expect((await bookedThen(TEN, { resource: 'Anna' })).room).toBe('Room 2');
    expectProblem(await book(TEN, { resource: 'Bernd' }), 409, 'slot_taken');
    const write = (columns: string) =>
      t.panel.query(`
        insert into appointments (id, client_id, starts_at, ends_at, status, source, ${columns.split('=')[0]})
        select gen_random_uuid(), client_id, starts_at, ends_at, 'confirmed', 'panel', ${columns.split('=')[1]}
        from appointments where id = '${rented.id}'`);
    // By the database alone, as a process of the version before writes it.
    const refusal = { constraint: 'appointments_no_overlap' };
    await expect(write(`resource = 'ROOM 2'`)).rejects.toMatchObject(refusal);
    await expect(write(`resource, room_id = 'Clara', '${ids.get('Room 1')}'`)).rejects.toMatchObject(refusal);
    await write(`resource = 'clara'`);
  });

  it('books as many as there are rooms of twenty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        book(NINE, { resource: ['any', 'Anna', 'Bernd', 'Clara'][n % 4] }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body as AppointmentDto);
    expect(made.map(({ room }) => room).sort()).toEqual(['Room 1', 'Room 2']);
    expect(new Set(made.map(({ resource }) => resource)).size).toBe(2);
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 409, 'slot_taken');
  });

  it('chooses the room again with each change, and keeps one that is free', async () => {
    await bookedThen(NINE);
    const second = await bookedThen(NINE);
    const patch = async (body: object) => {
      const answer = await as(operator).patch(`appointments/${second.id}`, body);
      if (answer.status !== 200) throw new Error(answer.text);
      return where(answer.body as AppointmentDto);
    };
    expect(await patch({ starts_at: TEN })).toEqual(['Bernd', 'Room 2']);
    expect((await bookedThen(NINE, { resource: 'Clara' })).room).toBe('Room 2');
    await bookedThen('2027-03-02T11:00:00Z', { resource: 'Room 2', service: 'Talk' });
    expect(await patch({ starts_at: '2027-03-02T11:00:00Z' })).toEqual(['Bernd', 'Room 1']);
    const { body: history } = await as(operator).get(`appointments/${second.id}/history`);
    expect((history as AppointmentEventDto[]).at(-1)!.changes).toContainEqual({
      field: 'room',
      before: 'Room 2',
      after: 'Room 1',
    });
    // Nothing is changed where none is free.
    expectProblem(
      await as(operator).patch(`appointments/${second.id}`, { starts_at: NINE }),
      409,
      'slot_taken',
    );
    expect(await patch({ service: 'Talk' })).toEqual(['Bernd', null]);
    expect(await patch({ starts_at: NINE })).toEqual(['Bernd', null]);
    expectProblem(
      await as(operator).patch(`appointments/${second.id}`, { service: 'Massage' }),
      409,
      'slot_taken',
    );
    expect(await patch({ service: 'Massage', starts_at: TEN })).toEqual(['Bernd', 'Room 1']);
    expect(await patch({ resource: 'Room 2' })).toEqual(['Room 2', null]);
    expect(await patch({ resource: 'Anna' })).toEqual(['Anna', 'Room 1']);
    // A person may squeeze somebody in, who then has no room of their own.
    expect(await patch({ starts_at: NINE, resource: 'Bernd', allow_overlap: true })).toEqual(['Bernd', null]);
    const { body } = await as(operator).get(`appointments/${second.id}`);
    expect(body.squeezed).toBe(true);
  });

  it('frees the room with a cancellation, and asks for one where it is taken back', async () => {
    const first = await bookedThen(NINE);
    await bookedThen(NINE);
    expectProblem(await book(NINE), 409, 'slot_taken');
    expect((await as(operator).patch(`appointments/${first.id}`, { status: 'cancelled' })).status).toBe(200);
    expect(where(await bookedThen(NINE))).toEqual(['Anna', 'Room 1']);
    const undo = () => as(operator).post(`appointments/${first.id}/history/undo`, {});
    expectProblem(await undo(), 409, 'slot_taken');
    await t.panel.query(`update appointments set status = 'cancelled' where resource = 'Anna' and id <> $1`, [
      first.id,
    ]);
    const { status, body } = await undo();
    expect([status, body.room]).toEqual([200, 'Room 1']);
    expectProblem(await book(NINE, { resource: 'Clara' }), 409, 'slot_taken');
    await t.panel.query('delete from appointments');
    expect((await bookedThen(NINE, { resource: 'Clara' })).room).toBe('Room 1');
  });

  it('counts blocks, closures, hours and what is squeezed in of rooms', async () => {
    const free_then = await bookedThen(NINE);
    const block = await as(operator).post('blocks', { resource: 'Room 1', starts_at: NINE, ends_at: TEN });
    expect([block.status, block.body.affected]).toEqual([
      201,
      [expect.objectContaining({ id: free_then.id })],
    ]);
    await t.panel.query('delete from appointments');
    expect((await bookedThen(NINE)).room).toBe('Room 2');
    expectProblem(await book(NINE), 409, 'slot_taken');
    const desk = (more: object) =>
      as(operator).post('appointments', bookingAt(NINE, { service: 'Massage', resource: 'Clara', ...more }));
    const { busy } = expectProblem(await desk({}), 409, 'busy');
    expect(busy).toEqual([expect.objectContaining({ resource: 'Room 1' })]);
    const { body } = await desk({ allow_busy: true });
    expect(where(body)).toEqual(['Clara', 'Room 1']);
    await emptyTables(t.panel, 'clients', 'blocks');

    for (const resource of ['Room 1', 'Room 2'])
      await as(operator).post('blocks', { resource, starts_at: NINE, ends_at: TEN });
    const talk = await bookedThen(NINE, { service: 'Talk', resource: 'Anna' });
    const massage = (allow: object) =>
      as(operator).patch(`appointments/${talk.id}`, { service: 'Massage', ...allow });
    expectProblem(await massage({}), 409, 'busy');
    expect(where((await massage({ allow_busy: true })).body)).toEqual(['Anna', 'Room 1']);
    // It goes on where it is, and nowhere else.
    expect((await massage({ notes: 'Back' })).status).toBe(200);
    const { body: shorter } = await massage({ duration_minutes: 45 });
    expect(where(shorter)).toEqual(['Anna', 'Room 1']);
    await emptyTables(t.panel, 'clients', 'blocks');

    await setAgent(t, { closures: [{ from: DAY, to: DAY, reason: 'Paint', resource: 'Room 1' }] });
    expect((await bookedThen(NINE)).room).toBe('Room 2');
    expectProblem(await book(NINE), 409, 'slot_taken');
    expect(await free()).toEqual(['10:00 Bernd', '11:00 Bernd']);
    // A person may book where it is closed, though not where it is taken.
    expect((await booked(t, operator, bookingAt(NINE, { service: 'Massage', resource: 'any' }))).room).toBe(
      'Room 1',
    );
    await setAgent(t, { closures: [] });
    await emptyTables(t.panel, 'clients');

    await change('resources', 'Room 2', { working_hours: [{ day: 2, opens: '11:00', closes: '12:00' }] });
    await bookedThen(NINE);
    expectProblem(await book(NINE), 409, 'slot_taken');
    expect(await free()).toEqual(['10:00 Bernd', '11:00 Bernd']);
    await bookedThen('2027-03-02T11:00:00Z');
    expect((await bookedThen('2027-03-02T11:00:00Z')).room).toBe('Room 2');
    expect(await free()).toEqual(['10:00 Anna']);
  });

  it('is no busy one for who has to leave their own', async () => {
    const { id } = await bookedThen(NINE);
    await as(operator).post('blocks', { resource: 'Room 2', starts_at: NINE, ends_at: TEN });
    await as(admin).delete(`resources/${ids.get('Room 1')}?keep_appointments=true`);
    const shorter = { duration_minutes: 45 };
    expectProblem(await as(operator).patch(`appointments/${id}`, shorter), 409, 'busy');
    const { body } = await as(operator).patch(`appointments/${id}`, { ...shorter, allow_busy: true });
    expect(where(body)).toEqual(['Anna', 'Room 2']);
  });

  it('gives each of a series a room, and tells of those that have none', async () => {
    await bookedThen('2027-03-09T09:00:00Z');
    await bookedThen('2027-03-09T09:00:00Z');
    const series = { service: 'Massage', resource: 'Clara', rrule: 'FREQ=WEEKLY;COUNT=3' };
    const make = (more: object) => as(operator).post('series', { ...bookingAt(NINE, series), ...more });
    const { conflicts } = expectProblem(await make({}), 409, 'series_conflicts');
    expect(conflicts).toEqual([{ starts_at: '2027-03-09T09:00:00.000Z', code: 'slot_taken' }]);
    const { body } = await make({ on_conflict: 'skip' });
    const { created, series_id } = body as SeriesDto;
    expect(created.map(({ room }) => room)).toEqual(['Room 1', 'Room 1']);
    for (const at of [TEN, '2027-03-16T10:00:00Z'])
      await bookedThen(at, { resource: 'Room 1', service: 'Talk' });
    const moved = await as(operator).patch(`series/${series_id}`, { starts_at: TEN });
    expect([moved.status, (moved.body as { changed: AppointmentDto[] }).changed.map(where)]).toEqual([
      200,
      [1, 2].map(() => ['Clara', 'Room 2']),
    ]);
    expect((await as(operator).delete(`series/${series_id}`)).status).toBe(204);
    expect((await bookedThen(TEN)).room).toBe('Room 2');
  });

  it('exchanges two times with their rooms', async () => {
    const a = await bookedThen(NINE);
    const b = await bookedThen(TEN, { resource: 'Bernd' });
    await bookedThen(NINE, { resource: 'Clara' });
    await bookedThen(TEN, { resource: 'Clara' });
    const talk = await bookedThen('2027-03-02T11:00:00Z', { service: 'Talk', resource: 'Anna' });
    const swap = (one: string, other: string) => as(operator).post('appointments/swap', { a: one, b: other });
    const { status, body } = await swap(a.id, b.id);
    expect([status, where(body.a), where(body.b)]).toEqual([200, ['Bernd', 'Room 1'], ['Anna', 'Room 1']]);
    const other = (await swap(a.id, talk.id)).body;
    expect([where(other.a), where(other.b)]).toEqual([
      ['Anna', 'Room 1'],
      ['Bernd', null],
    ]);
    await bookedThen(TEN, { resource: 'Room 1', service: 'Talk' });
    expectProblem(await swap(a.id, talk.id), 409, 'slot_taken');
  });

  it('is not of another kind, nor away, while coming visits are in it', async () => {
    const visit = await bookedThen(NINE);
    const path = (name: string) => `resources/${ids.get(name)}`;
    for (const [name, kind] of [
      ['Room 1', 'person'],
      ['Anna', 'room'],
    ] as const) {
      const { coming } = expectProblem(await as(admin).patch(path(name), { kind }), 409, 'resource_in_use');
      expect(coming).toBe(1);
      expect((await as(admin).get(path(name))).body.kind).not.toBe(kind);
      expect((await as(admin).patch(path(name), { colour: '#123456' })).status).toBe(200);
    }
    expectProblem(await as(admin).delete(path('Room 1')), 409, 'resource_in_use');
    const move = (to: string) => as(admin).delete(`${path('Room 1')}?move_to=${ids.get(to)}`);
    expectProblem(await move('Anna'), 400, 'invalid_request');
    const other = await bookedThen(NINE);
    expectProblem(await move('Room 2'), 409, 'slot_taken');
    await as(operator).patch(`appointments/${other.id}`, { status: 'cancelled' });
    expect((await move('Room 2')).status).toBe(204);
    const { body } = await as(operator).get(`appointments/${visit.id}`);
    expect(where(body)).toEqual(['Anna', 'Room 2']);
    expectProblem(await book(NINE), 409, 'slot_taken');
    // It is kept, as who was in it is.
    expect((await as(admin).delete(`${path('Room 2')}?keep_appointments=true`)).status).toBe(204);
    expect((await as(admin).get(path('Room 2'))).body.archived_at).not.toBeNull();
  });

  it('is told by its name of now', async () => {
    const visit = await bookedThen(NINE);
    t.clock.set('2027-03-01T08:00:01.000Z');
    await change('resources', 'Room 1', { name: 'Blue room' });
    const read = await as(operator).get(`appointments/${visit.id}`);
    expect([read.body.room, read.body.room_id]).toEqual(['Blue room', visit.room_id]);
    expect(read.body.updated_at > visit.updated_at).toBe(true);
    const { body } = await as(operator).get('appointments');
    expect(body.items[0]).toMatchObject({ room: 'Blue room', room_id: visit.room_id });
  });

  it('is whoever is free only where there is no person', async () => {
    await setAgent(t, { resources: ['Room 1', 'Room 2'] });
    expect(where(await bookedThen(NINE))).toEqual(['Room 1', null]);
    expect(await free()).toEqual(['09:00 Room 2', '10:00 Room 2', '11:00 Room 2']);
  });

  it('is offered as nobody by tools and on the booking page', async () => {
    const { text } = await callByWay(t, 'mcp', 'free_times', { date: DAY, service: 'Massage' });
    const { resources, services, slots } = JSON.parse(text) as FreeTimes;
    expect(resources).toEqual(['Anna', 'Bernd', 'Clara']);
    expect(services.map((one) => one.resources)).toEqual([resources, resources]);
    expect(slots[0]).toEqual({ at: '2027-03-02T09:00', with: resources });
    const tools = await t.http.get('/api/agent/tools.json').query({ format: 'openai' }).set(AS_AGENT);
    expect(tools.text).toContain('["any","Anna","Bernd","Clara",null]');
    const { allowed } = expectProblem(await book(NINE, { resource: 'Cleo' }), 400, 'unknown_resource');
    expect(allowed).toEqual(['any', 'Anna', 'Bernd', 'Clara']);

    const settings = '/api/settings/booking-page';
    const { body } = await t.http.get(settings).set(admin.bearer);
    const chosen = ['Anna', 'Room 1'];
    const resource_ids = chosen.map((name) => ids.get(name));
    const page = { ...(body as BookingPageDto), enabled: true, resource_ids, resources: chosen };
    await t.http.put(settings).set(admin.bearer).send(page).expect(200);
    const shown = async () =>
      (await t.http.get(`/book?service=${ids.get('Massage')}&day=${DAY}`).set('accept-language', 'fr')).text;
    const words = ['09:00', '10:00', 'Room'];
    const before = await shown();
    expect(words.map((word) => before.includes(word))).toEqual([true, true, false]);
    for (const resource of ['Room 1', 'Room 2']) await bookedThen(NINE, { resource, service: 'Talk' });
    const after = await shown();
    expect(words.map((word) => after.includes(word))).toEqual([false, true, false]);
    await t.http
      .put(settings)
      .set(admin.bearer)
      .send({ ...page, enabled: false })
      .expect(200);
  });

  it('is kept by settings that do not know of kinds', async () => {
    await setAgent(t, { slot_minutes: 30, resources: ['Room 1', 'Anna'] });
    const rows = (await as(admin).get('resources')).body as ResourceDto[];
    expect(rows.slice(0, 2).map(({ name, kind }) => [name, kind])).toEqual([
      ['Room 1', 'room'],
      ['Anna', 'person'],
    ]);
    const services = (await as(admin).get('services')).body as BookableServiceDto[];
    expect(services.map(({ name, needs_room }) => [name, needs_room])).toEqual([
      ['Massage', true],
      ['Talk', false],
    ]);
  });

  it('is listed with the visits that take it, by its id and its name', async () => {
    const visit = await bookedThen(NINE);
    const itself = await bookedThen(TEN, { resource: 'Room 1', service: 'Talk' }).catch(() => null);
    await bookedThen(NINE, { service: 'Talk' });
    const listed = async (query: object) => {
      const { body } = await t.http.get(APPOINTMENTS).query(query).set(operator.bearer).expect(200);
      return (body as PageDto<AppointmentDto>).items.map(({ id }) => id);
    };
    const of = [visit.id, ...(itself === null ? [] : [itself.id])];
    const range = { from: DAY, to: '2027-03-03' };
    expect(await listed({ ...range, resource_id: ids.get('Room 1') })).toEqual(of);
    expect(await listed({ ...range, resource: 'Room 1' })).toEqual(of);
    expect(await listed({ ...range, resource_id: ids.get('Room 2') })).toEqual([]);
    expect(await listed({ ...range, search: 'Massage', resource: 'Room 1' })).toEqual([visit.id]);
  });
});
