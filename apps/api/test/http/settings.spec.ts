import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, type ChatAgentSettingsDto, type Role } from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../../src/settings/chat-agent-settings.service';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem, refusedFields } from '../harness/http/problems';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { sharedApp } from '../harness/apps/shared-app';
import { SECRETS } from '../harness/apps/test-app';

const PATH = '/api/settings/chat-agent';
/** What one replica changed counts on the others after this time. */
const WITHIN_MS = 1_000;

const AT_FIRST: ChatAgentSettingsDto = {
  name: '',
  greeting: '',
  language: 'en',
  time_zone: 'UTC',
  time_zone_chosen: true,
  phone_region: 'US',
  working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
  slot_minutes: 30,
  resources: ['main'],
  unnamed_resource: null,
  services: [],
  auto_confirm: false,
  enabled: true,
  agent_hours: 'working',
  closures: [],
  notice_minutes: 0,
  buffer_minutes: 0,
  agent_lookup: 'phone_and_name',
  cancel_notice_minutes: 0,
  cancel_late: 'keep',
  horizon_days: 365,
  feed_notes: false,
  agents_on_grid: false,
  used_for: 'both',
  phone: '',
  business_name: '',
  address: '',
  schedules: [],
};

const CHANGED: ChatAgentSettingsDto = {
  name: 'Mia',
  greeting: ' Grüß Gott! 🙂\n',
  language: 'de-AT',
  time_zone: 'Asia/Kolkata',
  time_zone_chosen: true,
  phone_region: 'AT',
  working_hours: [
    { day: 7, opens: '13:00', closes: '24:00' },
    { day: 7, opens: '00:00', closes: '13:00' },
    { day: 7, opens: '10:00', closes: '12:00', resource: 'Room 1' },
  ],
  slot_minutes: 45,
  resources: ['Room 2', 'Room 1'],
  unnamed_resource: null,
  services: [
    {
      ...{ name: 'Consultation', duration_minutes: 50, price: '₹ 900' },
      ...{ description: 'By phone too.', buffer_minutes: 15 },
    },
    { name: 'Visit', duration_minutes: 90 },
  ],
  auto_confirm: true,
  enabled: false,
  agent_hours: 'any',
  closures: [
    { from: '2026-12-24', to: '2026-12-26', reason: 'Christmas', public: true },
    {
      from: '2026-12-31T12:00',
      to: '2026-12-31T18:00:00+05:30',
      reason: '',
      resource: 'Room 1',
      public: false,
    },
  ],
  notice_minutes: 120,
  buffer_minutes: 10,
  agent_lookup: 'verified',
  cancel_notice_minutes: 1_440,
  cancel_late: 'refuse',
  horizon_days: 90,
  feed_notes: true,
  agents_on_grid: true,
  used_for: 'bookings',
  phone: '+43 1 234567',
  business_name: 'Salon Mia',
  address: 'Hauptstraße 1, 1010 Wien',
  schedules: [
    {
      resource: 'Room 1',
      working_hours: [{ day: 1, opens: '09:00', closes: '12:00' }],
      services: ['Consultation'],
      exceptions: [{ from: '2026-12-27', to: '2026-12-28', opens: '20:00', closes: '02:00' }],
      colour: '#1f8a70',
    },
    { resource: 'Room 2', working_hours: null, services: null, exceptions: [], colour: null },
  ],
};

/** The fields that came later. */
const LATER = [
  ...['agent_hours', 'closures', 'notice_minutes', 'buffer_minutes'],
  ...['agent_lookup', 'cancel_notice_minutes', 'cancel_late', 'horizon_days', 'feed_notes', 'phone'],
  ...['time_zone_chosen', 'unnamed_resource', 'business_name', 'address', 'agents_on_grid', 'used_for'],
];

describe('the settings of the chat agent', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  beforeEach(() => put(AT_FIRST).expect(200));
  afterAll(() => t.close());

  const get = (headers: Record<string, string> = admin.bearer) => t.http.get(PATH).set(headers);
  const put = (settings: object, headers: Record<string, string> = {}) =>
    t.http
      .put(PATH)
      .set({ ...admin.bearer, ...headers })
      .send(settings);

  async function recorded(): Promise<object[]> {
    const { rows } = await t.panel.query<object>(
      `select user_id, action, object, details from audit_events where action = 'settings.updated' order by id`,
    );
    return rows;
  }

  it('are there from the beginning', async () => {
    const fresh = await startServedApp();
    const { bearer } = await signIn(fresh);
    const { body } = await fresh.http.get(PATH).set(bearer).expect(200);
    await fresh.close();
    expect(body).toEqual(AT_FIRST);
  });

  it('are replaced as a whole, and kept exactly as they were sent', async () => {
    const { body, status } = await put(CHANGED);
    expect([status, body]).toEqual([200, { ...CHANGED, affected: [] }]);
    expect((await get()).body).toEqual(CHANGED);
  });

  it('have names of one line: without signs that cannot be seen, and single blanks', async () => {
    const { body } = await put({
      ...CHANGED,
      name: ' Mia\t(the  agent)\u202e ',
      resources: ['  Room\n 2 ', '\u200eRoom 1'],
      services: [{ name: ' Consul\u200btation ', duration_minutes: 50 }],
      schedules: [{ resource: 'ROOM 1', services: ['consultation'] }],
      working_hours: [{ day: 1, opens: '09:00', closes: '12:00', resource: 'Room  1 ' }],
      closures: [{ from: '2026-12-24', to: '2026-12-26', reason: ' Christ\nmas ', resource: ' Room 2' }],
    }).expect(200);
    expect(body).toMatchObject({
      ...{ name: 'Mia (the agent)', resources: ['Room 2', 'Room 1'], greeting: CHANGED.greeting },
      services: [{ name: 'Consultation', duration_minutes: 50 }],
      working_hours: [{ resource: 'Room 1' }],
      closures: [{ reason: 'Christ mas', resource: 'Room 2' }],
      schedules: [{ resource: 'Room 1', services: ['Consultation'] }],
    });
    const problem = expectProblem(
      await put({
        ...CHANGED,
        resources: ['Room 1', ' \u200b '],
        services: [{ name: '\u202e', duration_minutes: 5 }],
        schedules: [],
      }),
      400,
      'invalid_request',
    );
    expect(problem.errors?.map(({ field }) => field)).toEqual(['resources.1', 'services.0.name']);
  });

  it('keep the name of a resource that is stored, since its appointments are called so', async () => {
    await put(CHANGED).expect(200);
    const odd = 'Room\u200e 9';
    await t.panel.query('update chat_agent_settings set resources = $1', [JSON.stringify([odd])]);
    const { body } = await put({
      ...{ ...CHANGED, resources: [odd], working_hours: [], closures: [], schedules: [] },
    }).expect(200);
    expect(body).toMatchObject({ resources: [odd] });
  });

  it('keep the fields that came later where a replacement does not know them', async () => {
    await put(CHANGED).expect(200);
    const knownBefore = Object.fromEntries(
      Object.entries(AT_FIRST).filter(([field]) => !LATER.includes(field)),
    ) as ChatAgentSettingsDto;
    const kept = Object.fromEntries(Object.entries(CHANGED).filter(([field]) => LATER.includes(field)));
    const { body } = await put(knownBefore).expect(200);
    expect(body).toEqual({ ...knownBefore, ...kept, affected: [] });
  });

  it.each<Role>(['viewer', 'operator'])('are read, but not changed, by the role of %s', async (role) => {
    const { bearer } = await signIn(t, { role });
    await get(bearer).expect(200);
    expectProblem(await put(AT_FIRST, bearer), 403, 'forbidden');
  });

  it('are read, but not changed, with the key of the agent', async () => {
    const key = { 'x-api-key': SECRETS.AGENT_API_KEY };
    await get(key).expect(200);
    expectProblem(await t.http.put(PATH).set(key).send(AT_FIRST), 403, 'forbidden');
    expectProblem(await get({ 'x-api-key': SECRETS.SWITCH_API_KEY }), 403, 'forbidden');
    expectProblem(await get({}), 401, 'unauthenticated');
  });

  it('have a tag, which changes with them alone', async () => {
    const { headers } = await get();
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"\d+"$/),
      'cache-control': 'private, no-cache',
    });
    await get({ ...admin.bearer, 'if-none-match': headers['etag']! }).expect(304);
    expect((await put(AT_FIRST)).headers['etag']).toBe(headers['etag']);
    const changed = await put(CHANGED);
    expect(changed.headers['etag']).not.toBe(headers['etag']);
    expect((await get()).headers['etag']).toBe(changed.headers['etag']);
  });

  it('are replaced only in the version that is expected', async () => {
    const etag = (await get()).headers['etag']!;
    await put(CHANGED, { 'if-match': etag }).expect(200);
    expectProblem(await put(AT_FIRST, { 'if-match': etag }), 412, 'version_mismatch');
    expect((await get()).body).toEqual(CHANGED);
    await put(AT_FIRST, { 'if-match': '*' }).expect(200);
  });

  it('take one of two changes of the same version', async () => {
    const etag = (await get()).headers['etag']!;
    const changes = [{ ...AT_FIRST, name: 'One' }, CHANGED];
    const answers = await Promise.all(changes.map((change) => put(change, { 'if-match': etag })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('tell all but the team the reasons of closures that are public alone, and keep what a replacement does not say', async () => {
    const closures = [
      { from: '2026-12-24', to: '2026-12-26', reason: 'Christmas', public: true },
      { from: '2026-12-28', to: '2026-12-28', reason: 'Ill: her back', resource: 'main' },
    ];
    await put({ ...AT_FIRST, closures }).expect(200);
    const silent = closures.map(({ public: _, ...one }) => one);
    const added = { from: '2026-12-29', to: '2026-12-29', reason: 'Flood' };
    const { body } = await put({ ...AT_FIRST, closures: [added, ...silent] }).expect(200);
    const told = ({ closures: all }: ChatAgentSettingsDto) =>
      all.map(({ reason, public: isPublic }) => [reason, isPublic]);
    expect(told(body as ChatAgentSettingsDto)).toEqual([
      ['Flood', false],
      ['Christmas', true],
      ['Ill: her back', false],
    ]);
    const agent = { 'x-api-key': SECRETS.AGENT_API_KEY };
    const { body: ofAgent } = await get(agent).expect(200);
    expect(told(ofAgent as ChatAgentSettingsDto).map(([reason]) => reason)).toEqual(['', 'Christmas', '']);
    const { body: key } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: 'Reader', scopes: ['panel:read'] })
      .expect(201);
    const [viewer, desk] = [await signIn(t, { role: 'viewer' }), await signIn(t, { role: 'desk' })];
    for (const [who, reasons] of [
      [{ 'x-api-key': (key as { key: string }).key }, ['', 'Christmas', '']],
      [viewer.bearer, ['', 'Christmas', '']],
      [desk.bearer, ['Flood', 'Christmas', 'Ill: her back']],
    ] as const)
      expect(told((await get(who).expect(200)).body as ChatAgentSettingsDto).map(([one]) => one)).toEqual(
        reasons,
      );
    for (const [date, closed] of [
      ['2026-12-24', 'Christmas'],
      ['2026-12-29', 'closed'],
    ])
      expect(
        (await t.http.get('/api/appointments/availability').query({ date }).set(agent)).body,
      ).toMatchObject({ closed });
  });

  it('refuse closures and hours of a resource that they do not have, but for one that was there before', async () => {
    const closure = { from: '2026-12-24', to: '2026-12-24', reason: '', resource: 'Ana' };
    const hours = { day: 1, opens: '09:00', closes: '12:00', resource: 'Ana' };
    const misspelt = {
      ...AT_FIRST,
      resources: ['main', 'Anna'],
      closures: [closure],
      working_hours: [hours],
    };
    const refused = await put(misspelt);
    expect(refusedFields(refused)).toEqual([
      ['working_hours.0.resource', 'not_allowed'],
      ['closures.0.resource', 'not_allowed'],
    ]);
    expect(JSON.stringify(refused.body)).toContain('Ana');
    const known = { ...misspelt, resources: ['main', 'Ana'] };
    await put(known).expect(200);
    await put({ ...known, resources: ['main'] }).expect(200);
    await put({ ...known, resources: ['main'], greeting: 'Hello' }).expect(200);
  });

  it('are recorded with the names of what has changed, if anything has', async () => {
    const before = (await recorded()).length;
    await put({ ...AT_FIRST, time_zone: 'Europe/Vienna', resources: ['main', 'other'] });
    await put({ ...AT_FIRST, time_zone: 'Europe/Vienna', resources: ['main', 'other'] });
    await put({ ...AT_FIRST, time_zone: 'Nowhere' }).expect(400);
    await put(AT_FIRST, { 'if-match': '"0"' }).expect(412);
    expect((await recorded()).slice(before)).toEqual([
      {
        user_id: admin.id,
        action: 'settings.updated',
        object: 'settings:chat-agent',
        details: { fields: 'time_zone, resources' },
      },
    ]);
  });

  it('need every field but those that came later', async () => {
    const may = [...LATER, 'schedules'];
    const required = Object.keys(AT_FIRST).filter((field) => !may.includes(field));
    expect(refusedFields(await put({})).sort()).toEqual(required.sort().map((field) => [field, 'required']));
  });

  const hours = (opens: unknown, closes: unknown, day: unknown = 1) => ({
    working_hours: [{ day, opens, closes }],
  });
  const service = (name: unknown, duration_minutes: unknown = 30) => ({
    services: [{ name, duration_minutes }],
  });
  const closure = (from: unknown, to: unknown, reason: unknown = '') => ({
    closures: [{ from, to, reason }],
  });

  it.each<[field: string, code: string, change: object]>([
    ['name', 'wrong_type', { name: null }],
    ['name', 'too_long', { name: 'x'.repeat(201) }],
    ['greeting', 'too_long', { greeting: 'x'.repeat(2_001) }],
    ['greeting', 'invalid_characters', { greeting: 'x\0' }],
    ['language', 'invalid_format', { language: 'german' + 'x'.repeat(9) }],
    ['language', 'invalid_format', { language: 'de_AT' }],
    ['language', 'invalid_format', { language: 'de-at' }],
    ['language', 'invalid_format', { language: 'iw' }],
    ['language', 'not_allowed', { language: 'deutsch' }],
    ['time_zone', 'not_allowed', { time_zone: 'Nowhere' }],
    ['time_zone', 'not_allowed', { time_zone: '+01:00' }],
    ['time_zone', 'not_allowed', { time_zone: '' }],
    ['time_zone', 'invalid_format', { time_zone: 'europe/vienna' }],
    ['time_zone', 'invalid_format', { time_zone: 'utc' }],
    ['phone_region', 'not_allowed', { phone_region: 'us' }],
    ['phone_region', 'not_allowed', { phone_region: 'XX' }],
    ['phone_region', 'not_allowed', { phone_region: '+43' }],
    ['phone_region', 'wrong_type', { phone_region: 43 }],
    ['working_hours', 'wrong_type', { working_hours: 'none' }],
    ['working_hours', 'wrong_type', { working_hours: [1] }],
    ['working_hours', 'wrong_type', { working_hours: [null] }],
    [
      'working_hours',
      'too_long',
      { working_hours: Array(201).fill({ day: 1, opens: '09:00', closes: '10:00' }) },
    ],
    [
      'working_hours.0.resource',
      'too_short',
      { working_hours: [{ ...AT_FIRST.working_hours[0], resource: '' }] },
    ],
    ['working_hours.0.day', 'out_of_range', hours('09:00', '18:00', 0)],
    ['working_hours.0.day', 'out_of_range', hours('09:00', '18:00', 8)],
    ['working_hours.0.day', 'wrong_type', hours('09:00', '18:00', '1')],
    ['working_hours.0.opens', 'invalid_format', hours('9:00', '18:00')],
    ['working_hours.0.opens', 'invalid_format', hours('09:00:00', '18:00')],
    ['working_hours.0.opens', 'invalid_format', hours('24:00', '24:00')],
    ['working_hours.0.opens', 'invalid_format', hours('09:00\n', '18:00')],
    ['working_hours.0.closes', 'invalid_format', hours('09:00', '24:01')],
    ['working_hours.0.closes', 'invalid_format', hours('09:00', '18:60')],
    ['working_hours.0.closes', 'required', hours('09:00', undefined)],
    [
      'working_hours.1',
      'not_allowed',
      { working_hours: [AT_FIRST.working_hours[0], { day: 1, opens: '17:59', closes: '20:00' }] },
    ],
    [
      'working_hours.0.until',
      'unknown_field',
      { working_hours: [{ ...AT_FIRST.working_hours[0], until: 1 }] },
    ],
    ['slot_minutes', 'out_of_range', { slot_minutes: 4 }],
    ['slot_minutes', 'out_of_range', { slot_minutes: 481 }],
    ['slot_minutes', 'wrong_type', { slot_minutes: 30.5 }],
    ['resources', 'too_short', { resources: [] }],
    ['resources', 'too_short', { resources: ['x', ''] }],
    ['resources', 'too_long', { resources: ['x'.repeat(201)] }],
    ['resources', 'too_long', { resources: Array.from({ length: 51 }, String) }],
    ['resources', 'wrong_type', { resources: ['x', 1] }],
    ['resources', 'wrong_type', { resources: 'main' }],
    ['resources', 'repeated', { resources: ['main', 'other', 'main'] }],
    ['services.0.name', 'too_short', service('')],
    ['services.0.name', 'too_long', service('x'.repeat(201))],
    ['services.0.duration_minutes', 'out_of_range', service('Cut', 4)],
    ['services.0.duration_minutes', 'out_of_range', service('Cut', 1_441)],
    ['services.0.duration_minutes', 'wrong_type', service('Cut', null)],
    [
      'services.1.name',
      'repeated',
      { services: [...service('Cut').services, ...service('Cut', 60).services] },
    ],
    [
      'services',
      'too_long',
      { services: Array.from({ length: 101 }, (_, index) => service(String(index)).services[0]) },
    ],
    ['auto_confirm', 'wrong_type', { auto_confirm: 'true' }],
    ['agent_hours', 'not_allowed', { agent_hours: 'always' }],
    ['closures.0.from', 'invalid_format', closure('24.12.2026', '2026-12-26')],
    ['closures.0.from', 'invalid_format', closure('2026-02-30', '2026-12-26')],
    ['closures.0.from', 'out_of_range', closure('0001-01-01T00:00+10:00', '2026-12-26')],
    ['closures.0.to', 'required', closure('2026-12-24', undefined)],
    ['closures.0.to', 'out_of_range', closure('2026-12-24', '2026-12-23')],
    ['closures.0.to', 'out_of_range', closure('2026-12-24', '9999-12-31')],
    ['closures.0.reason', 'wrong_type', closure('2026-12-24', '2026-12-26', null)],
    ['notice_minutes', 'out_of_range', { notice_minutes: -1 }],
    ['buffer_minutes', 'out_of_range', { buffer_minutes: 1_441 }],
    ['enabled', 'wrong_type', { enabled: 1 }],
    ['version', 'unknown_field', { version: 1 }],
  ])('refuse %s: %s', async (field, code, change) => {
    expect(refusedFields(await put({ ...AT_FIRST, ...change }))).toEqual([[field, code]]);
    expect((await get()).body).toEqual(AT_FIRST);
  });

  it.each<[string, object]>([
    ['no working hours', { working_hours: [] }],
    ['the shortest slot', { slot_minutes: 5 }],
    ['the longest slot', { slot_minutes: 480 }],
    ['a language with its script', { language: 'zh-Hant-TW' }],
    ['a time zone with a new name', { time_zone: 'Europe/Kyiv' }],
    ['a time zone of three parts', { time_zone: 'America/Argentina/Buenos_Aires' }],
    [
      'fifty long names of resources',
      { resources: Array.from({ length: 50 }, (_, index) => `${index} ${'🙂'.repeat(190)}`) },
    ],
    ['a service of a day', { services: [{ name: 'Day', duration_minutes: 1_440 }] }],
  ])('take %s', async (_, change) => {
    expect((await put({ ...AT_FIRST, ...change }).expect(200)).body).toEqual({
      ...{ ...AT_FIRST, ...change },
      affected: [],
    });
  });

  it('take all lists full at once', async () => {
    const { working_hours: hours, services, closures, resources: all } = LIMITS;
    const resources = listOf(all.max, (index) => `Room ${index}`);
    const resourceOf = (index: number) => resources[index % resources.length]!;
    const full: ChatAgentSettingsDto = {
      ...AT_FIRST,
      resources,
      working_hours: listOf(hours.max, (index) => ({
        ...{ day: 1 + Math.floor(index / resources.length), opens: '09:00', closes: '18:00' },
        resource: resourceOf(index),
      })),
      services: listOf(services.max, (index) => ({ name: `Service ${index}`, duration_minutes: 30 })),
      closures: listOf(closures.max, (index) => ({
        ...{ from: '2026-12-24', to: '2026-12-26', reason: `Away ${index}`, public: false },
        resource: resourceOf(index),
      })),
    };
    expect((await put(full).expect(200)).body).toEqual({ ...full, affected: [] });
  });

  describe('on two replicas', () => {
    let there: ServedApp;
    const currentOf = ({ app }: ServedApp) => app.get(ChatAgentSettingsService).current();
    beforeAll(async () => {
      there = await startServedApp({ urls: t.urls });
    });
    afterAll(() => there.close());

    it('count at once where they were written, and within a second on the other', async () => {
      expect([await currentOf(t), await currentOf(there)]).toMatchObject([AT_FIRST, AT_FIRST]);
      await put(CHANGED).expect(200);
      expect(await currentOf(t)).toMatchObject(CHANGED);
      const until = performance.now() + WITHIN_MS;
      while (performance.now() < until) {
        await currentOf(there);
        await sleep(20);
      }
      expect(await currentOf(there)).toMatchObject(CHANGED);
    });

    it('are read from either as they are stored', async () => {
      await there.http.get(PATH).set(admin.bearer).expect(200);
      await put(CHANGED).expect(200);
      expect((await there.http.get(PATH).set(admin.bearer)).body).toEqual(CHANGED);
    });
  });
});

function listOf<T>(length: number, item: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => item(index));
}
