import type { CreatedApiKeyDto, CreatedHookDto, MailDto, PageDto, ProblemDto } from '@groupless/shared-dto';
import type { Scope } from '../../src/platform/access/scopes';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { APPOINTMENTS, bookingAt, setAgent } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { ACCESS_TABLE, OWNED_ROWS } from '../harness/hostile/access-table';

type Headers = Record<string, string>;
type Owned = (typeof OWNED_ROWS)[number];

const NOBODYS = '01936f00-0000-7000-8000-000000000000';

/** What is sent to a route of such a row. One without an entry fails the test. */
const BODIES: Record<string, object | null> = {
  'GET /api/settings/hooks/:id': null,
  'PATCH /api/settings/hooks/:id': { active: false },
  'DELETE /api/settings/hooks/:id': {},
  'POST /api/settings/hooks/:id/rotate': {},
  'POST /api/settings/hooks/:id/test': {},
  'GET /api/settings/hooks/:id/deliveries': null,
  'POST /api/settings/hooks/:id/deliveries/:delivery_id/again': {},
  'GET /api/appointments/external/:external_id': null,
  'PATCH /api/appointments/external/:external_id': { status: 'cancelled' },
  'DELETE /api/auth/sessions/:id': {},
  'POST /api/mail/:id/again': {},
};

describe('a row that is somebody’s own', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let ids: Record<Owned, string>;
  let others: Record<Owned, Record<string, Headers>>;

  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
    admin = await signIn(t);
    await setAgent(t, {
      ...{ enabled: true, time_zone: 'Europe/Vienna' },
      working_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
    });
    const operator = await signIn(t, { role: 'operator' });
    const another = await signIn(t, { role: 'admin' });
    const [one, two] = [
      await makeKey('one', 'hooks:write', 'agent'),
      await makeKey('two', 'hooks:write', 'agent'),
    ];
    const both = await makeKey('both', 'hooks:write', 'panel:write', 'agent');
    ids = {
      '/api/settings/hooks/:id': await makeHook(one),
      '/api/appointments/external/:external_id': await book(one),
      '/api/auth/sessions/:id': await sessionOf(admin),
      '/api/mail/:id': await mailTo(admin),
    };
    others = {
      '/api/settings/hooks/:id': { two, both },
      '/api/appointments/external/:external_id': { two, both },
      '/api/auth/sessions/:id': { another: another.bearer, operator: operator.bearer },
      '/api/mail/:id': { operator: operator.bearer, both },
    };
  });
  afterAll(() => t.close());

  async function makeKey(name: string, ...scopes: Scope[]): Promise<Headers> {
    const { body } = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name, scopes })
      .expect(201);
    return { 'x-api-key': (body as CreatedApiKeyDto).key };
  }
  async function makeHook(key: Headers): Promise<string> {
    const hook = { url: 'http://127.0.0.1:9/', events: ['client.created'], active: false };
    const { body } = await t.http.post('/api/settings/hooks').set(key).send(hook).expect(201);
    return (body as CreatedHookDto).id;
  }
  async function book(key: Headers): Promise<string> {
    const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await t.http
      .post(APPOINTMENTS)
      .set(key)
      .send(bookingAt(`${day}T10:00`, { external_id: 'call-1' }))
      .expect(201);
    return 'call-1';
  }
  async function sessionOf({ id }: SignedInUser): Promise<string> {
    const { rows } = await t.panel.query<{ id: string }>('select id from auth_sessions where user_id = $1', [
      id,
    ]);
    return rows[0]!.id;
  }
  async function mailTo({ email }: SignedInUser): Promise<string> {
    const { rows } = await t.panel.query<{ id: string }>(
      `insert into mails (id, kind, recipient, subject, status, created_at)
       values (gen_random_uuid(), 'security', $1, 'x', 'failed', now()) returning id`,
      [email],
    );
    return rows[0]!.id;
  }

  const routes = Object.keys(ACCESS_TABLE).filter((route) =>
    OWNED_ROWS.some((path) => route.split(' ')[1]!.startsWith(path)),
  );

  it('has an entry for each route', () => {
    expect(routes.sort()).toEqual(Object.keys(BODIES).sort());
  });

  it('is to all others a row that nobody has, and stays as it is', async () => {
    const before = await rowsNow();
    expect(Object.values(before[0]!)).not.toContain(null);
    const told: string[] = [];
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const owned = OWNED_ROWS.find((one) => path.startsWith(one))!;
      for (const [who, headers] of Object.entries(others[owned])) {
        const ask = async (id: string) => {
          const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
          const request = t.http[verb](
            path.replace(/:(?:external_)?id/, id).replace(':delivery_id', NOBODYS),
          ).set(headers);
          const { status, body } = await (BODIES[route] === null ? request : request.send(BODIES[route]));
          return `${status} ${JSON.stringify({ ...(body as ProblemDto), instance: undefined })}`;
        };
        const [real, none] = [await ask(ids[owned]), await ask(NOBODYS)];
        if (real !== none || !real.startsWith('404')) told.push(`${route} by ${who}: ${real}, not ${none}`);
      }
    }
    expect(told).toEqual([]);
    expect(await rowsNow()).toEqual(before);
  });
  const rowsNow = async () =>
    (
      await t.panel.query<object>(
        `select (select to_jsonb(hooks) from hooks) as hook, (select to_jsonb(mails) from mails where id = $1) as mail,
           (select status from appointments) as booking, (select count(*)::int from auth_sessions where user_id = $2) as sessions`,
        [ids['/api/mail/:id'], admin.id],
      )
    ).rows;

  it('is in no list of others', async () => {
    for (const [list, owned] of [
      ['/api/settings/hooks', '/api/settings/hooks/:id'],
      ['/api/auth/sessions', '/api/auth/sessions/:id'],
      ['/api/mail?limit=100', '/api/mail/:id'],
    ] as const)
      for (const headers of Object.values(others[owned])) {
        const { text } = await t.http.get(list).set(headers).expect(200);
        expect(text).not.toContain(ids[owned]);
      }
    const { body } = await t.http.get('/api/mail?limit=100').set(admin.bearer).expect(200);
    expect((body as PageDto<MailDto>).items.map(({ id }) => id)).toContain(ids['/api/mail/:id']);
  });
});
