import { randomUUID } from 'node:crypto';
import type {
  AppointmentDto,
  AppointmentEventDto,
  BookableServiceDto,
  ChatAgentSettingsDto,
  CreateResourceDto,
  CreateServiceDto,
  ResourceDto,
} from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../../src/settings/chat-agent-settings.service';
import { AS_AGENT, booked, bookingAt } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem, refusedFields } from '../harness/http/problems';
import type { ServedApp } from '../harness/apps/served-app';
import { sharedApp } from '../harness/apps/shared-app';
import { emptyTables } from '../harness/databases/empty-tables';

const SETTINGS = '/api/settings/chat-agent';
const NOW = '2027-03-01T10:00:00.000Z';
const COMING = '2027-03-02T10:00:00Z';
const LATER = '2027-03-03T10:00:00Z';
const PAST = '2027-02-26T10:00:00Z';
const BLOCKED = { starts_at: '2027-03-04T10:00:00.000Z', ends_at: '2027-03-04T11:00:00.000Z' };
const CUT = { name: 'Cut', duration_minutes: 30 };
const COLOUR = { name: 'Colour', duration_minutes: 60, price: '€ 80' };

describe('what can be booked', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let other: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.set(NOW);
    [admin, other] = [await signIn(t), await signIn(t)];
    await emptyTables(t.panel, 'clients', 'blocks', 'closures', 'resources', 'services');
    await put({ resources: ['Anna', 'Ben'], services: [CUT, COLOUR], schedules: [], closures: [] }).expect(
      200,
    );
  });

  const as = { admin: () => admin.bearer, other: () => other.bearer };
  const settings = async () => {
    const { body, headers } = await t.http.get(SETTINGS).set(admin.bearer).expect(200);
    return { ...(body as ChatAgentSettingsDto), etag: headers['etag']! };
  };
  /** Over what is stored, with the tag of now unless it is said. */
  const put = (
    changes: Partial<ChatAgentSettingsDto>,
    { etag, who = 'admin', query = {} }: { etag?: string | null; who?: keyof typeof as; query?: object } = {},
  ) => {
    const sent = settings().then(({ etag: now, ...stored }) => ({ stored, now }));
    const request = sent.then(({ stored, now }) =>
      t.http
        .put(SETTINGS)
        .query({ keep: 'moment', ...query })
        .set({ ...as[who](), ...(etag === null ? {} : { 'if-match': etag ?? now }) })
        .send({ ...stored, ...changes }),
    );
    return Object.assign(request, {
      expect: async (status: number) => {
        const answer = await request;
        expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
        return answer;
      },
    });
  };
  const list = async <Row extends ResourceDto | BookableServiceDto>(what: string): Promise<Row[]> =>
    (await t.http.get(`/api/${what}`).set(admin.bearer).expect(200)).body as Row[];
  const resources = () => list<ResourceDto>('resources');
  const services = () => list<BookableServiceDto>('services');
  const idOf = async (name: string, rows: Promise<{ id: string; name: string }[]> = resources()) =>
    (await rows).find((one) => one.name === name)?.id ?? '';
  const post = (what: string, body: object) => t.http.post(`/api/${what}`).set(admin.bearer).send(body);
  const patch = (what: string, id: string, body: object) =>
    t.http.patch(`/api/${what}/${id}`).set(admin.bearer).send(body);
  const remove = (what: string, id: string, query: object = {}) =>
    t.http.delete(`/api/${what}/${id}`).query(query).set(admin.bearer);
  const make = async (resource: CreateResourceDto) =>
    (await post('resources', resource).expect(201)).body as ResourceDto;
  /** Each row as `Anna` or `Anna, gone`. */
  const states = async (rows: Promise<{ name: string; archived_at: string | null }[]> = resources()) =>
    (await rows).map(({ name, archived_at }) => (archived_at === null ? name : `${name}, gone`));

  describe('is rows', () => {
    it('that the settings show, under a version that each change raises', async () => {
      const before = await settings();
      const cut = await idOf('Cut', services());
      const cleo = await make({
        ...{ name: ' Cleo ', position: 1, colour: '#1f8a70', services: [cut], user_id: admin.id },
        working_hours: [{ day: 1, opens: '09:00', closes: '12:00' }],
      });
      expect(cleo).toMatchObject({
        name: 'Cleo',
        position: 1,
        services: [cut],
        user_id: admin.id,
        archived_at: null,
      });
      const after = await settings();
      expect(after).toMatchObject({
        resources: ['Cleo', 'Anna', 'Ben'],
        schedules: [
          {
            ...{ resource: 'Cleo', services: ['Cut'], exceptions: [], colour: '#1f8a70' },
            working_hours: [{ day: 1, opens: '09:00', closes: '12:00' }],
          },
        ],
      });
      expect(after.etag).not.toBe(before.etag);
      expectProblem(await put({ name: 'Stale' }, { etag: before.etag }), 412, 'version_mismatch');
      await patch('services', cut, { duration_minutes: 45, price: '€ 30' }).expect(200);
      expect((await settings()).services).toEqual([{ ...CUT, duration_minutes: 45, price: '€ 30' }, COLOUR]);
      await patch('resources', cleo.id, { position: 3, services: null, user_id: null }).expect(200);
      expect(await settings()).toMatchObject({
        resources: ['Anna', 'Ben', 'Cleo'],
        schedules: [{ services: null }],
      });
      expect((await resources()).map(({ position }) => position)).toEqual([1, 2, 3]);
    });

    it('whose appointments are the own ones of a user in a feed, two of one name too, until the user is gone', async () => {
      const ids = async () => (await resources()).map(({ name, user_id }) => [name, user_id]);
      const [first, ben] = [await idOf('Anna'), await idOf('Ben')];
      await patch('resources', first, { user_id: other.id }).expect(200);
      const now = Date.now();
      const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
      t.clock.set(at(0));
      const one = await booked(t, admin, bookingAt(at(-48), { resource: 'Anna' }));
      await remove('resources', first).expect(204);
      const again = await make({ name: 'Anna', user_id: other.id });
      const two = await booked(t, admin, bookingAt(at(24), { resource_id: again.id }));
      const bens = await booked(t, admin, bookingAt(at(24), { resource_id: ben }));
      const { body } = await t.http.post('/api/auth/calendar-token').set(other.bearer).expect(201);
      const feed = async (query: object = {}) => {
        const { text } = await t.http
          .get('/api/appointments/calendar.ics')
          .query({ token: (body as { token: string }).token, ...query })
          .buffer()
          .expect(200);
        return [one, two, bens].map(({ id }) => text.includes(`UID:${id}`));
      };
      expect(await feed()).toEqual([true, true, true]);
      expect(await feed({ mine: 'true' })).toEqual([true, true, false]);
      expect(await feed({ mine: 'true', resource_id: again.id })).toEqual([false, true, false]);
      await patch('resources', again.id, { user_id: null }).expect(200);
      await patch('resources', first, { user_id: null }).expect(200);
      // Nobody's own is nothing, not everything.
      expect(await feed({ mine: 'true' })).toEqual([false, false, false]);
      await patch('resources', again.id, { user_id: other.id }).expect(200);
      expect(await ids()).toContainEqual(['Anna', other.id]);
      await t.http.delete(`/api/users/${other.id}`).set(admin.bearer).expect(204);
      expect(await ids()).toEqual([
        ['Ben', null],
        ['Anna', null],
        ['Anna', null],
      ]);
    });

    it('which agents see as far as they can book them, and without whose they are', async () => {
      await remove('services', await idOf('Colour', services())).expect(204);
      await make({ name: 'Cleo', user_id: admin.id });
      await booked(t, admin, bookingAt(PAST, { resource: 'Ben' }));
      await remove('resources', await idOf('Ben')).expect(204);
      const seen = (await t.http.get('/api/resources').set(AS_AGENT).expect(200)).body as ResourceDto[];
      expect(seen.map(({ name }) => name)).toEqual(['Anna', 'Cleo']);
      expect(seen.filter((one) => 'user_id' in one)).toEqual([]);
      expect(await states()).toEqual(['Anna', 'Cleo', 'Ben, gone']);
      expect((await t.http.get('/api/services').set(AS_AGENT).expect(200)).body).toMatchObject([CUT]);
    });

    it.each<[string, string, Partial<CreateResourceDto & CreateServiceDto>, [string, string]]>([
      ['a name of blanks', 'resources', { name: ' \u200b ' }, ['name', 'too_short']],
      ['a resource called any', 'resources', { name: 'ANY' }, ['name', 'not_allowed']],
      ['a service called any', 'services', { name: 'any' }, ['name', 'not_allowed']],
      ['an unknown user', 'resources', { user_id: randomUUID() }, ['user_id', 'not_allowed']],
      ['an unknown service', 'resources', { services: [randomUUID()] }, ['services.0', 'not_allowed']],
      [
        'hours that overlap',
        'resources',
        { working_hours: [1, 1].map((day) => ({ day, opens: '09:00', closes: '18:00' })) },
        ['working_hours.1', 'not_allowed'],
      ],
      [
        'exceptions that end before they begin',
        'resources',
        { exceptions: [{ from: '2027-03-02', to: '2027-03-01', opens: '09:00', closes: '18:00' }] },
        ['exceptions.0.to', 'out_of_range'],
      ],
      ['a place before the first', 'services', { position: 0 }, ['position', 'out_of_range']],
    ])('and refuses %s', async (_, what, body, refused) => {
      const before = await settings();
      const id = await idOf(what === 'services' ? 'Cut' : 'Anna', list(what));
      const whole = { name: 'Cleo', ...(what === 'services' && { duration_minutes: 30 }), ...body };
      expect(refusedFields(await post(what, whole))).toEqual([refused]);
      expect(refusedFields(await patch(what, id, body))).toEqual([refused]);
      expect(await settings()).toEqual(before);
    });

    it('with names of their own, however they are spelled', async () => {
      expectProblem(await post('resources', { name: 'ＡＮＮＡ' }), 409, 'name_taken');
      expectProblem(await post('services', { ...CUT, name: ' cut ' }), 409, 'name_taken');
      expectProblem(await patch('resources', await idOf('Ben'), { name: 'anna' }), 409, 'name_taken');
      await patch('resources', await idOf('Anna'), { name: 'ANNA' }).expect(200);
      expect((await settings()).resources).toEqual(['ANNA', 'Ben']);
    });
  });

  describe('is replaced by the settings', () => {
    it('so that a name means the present row, else the one that left, else a new one', async () => {
      const [anna, ben] = [await idOf('Anna'), await idOf('Ben')];
      await put({ resources: ['Anna'], services: [CUT] }).expect(200);
      expect(await states()).toEqual(['Anna', 'Ben, gone']);
      await put({ resources: ['Cleo', 'BEN', 'Anna'], services: [COLOUR, CUT] }).expect(200);
      expect(await states()).toEqual(['Cleo', 'BEN', 'Anna']);
      expect([await idOf('Anna'), await idOf('BEN')]).toEqual([anna, ben]);
      expect(await states(services())).toEqual(['Colour', 'Cut']);
    });

    it('but for a former name of what is called otherwise now', async () => {
      const stale = await settings();
      await patch('resources', await idOf('Anna'), { name: 'Anna M' }).expect(200);
      await patch('services', await idOf('Cut', services()), { name: 'Haircut' }).expect(200);
      const before = await resources();
      for (const etag of [null, undefined]) {
        const resource = await put({ resources: stale.resources }, etag === null ? { etag } : {});
        expect(expectProblem(resource, 409, 'resource_renamed')).toMatchObject({ name: 'Anna M' });
        const service = await put({ services: stale.services }, etag === null ? { etag } : {});
        expect(expectProblem(service, 409, 'service_renamed')).toMatchObject({ name: 'Haircut' });
      }
      expect(await resources()).toEqual(before);
    });

    it('without losing what somebody else has just made or renamed, where no version is expected', async () => {
      const stale = await settings();
      await put({ resources: ['Anna', 'Ben', 'Cleo'] }, { who: 'other' }).expect(200);
      await post('services', { name: 'Wash', duration_minutes: 10 }).expect(201);
      const { resources: names, services: offered } = stale;
      const refused = await put({ resources: names, services: offered }, { etag: null });
      expect(expectProblem(refused, 409, 'resource_in_use')).toMatchObject({ recent: ['Cleo', 'Wash'] });
      expect(await states()).toEqual(['Anna', 'Ben', 'Cleo']);
      // Who made it by a replacement knows it.
      await put({ resources: names }, { etag: null, who: 'other' }).expect(200);
      const without = { services: offered };
      expectProblem(await put(without, { etag: null, who: 'other' }), 409, 'resource_in_use');
      await put(without, { etag: null, query: { remove_recent: true } }).expect(200);
      await post('services', { name: 'Dry', duration_minutes: 10 }).expect(201);
      await put(without).expect(200);
      await make({ name: 'Dora' });
      t.clock.set('2027-03-01T11:00:01Z');
      admin = await signIn(t);
      await put({ resources: names }, { etag: null }).expect(200);
      expect(await states()).toEqual(['Anna', 'Ben', 'Dora, gone', 'Cleo, gone']);
    });
  });

  it('is two Annas over time, of whom each name means one', async () => {
    const first = await idOf('Anna');
    await booked(t, admin, bookingAt(PAST, { resource: 'Anna' }));
    await put({ resources: ['Ben'] }).expect(200);
    const second = await make({ name: 'Anna' });
    expect(second.id).not.toBe(first);
    expectProblem(await patch('resources', first, { archived_at: null }), 409, 'name_taken');
    await booked(t, admin, bookingAt(LATER, { resource: 'Anna' }));
    await patch('resources', second.id, { name: 'Anna M' }).expect(200);
    // What the one who left has had stays hers.
    const pointed = await t.panel.query(
      `select starts_at::text, resource, resource_id = $1 as of_first from appointments order by starts_at`,
      [first],
    );
    expect(pointed.rows).toMatchObject([
      { resource: 'Anna', of_first: true },
      { resource: 'Anna M', of_first: false },
    ]);
    const made = await t.http
      .post('/api/appointments')
      .set(AS_AGENT)
      .send(bookingAt(COMING, { resource: 'Anna' }));
    expect([made.status, made.body]).toMatchObject([201, { resource: 'Anna M' }]);
    await patch('resources', first, { archived_at: null }).expect(200);
    expect((await settings()).resources).toEqual(['Ben', 'Anna M', 'Anna']);
    // Both have been called so: it is the present name of one, and then of nobody.
    await patch('resources', first, { name: 'Anna K' }).expect(200);
    const { rows } = await t.panel.query(`select former_resources as former from bookable_settings()`);
    expect(rows).toEqual([{ former: [] }]);
  });

  it('is two Annas in files and feeds, too, of whom the one who left is told with the day', async () => {
    const first = await idOf('Anna');
    const before = await booked(t, admin, bookingAt(COMING, { resource: 'Anna' }));
    t.clock.set('2027-03-01T23:30:00Z');
    admin = await signIn(t);
    await put({ time_zone: 'Europe/Vienna' }).expect(200);
    await remove('resources', first, { keep_appointments: true }).expect(204);
    const lines = async () => {
      const { text } = await t.http.get('/api/appointments/export.csv').set(admin.bearer).expect(200);
      const [header = [], ...rows] = text
        .slice(1)
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      return rows.map((row) => ['resource', 'resource_id'].map((column) => row[header.indexOf(column)]));
    };
    // Nobody else is called so.
    expect(await lines()).toEqual([['Anna', first]]);
    const second = await make({ name: 'ANNA' });
    const after = await booked(t, admin, bookingAt(LATER, { resource: 'Anna' }));
    expect([before.resource_id, after.resource_id]).toEqual([first, second.id]);
    const left = 'Anna (left 2027-03-02)';
    expect(await lines()).toEqual([
      [left, first],
      ['ANNA', second.id],
    ]);
    const { token } = (await t.http.post('/api/auth/calendar-token').set(admin.bearer)).body;
    const feed = await t.http.get('/api/appointments/calendar.ics').query({ token }).buffer();
    expect(feed.text.match(/LOCATION:.*(?=\r)/g)).toEqual([`LOCATION:${left}`, 'LOCATION:ANNA']);
  });

  it('is no service that goes unasked while coming visits have it', async () => {
    const [cut, colour] = [await idOf('Cut', services()), await idOf('Colour', services())];
    await booked(t, admin, bookingAt(PAST, { resource: 'Anna', service: 'Cut' }));
    await remove('services', cut).expect(204);
    for (const starts_at of [LATER, COMING])
      await booked(t, admin, bookingAt(starts_at, { resource: 'Anna', service: 'Colour' }));
    const refused = expectProblem(await remove('services', colour), 409, 'resource_in_use');
    expect(refused).toMatchObject({
      ...{ title: 'What would change or go is in use', coming: 2 },
      first: [COMING, LATER].map((time) => new Date(time).toISOString()),
    });
    expect(await states(services())).toEqual(['Colour', 'Cut, gone']);
    await remove('services', colour, { keep_appointments: true }).expect(204);
    expect(await states(services())).toEqual(['Cut, gone', 'Colour, gone']);
  });

  it('is a service with another name, and one that took the name', async () => {
    const cut = await idOf('Cut', services());
    await booked(t, admin, bookingAt(COMING, { resource: 'Anna', service: 'Cut' }));
    await patch('services', cut, { name: 'Haircut' }).expect(200);
    const taken = await post('services', { name: 'Cut', duration_minutes: 15 }).expect(201);
    expect((await settings()).services).toEqual([
      { ...CUT, name: 'Haircut' },
      COLOUR,
      { ...CUT, duration_minutes: 15 },
    ]);
    await booked(t, admin, bookingAt(LATER, { resource: 'Anna', service: 'Cut' }));
    const of = await t.panel.query<{ service_id: string }>(
      'select service_id from appointment_services join appointments on id = appointment_id order by starts_at',
    );
    expect(of.rows.map(({ service_id }) => service_id)).toEqual([cut, (taken.body as BookableServiceDto).id]);
    await put({ services: [COLOUR, CUT] }).expect(200);
    const rows = (await services()).map(({ id, duration_minutes, archived_at }) => [
      id,
      duration_minutes,
      !archived_at,
    ]);
    expect(rows.slice(1)).toEqual([
      [(taken.body as BookableServiceDto).id, 30, true],
      [cut, 30, false],
    ]);
  });

  it('is told by its name of now in what was booked, with another tag, and whoever has seen the former one may change it', async () => {
    await put({ services: [{ ...CUT, buffer_minutes: 5 }] }).expect(200);
    const [anna, cut] = [await idOf('Anna'), await idOf('Cut', services())];
    const wish = { resource: 'anna', service: 'cut', duration_minutes: 50 };
    const made = await booked(t, admin, bookingAt(COMING, wish));
    const visit = { id: cut, name: 'Cut', duration_minutes: 30, buffer_minutes: 5 };
    expect(made).toMatchObject({ resource: 'Anna', resource_id: anna, service: 'Cut', services: [visit] });
    const one = `/api/appointments/${made.id}`;
    for (const [at, rename] of [
      ['2027-03-01T10:01:00.000Z', () => patch('resources', anna, { name: 'Anna M' })],
      ['2027-03-01T10:02:00.000Z', () => patch('services', cut, { name: 'Haircut' })],
    ] as const) {
      t.clock.set(at);
      const { headers } = await t.http.get(one).set(admin.bearer);
      await rename().expect(200);
      const again = await t.http.get(one).set({ ...admin.bearer, 'if-none-match': headers['etag']! });
      expect(again.status).toBe(200);
      const changed = await t.http
        .patch(one)
        .set({ ...admin.bearer, 'if-match': headers['etag']! })
        .send({ title: headers['etag']!.slice(0, 9) });
      expect(changed.status).toBe(200);
    }
    const now = {
      ...{ resource: 'Anna M', resource_id: anna },
      ...{ service: 'Haircut', services: [{ ...visit, name: 'Haircut' }] },
    };
    expect((await t.http.get(one).set(admin.bearer)).body).toMatchObject(now);
    const listed = await t.http.get('/api/appointments').query({ resource: 'Anna M' }).set(admin.bearer);
    expect(listed.body.items).toMatchObject([now]);
    // The same service under its name of now is no change of it.
    const same = await t.http.patch(one).set(admin.bearer).send({ service: 'haircut', duration_minutes: 50 });
    expect([same.status, same.body.updated_at]).toEqual([200, listed.body.items[0].updated_at]);
  });

  it('is booked by its id, or by a name that it alone had', async () => {
    const [anna, cut] = [await idOf('Anna'), await idOf('Cut', services())];
    await patch('resources', anna, { name: 'Anna M' }).expect(200);
    await patch('services', cut, { name: 'Haircut' }).expect(200);
    const now = { resource: 'Anna M', resource_id: anna, service: 'Haircut', services: [{ id: cut }] };
    const book = (wish: object, who: Record<string, string> = admin.bearer, query = {}) =>
      t.http.post('/api/appointments').query(query).set(who).send(bookingAt(COMING, wish));
    for (const wish of [
      { resource_id: anna, service_ids: [cut] },
      { resource: 'anna', services: ['CUT'] },
      { resource_id: anna.toUpperCase(), service: 'cut' },
    ]) {
      const made = await book(wish).expect(201);
      expect(made.body).toMatchObject(now);
      await t.http.delete(`/api/appointments/${made.body.id}`).set(admin.bearer).expect(204);
    }
    for (const [wish, field] of [
      [{ resource_id: anna, resource: 'Anna M' }, 'resource_id'],
      [{ service_ids: [cut], service: 'Haircut' }, 'service_ids'],
      [{ service_ids: [cut], services: ['Haircut'] }, 'service_ids'],
      [{ services: ['Haircut'], service: 'Haircut' }, 'services'],
    ] as const)
      expect(refusedFields(await book(wish))).toEqual([[field, 'not_allowed']]);
    const stranger = randomUUID();
    for (const [wish, code, allowed] of [
      [{ resource_id: stranger }, 'unknown_resource', ['any', 'Anna M', 'Ben']],
      [{ service_ids: [cut, stranger] }, 'unknown_service', ['Haircut', 'Colour']],
      [{ service: 'Shave' }, 'unknown_service', ['Haircut', 'Colour']],
    ] as const)
      for (const [who, query] of [
        [AS_AGENT],
        [admin.bearer],
        [admin.bearer, { new_resource: true }],
      ] as const) {
        const refused = await book(wish, who, query);
        expect([refused.status, refused.body]).toMatchObject([400, { code, allowed }]);
      }
  });

  it('is booked by its id also while a process has not heard that somebody else has its name', async () => {
    const stale = await t.app.get(ChatAgentSettingsService).current();
    const anna = await idOf('Anna');
    await patch('resources', anna, { name: 'Anna M' }).expect(200);
    await make({ name: 'Anna' });
    const current = jest.spyOn(ChatAgentSettingsService.prototype, 'current').mockResolvedValue(stale);
    try {
      const there = { resource: 'Anna M', resource_id: anna };
      const one = await booked(t, admin, bookingAt(COMING, { resource_id: anna }));
      expect(one).toMatchObject(there);
      const taken = t.http.post('/api/appointments').set(admin.bearer);
      expectProblem(await taken.send(bookingAt(COMING, { resource_id: anna })), 409, 'slot_taken');
      const bens = await booked(t, admin, bookingAt(LATER, { resource: 'Ben' }));
      const moved = t.http.patch(`/api/appointments/${bens.id}`).set(admin.bearer);
      expect((await moved.send({ resource_id: anna }).expect(200)).body).toMatchObject(there);
      const { body } = await t.http.get(`/api/appointments/${bens.id}/history`).set(admin.bearer).expect(200);
      const told = (body as AppointmentEventDto[]).at(-1)?.changes;
      expect(told).toMatchObject([{ field: 'resource', before: 'Ben', after: 'Anna M' }]);
    } finally {
      current.mockRestore();
    }
  });

  it('is found by its id after it left, and by its name only where it is the one of now', async () => {
    const left = await idOf('Anna');
    const before = await booked(t, admin, bookingAt(PAST, { resource: 'Anna' }));
    await t.http.delete(`/api/resources/${left}`).set(admin.bearer).expect(204);
    const now = (await post('resources', { name: 'Anna' }).expect(201)).body as ResourceDto;
    const after = await booked(t, admin, bookingAt(COMING, { resource_id: now.id }));
    const found = async (query: object) => {
      const answer = await t.http.get('/api/appointments').query(query).set(admin.bearer).expect(200);
      return (answer.body.items as { id: string }[]).map(({ id }) => id);
    };
    expect(await found({ resource: 'anna' })).toEqual([after.id]);
    expect(await found({ resource_id: left })).toEqual([before.id]);
    expect(await found({ resource_id: `${left},${now.id}` })).toEqual([before.id, after.id]);
    await post('blocks', { ...BLOCKED, resource_id: now.id, reason: 'Of now' }).expect(201);
    const blocks = async (query: object) =>
      (await t.http.get('/api/blocks').query(query).set(admin.bearer).expect(200)).body.items as unknown[];
    const busy = async (query: object) => {
      const at = { from: BLOCKED.starts_at, to: BLOCKED.ends_at, ...query };
      return (await t.http.get('/api/busy-times').query(at).set(admin.bearer).expect(200)).body as unknown[];
    };
    const { token } = (await t.http.post('/api/auth/calendar-token').set(admin.bearer)).body as {
      token: string;
    };
    const feed = async (query: object) => {
      const { text } = await t.http
        .get('/api/appointments/calendar.ics')
        .query({ token, ...query })
        .expect(200);
      return [...text.matchAll(/UID:(.*)@groupless/g)].map(([, id]) => id);
    };
    for (const [query, count, ids] of [
      [{ resource: 'anna' }, 1, [after.id]],
      [{ resource_id: now.id }, 1, [after.id]],
      [{ resource_id: left }, 0, [before.id]],
      [{}, 1, [before.id, after.id]],
    ] as const) {
      expect([(await blocks(query)).length, (await busy(query)).length]).toEqual([count, count]);
      expect(await feed(query)).toEqual(ids);
    }
    for (const [path, needed] of [
      ['appointments', {}],
      ['blocks', {}],
      ['busy-times', { from: PAST, to: COMING }],
      ['appointments/calendar.ics', { token }],
    ] as const) {
      const query = { ...needed, resource: 'Anna', resource_id: left };
      const twice = await t.http.get(`/api/${path}`).query(query).set(admin.bearer);
      expect([path, refusedFields(twice)]).toEqual([path, [['resource_id', 'not_allowed']]]);
    }
    // Who has left is booked no more, and keeps what was booked.
    const one = `/api/appointments/${before.id}`;
    const same = await t.http.patch(one).set(admin.bearer).send({ resource_id: left, title: 'Cut' });
    expect([same.status, same.body.resource_id]).toEqual([200, left]);
    const other = await t.http
      .patch(`/api/appointments/${after.id}`)
      .query({ new_resource: true })
      .set(admin.bearer)
      .send({ resource_id: left });
    expectProblem(other, 400, 'unknown_resource');
  });

  it('is several services in one visit, as long as they are together, by one who does them all', async () => {
    await put({
      services: [CUT, { ...COLOUR, buffer_minutes: 10 }],
      schedules: [{ resource: 'Ben', working_hours: null, services: ['Cut'], exceptions: [], colour: null }],
    }).expect(200);
    const [cut, colour] = [await idOf('Cut', services()), await idOf('Colour', services())];
    const both = [
      { id: cut, name: 'Cut', duration_minutes: 30, buffer_minutes: 0 },
      { id: colour, name: 'Colour', duration_minutes: 60, buffer_minutes: 10 },
    ];
    const free = async (more: object) => {
      const query = { date: COMING.slice(0, 10), resource: 'any', ...more };
      const { body } = await t.http.get('/api/appointments/availability').query(query).set(admin.bearer);
      return (body.slots as { starts_at: string; ends_at: string; resource: string }[]).filter(
        ({ starts_at }) => Date.parse(starts_at) === Date.parse(COMING),
      );
    };
    const visit = { starts_at: '2027-03-02T10:00:00.000Z', ends_at: '2027-03-02T11:30:00.000Z' };
    expect(await free({ service_ids: `${cut},${colour}` })).toMatchObject([{ ...visit, resource: 'Anna' }]);
    const made = await booked(t, admin, bookingAt(COMING, { services: ['cut', 'colour'], resource: 'any' }));
    const shown = { ...visit, resource: 'Anna', service: 'Cut', title: 'Cut, Colour', services: both };
    expect(made).toMatchObject(shown);
    const { text: csv } = await t.http.get('/api/appointments/export.csv').set(admin.bearer).expect(200);
    expect(csv).toContain(',"Cut, Colour",');
    const byBen = { services: ['Cut', 'Colour'], resource: 'Ben' };
    const refused = await t.http.post('/api/appointments').set(AS_AGENT).send(bookingAt(LATER, byBen));
    expectProblem(refused, 409, 'not_offered');
    expect(refused.body.detail).toContain('Ben does not do Cut and Colour');
    const one = `/api/appointments/${made.id}`;
    const change = async (body: object) =>
      (await t.http.patch(one).set(admin.bearer).send(body).expect(200)).body as typeof made;
    // The times of the booking stay where the visit stays.
    await patch('services', cut, { duration_minutes: 45 }).expect(200);
    const same = { service_ids: [cut, colour], duration_minutes: 90, title: 'Cut, Colour' };
    expect(await change(same)).toMatchObject({ ...shown, updated_at: made.updated_at });
    t.clock.set('2027-03-01T10:05:00.000Z');
    await patch('services', colour, { name: 'Tint' }).expect(200);
    const { body: renamed } = await t.http.get(one).set(admin.bearer);
    expect(renamed.updated_at).toBe('2027-03-01T10:05:00.000Z');
    const turned = { services: [{ name: 'Tint' }, { name: 'Cut' }], service: 'Tint' };
    expect(await change({ services: ['Tint', 'Cut'] })).toMatchObject({
      ...turned,
      ends_at: '2027-03-02T11:45:00.000Z',
    });
    expect(await change({ service: 'tint' })).toMatchObject({ services: [{ id: colour }], title: 'Tint' });
    expect(await change({ service: null })).toMatchObject({ services: [], service: null });
    const { body: history } = await t.http.get(`${one}/history`).set(admin.bearer);
    const told = (history as { changes: { field: string; before: string; after: string }[] }[])
      .flatMap(({ changes }) => changes)
      .filter(({ field }) => field === 'service')
      .map(({ before, after }) => [before, after]);
    expect(told).toEqual([
      ['Cut, Tint', 'Tint, Cut'],
      ['Tint, Cut', 'Tint'],
      ['Tint', null],
    ]);
  });

  it('stays what it was in a visit that changes, where another one has its name by now', async () => {
    const [anna, cut, colour] = [
      await idOf('Anna'),
      await idOf('Cut', services()),
      await idOf('Colour', services()),
    ];
    const made = await booked(t, admin, bookingAt(PAST, { resource: 'Anna', services: ['Cut'] }));
    await t.http.delete(`/api/services/${cut}`).set(admin.bearer).expect(204);
    await t.http.delete(`/api/resources/${anna}`).set(admin.bearer).expect(204);
    const second = (await post('services', { name: 'Cut', duration_minutes: 50 }).expect(201)).body as {
      id: string;
    };
    const came = (await post('resources', { name: 'Anna' }).expect(201)).body as ResourceDto;
    const change = async (body: object) => {
      const answer = await t.http.patch(`/api/appointments/${made.id}`).set(admin.bearer).send(body);
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      const { services: visit, starts_at, ends_at, resource_id, title } = answer.body as AppointmentDto;
      const minutes = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
      return { of: visit.map(({ id }) => id), minutes, resource_id, title };
    };
    const same = { of: [cut], minutes: 30, resource_id: anna };
    expect(await change({ service_ids: [cut], notes: 'Short.' })).toEqual({ ...same, title: 'Cut' });
    const both = { of: [cut, colour], minutes: 90, title: 'Cut, Colour' };
    expect(await change({ service_ids: [cut, colour] })).toMatchObject(both);
    expect(await change({ service_ids: [second.id] })).toMatchObject({ of: [second.id], minutes: 50 });
    expect(await change({ resource_id: came.id })).toMatchObject({ resource_id: came.id });
  });

  it('is known by its id where it is blocked or has a calendar', async () => {
    const anna = await idOf('Anna');
    await patch('resources', anna, { name: 'Anna M' }).expect(200);
    const time = { starts_at: COMING, ends_at: LATER };
    const place = { resource: 'Anna M', resource_id: anna };
    const block = await post('blocks', { ...time, resource: 'anna' }).expect(201);
    expect(block.body).toMatchObject(place);
    const of = { name: 'Private', url: 'https://calendar.example.com/anna.ics' };
    const calendar = await post('settings/calendars', { ...of, resource_id: anna }).expect(201);
    expect(calendar.body).toMatchObject(place);
    const range = { from: COMING, to: LATER };
    const busy = await t.http.get('/api/busy-times').query(range).set(admin.bearer).expect(200);
    expect(busy.body).toMatchObject([place]);
    for (const [what, { id }] of [
      ['blocks', block.body],
      ['settings/calendars', calendar.body],
    ] as const) {
      for (const wrong of [{ resource_id: anna, resource: 'Anna M' }, { resource_id: 'Anna M' }])
        expect(refusedFields(await patch(what, id, wrong).expect(400))).toEqual([
          ['resource_id', expect.any(String)],
        ]);
      const unknown = await patch(what, id, { resource_id: randomUUID() }).expect(400);
      expect(unknown.body).toMatchObject({ code: 'unknown_resource', allowed: ['Anna M', 'Ben'] });
      const ben = { resource: 'Ben', resource_id: await idOf('Ben') };
      for (const wish of [{ resource_id: ben.resource_id }, { resource: 'ben' }])
        expect((await patch(what, id, wish).expect(200)).body).toMatchObject(ben);
      const all = { resource: null, resource_id: null };
      expect((await patch(what, id, { resource_id: null }).expect(200)).body).toMatchObject(all);
      await t.http.delete(`/api/${what}/${id}`).set(admin.bearer).expect(204);
    }
  });

  describe('is taken away', () => {
    it('where nothing was booked, and archived where something was', async () => {
      await booked(t, admin, bookingAt(PAST, { resource: 'Anna', service: 'Cut' }));
      await make({ name: 'Cleo' });
      await remove('resources', await idOf('Anna')).expect(204);
      await remove('resources', await idOf('Cleo')).expect(204);
      for (const name of ['Cut', 'Colour'])
        await remove('services', await idOf(name, services())).expect(204);
      expect([await states(), await states(services())]).toEqual([['Ben', 'Anna, gone'], ['Cut, gone']]);
      const last = await remove('resources', await idOf('Ben'));
      expectProblem(last, 409, 'resource_in_use');
      const back = await patch('resources', await idOf('Anna'), { archived_at: null, name: 'Anna M' }).expect(
        200,
      );
      expect(back.body).toMatchObject({ name: 'Anna M', position: 2, archived_at: null });
      expectProblem(await remove('resources', randomUUID()), 404, 'not_found');
    });

    it('with coming appointments only where it is said what becomes of them', async () => {
      const { id } = await booked(t, admin, bookingAt(COMING, { resource: 'Anna' }));
      const anna = await idOf('Anna');
      expect(expectProblem(await remove('resources', anna), 409, 'resource_in_use')).toMatchObject({
        ...{ resource: 'Anna', coming: 1, first: [new Date(COMING).toISOString()] },
      });
      expect(refusedFields(await remove('resources', anna, { move_to: anna }))).toEqual([
        ['move_to', 'not_allowed'],
      ]);
      await remove('resources', anna, { move_to: await idOf('Ben') }).expect(204);
      const { body } = await t.http.get(`/api/appointments/${id}`).set(admin.bearer).expect(200);
      expect(body).toMatchObject({ resource: 'Ben' });
      await make({ name: 'Anna' });
      await remove('resources', await idOf('Ben'), { keep_appointments: true }).expect(204);
      expect(await states()).toEqual(['Anna', 'Ben, gone']);
    });

    it('with what is on it alone, not with what is still on the one of its name who left before', async () => {
      const [left, ben] = [await idOf('Anna'), await idOf('Ben')];
      const stays = await booked(t, admin, bookingAt(COMING, { resource_id: left }));
      await remove('resources', left, { keep_appointments: true }).expect(204);
      const { id: came } = await make({ name: 'Anna' });
      const moves = await booked(t, admin, bookingAt(LATER, { resource_id: came }));
      expect(expectProblem(await remove('resources', came), 409, 'resource_in_use')).toMatchObject({
        coming: 1,
      });
      await remove('resources', came, { move_to: ben }).expect(204);
      for (const [{ id }, resource_id] of [
        [stays, left],
        [moves, ben],
      ] as const) {
        const { body } = await t.http.get(`/api/appointments/${id}`).set(admin.bearer).expect(200);
        expect(body).toMatchObject({ resource_id });
      }
    });

    it('once: who is archived has no other name, and closures keep whom they close', async () => {
      await put({
        closures: [{ from: '2027-05-01', to: '2027-05-02', reason: '', public: false, resource: 'Anna' }],
      }).expect(200);
      await remove('resources', await idOf('Anna')).expect(204);
      expect((await settings()).closures).toMatchObject([{ resource: 'Anna' }]);
      const anna = await idOf('Anna');
      expect(refusedFields(await patch('resources', anna, { name: 'Cleo' }))).toEqual([
        ['name', 'not_allowed'],
      ]);
      const time = { archived_at: NOW };
      expect(refusedFields(await patch('resources', anna, time))).toEqual([['archived_at', 'not_allowed']]);
    });
  });

  it('is not away while one of its name is who left before, whose closures wait for that one', async () => {
    const holiday = { from: '2027-03-02', to: '2027-03-02', reason: 'Holiday', public: false };
    const ofAnna = { ...holiday, resource: 'Anna' };
    const opens = (opens: string) => [1, 2, 3, 4, 5].map((day) => ({ day, opens, closes: '17:00' }));
    await put({
      closures: [ofAnna],
      time_zone: 'UTC',
      working_hours: [...opens('09:00'), ...opens('13:00').map((one) => ({ ...one, resource: 'Anna' }))],
    }).expect(200);
    const starts = async (date: string) => {
      const query = { date, resource: 'Anna', duration_minutes: 240 };
      const { body } = await t.http.get('/api/appointments/availability').query(query).set(AS_AGENT);
      return (body.slots as { starts_at: string }[]).map((one) => one.starts_at.slice(11, 16));
    };
    expect([await starts('2027-03-02'), await starts('2027-03-03')]).toEqual([[], ['13:00']]);
    const before = await idOf('Anna');
    await remove('resources', before).expect(204);
    const after = (await post('resources', { name: 'anna' }).expect(201)).body as ResourceDto;
    for (const date of ['2027-03-02', '2027-03-03']) expect((await starts(date))[0]).toBe('09:00');
    expect((await settings()).closures).toEqual([]);
    // A list that does not name it leaves it; what is closed by the name is the one of now.
    const own = { ...holiday, resource: 'anna', reason: 'Own' };
    await put({ closures: [holiday, own] }).expect(200);
    expect((await settings()).closures).toEqual([holiday, own]);
    await put({ closures: [] }).expect(200);
    await remove('resources', after.id).expect(204);
    await patch('resources', before, { archived_at: null }).expect(200);
    expect((await settings()).closures).toEqual([ofAnna]);
    // A name that is taken by renaming, too.
    await remove('resources', before).expect(204);
    await patch('resources', await idOf('Ben'), { name: 'Anna' }).expect(200);
    expect([(await settings()).closures, (await starts('2027-03-02'))[0]]).toEqual([[], '09:00']);
  });

  it('is what a process of the version before stores, which knows the columns alone', async () => {
    const [anna, ben] = [await idOf('Anna'), await idOf('Ben')];
    const columns = async () => {
      const { rows } = await t.panel.query<Record<string, unknown>>(
        'select resources, services, schedules, former_resources from chat_agent_settings',
      );
      return rows[0];
    };
    const older = (set: string) =>
      t.panel.query(`update chat_agent_settings set ${set}, version = version + 1`);
    await older(`resources = '["Anna M", "Cleo"]', former_resources = '[{"name": "Anna", "resource": "Anna M"}]',
      schedules = '[{"resource": "Anna M", "services": ["Cut"], "working_hours": null, "exceptions": [], "colour": null}]'`);
    expect(await states()).toEqual(['Anna M', 'Cleo', 'Ben, gone']);
    expect([await idOf('Anna M'), await idOf('Ben')]).toEqual([anna, ben]);
    expect((await resources())[0]?.services).toEqual([await idOf('Cut', services())]);
    await older(
      `services = '[{"name": "Cut", "duration_minutes": 30}, {"name": "cut", "duration_minutes": 40}]'`,
    );
    expect(await states(services())).toEqual(['Cut', 'cut (2)', 'Colour, gone']);
    await patch('resources', anna, { name: 'Dora' }).expect(200);
    expect(await columns()).toMatchObject({
      resources: ['Dora', 'Cleo'],
      services: [CUT, { name: 'cut (2)', duration_minutes: 40 }],
      schedules: [{ resource: 'Dora', services: ['Cut'] }],
      former_resources: [
        { name: 'Anna', resource: 'Dora' },
        { name: 'Anna M', resource: 'Dora' },
      ],
    });
  });
});
