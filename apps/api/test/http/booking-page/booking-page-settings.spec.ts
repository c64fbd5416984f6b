import type { BookingPageDto } from '@groupless/shared-dto';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';

const PATH = '/api/settings/booking-page';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const WEBP = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')]);

describe('the settings of the booking page', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const get = async () => (await t.http.get(PATH).set(admin.bearer).expect(200)).body as BookingPageDto;
  const put = (page: object) => t.http.put(PATH).set(admin.bearer).send(page);
  const rows = async (kind: 'services' | 'resources') =>
    (await t.http.get(`/api/${kind}`).set(admin.bearer).expect(200)).body as { id: string; name: string }[];

  it('are off at first', async () => {
    expect(await get()).toEqual({
      enabled: false,
      slug: '',
      title: '',
      text: '',
      services: [],
      service_ids: [],
      resources: [],
      resource_ids: [],
      choose_resource: true,
      horizon_days: 60,
      notice_minutes: 120,
      open_per_visitor: 3,
      confirm: false,
      ask: { phone: 'required', email: 'optional' },
      questions: [],
      privacy_url: null,
      privacy_version: '',
      accent: '#4758d4',
      frame_hosts: [],
      waiting_list: false,
      hold_minutes: 30,
      confirm_contact: true,
      has_logo: false,
      url: null,
    });
  });

  it('can be put back as they were read, by whoever read them last', async () => {
    const { body, headers } = await t.http.get(PATH).set(admin.bearer).expect(200);
    const same = body as BookingPageDto;
    const send = (tag: string) => put({ ...same, slug: 'salon', enabled: true }).set('if-match', tag);
    expect((await send(headers['etag']!).expect(200)).body).toEqual({
      ...same,
      slug: 'salon',
      enabled: true,
    });
    expectProblem(await send(headers['etag']!), 412, 'version_mismatch');
  });

  it.each([
    ['slug', { slug: 'Salon' }],
    ['slug', { slug: 'a--b' }],
    ['slug', { slug: 'm' }],
    ['slug', { slug: 'logo' }],
    ['accent', { accent: 'red; } body { display: none' }],
    ['privacy_url', { privacy_url: 'javascript:alert(1)' }],
    ['frame_hosts', { frame_hosts: ["example.com; script-src 'unsafe-inline'"] }],
    ['frame_hosts', { frame_hosts: ['*'] }],
    ['ask', { ask: { phone: 'off', email: 'off' } }],
    ['hold_minutes', { hold_minutes: 4 }],
    ['service_ids', { service_ids: ['0193b0a4-7b1c-7000-8000-000000000000'] }],
    ['services', { service_ids: undefined, services: ['Nothing'] }],
    ['resources', { resource_ids: undefined, resources: ['Nobody'] }],
    ['questions.0.label', { questions: [{ label: '', required: true }] }],
  ])('refuse what is wrong: %s', async (field, change) => {
    const refused = await put({ ...(await get()), ...change });
    expect(refusedFields(refused).map(([name]) => name)).toEqual([field]);
  });

  it('name services and resources by ids or names, and keep the ids', async () => {
    const service = { name: 'Cut', duration_minutes: 30 };
    await t.http.post('/api/services').set(admin.bearer).send(service).expect(201);
    const [cut] = (await rows('services')).filter(({ name }) => name === 'Cut');
    const [main] = await rows('resources');
    const { service_ids: _, resource_ids: __, ...page } = await get();
    const byName = (await put({ ...page, services: ['cut'], resources: [main!.name] }).expect(200)).body;
    expect(byName).toMatchObject({ service_ids: [cut!.id], services: ['Cut'], resource_ids: [main!.id] });
    await t.http.patch(`/api/services/${cut!.id}`).set(admin.bearer).send({ name: 'Trim' }).expect(200);
    const renamed = await get();
    expect(renamed).toMatchObject({ service_ids: [cut!.id], services: ['Trim'] });
    const refused = await put({ ...renamed, services: ['Cut', 'Wash'] });
    expect(refusedFields(refused)).toEqual([['services', 'not_allowed']]);
    await t.http.delete(`/api/services/${cut!.id}`).set(admin.bearer);
    const { body } = await put({ ...renamed, services: [], service_ids: [cut!.id] }).expect(200);
    expect((body as BookingPageDto).service_ids).toEqual([cut!.id]);
  });

  it('take a logo by its bytes, whatever it is called', async () => {
    const send = (type: string, bytes: Buffer) =>
      t.http.put(`${PATH}/logo`).set(admin.bearer).set('content-type', type).send(bytes);
    for (const [type, bytes] of [
      ['image/png', PNG],
      ['image/png', WEBP],
      ['application/octet-stream', Buffer.concat([PNG, Buffer.alloc(102_400 - PNG.length)])],
    ] as const)
      expect((await send(type, bytes).expect(200)).body).toMatchObject({ has_logo: true });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expectProblem(await send('image/png', svg), 415, 'unsupported_media_type');
    expectProblem(await send('image/svg+xml', svg), 415, 'unsupported_media_type');
    expectProblem(await send('image/png', Buffer.alloc(0)), 415, 'unsupported_media_type');
    const large = Buffer.concat([PNG, Buffer.alloc(102_401 - PNG.length)]);
    expectProblem(await send('image/png', large), 413, 'body_too_large');
    await t.http.delete(`${PATH}/logo`).set(admin.bearer).expect(204);
    expect(await get()).toMatchObject({ has_logo: false });
  });

  it('are written in the audit', async () => {
    const { rows: found } = await t.panel.query(
      `select count(*)::int as count from audit_events where object = 'settings:booking-page'`,
    );
    expect((found as { count: number }[])[0]!.count).toBeGreaterThan(3);
  });
});
