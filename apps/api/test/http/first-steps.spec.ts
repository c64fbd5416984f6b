import { USES, type DashboardDto, type FirstStep, type Role, type Use } from '@groupless/shared-dto';
import { asInstalled } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem, refusedFields } from '../harness/http/problems';
import type { ServedApp } from '../harness/apps/served-app';
import { sharedApp } from '../harness/apps/shared-app';

const PATH = '/api/settings/first-steps';

describe('the first steps that are skipped', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const put = (skipped: unknown, { bearer } = admin) => t.http.put(PATH).set(bearer).send({ skipped });

  it('are none at first', async () => {
    const { body } = await t.http.get(PATH).set(admin.bearer).expect(200);
    expect(body).toEqual({ skipped: [] });
  });

  it('are the same for every admin, in the order of the steps', async () => {
    await put(['team', 'name']).expect(200, { skipped: ['name', 'team'] });
    const other = await signIn(t);
    await t.http
      .get(PATH)
      .set(other.bearer)
      .expect(200, { skipped: ['name', 'team'] });
    await put(['team', 'country'], other).expect(200, { skipped: ['country', 'team'] });
    await put([]).expect(200, { skipped: [] });
  });

  const open = async ({ bearer } = admin) =>
    ((await t.http.get('/api/dashboard').set(bearer).expect(200)).body as DashboardDto).first_steps;

  it('are left out of those that are open', async () => {
    await asInstalled(t);
    await put(['name', 'team']).expect(200);
    expect(await open()).toEqual([
      'use',
      'zone',
      'hours',
      'services',
      'country',
      'agent',
      'attach',
      'assistant',
    ]);
    await put([]).expect(200);
  });

  it('are open until they are done, a default being none', async () => {
    const path = '/api/settings/chat-agent';
    const { body: before } = await t.http.get(path).set(admin.bearer).expect(200);
    const store = (changes: object) =>
      t.http
        .put(path)
        .set(admin.bearer)
        .send({ ...(before as object), ...changes })
        .expect(200);
    await store({
      ...{ business_name: 'Salon Ada', time_zone: 'Europe/Vienna', phone_region: 'AT' },
      services: [{ name: 'Haircut', duration_minutes: 45 }],
      working_hours: [{ day: 2, opens: '10:00', closes: '19:00' }],
    });
    await signIn(t, { role: 'viewer' });
    expect(await open()).toEqual(['use', 'agent', 'attach', 'assistant']);
    await store({ phone_region: 'AT' });
  });

  it('are those of what the installation is for', async () => {
    await asInstalled(t);
    const path = '/api/settings/chat-agent';
    const opened: Partial<Record<Use, FirstStep[]>> = {};
    for (const used_for of USES) {
      const { body } = await t.http.get(path).set(admin.bearer).expect(200);
      await t.http
        .put(path)
        .set(admin.bearer)
        .send({ ...(body as object), used_for })
        .expect(200);
      opened[used_for] = await open();
    }
    expect(opened.bookings).toContain('agent');
    expect(opened.bookings).not.toContain('assistant');
    expect(opened.memory).toEqual(['attach', 'assistant']);
    expect(opened.both).toEqual([...opened.bookings!, 'attach', 'assistant']);
  });

  it.each<Role>(['viewer', 'operator', 'desk'])('are nobody’s business of the role of %s', async (role) => {
    expect(await open(await signIn(t, { role }))).toEqual([]);
  });

  it('are recorded', async () => {
    await put(['agent', 'zone']).expect(200);
    const { rows } = await t.panel.query<object>(
      `select user_id, details from audit_events where object = 'settings:first-steps' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ user_id: admin.id, details: { skipped: 'agent, zone' } }]);
  });

  it.each([
    [['coffee'], 'not_allowed'],
    [['team', 'team'], 'repeated'],
    ['team', 'wrong_type'],
  ])('are not %j', async (skipped, code) => {
    expect(refusedFields(await put(skipped))).toEqual([['skipped', code]]);
  });

  it.each<Role>(['viewer', 'operator'])('are not for the role of %s', async (role) => {
    const user = await signIn(t, { role });
    expectProblem(await t.http.get(PATH).set(user.bearer), 403, 'forbidden');
    expectProblem(await put([], user), 403, 'forbidden');
  });
});
