import { isSignedIn, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

/** More with `npm run test:full`. */
const ROUNDS = process.env['FULL_TESTS'] === '1' ? 50 : 8;

describe('the last active admin', () => {
  let here: ServedApp;
  let there: ServedApp;
  beforeAll(async () => {
    here = await sharedApp();
    there = await startServedApp({ urls: here.urls });
  });
  beforeEach(() => here.panel.query('delete from users'));
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const patch = (t: ServedApp, by: SignedInUser, id: string, change: object) =>
    t.http.patch(`/api/users/${id}`).set(by.bearer).send(change);
  const remove = (t: ServedApp, by: SignedInUser, id: string) =>
    t.http.delete(`/api/users/${id}`).set(by.bearer);
  const countAdmins = async () => {
    const { rows } = await here.panel.query(`select id from users where role = 'admin' and is_active`);
    return rows.length;
  };

  it('can be neither removed, demoted nor switched off', async () => {
    const admin = await signIn(here);
    await signIn(here, { role: 'operator' });
    await here.panel.query(
      `insert into users (id, email, name, role, is_active)
       values (gen_random_uuid(), 'off@example.com', 'Off', 'admin', false)`,
    );
    for (const change of [{ role: 'operator' }, { is_active: false }, { role: 'viewer', is_active: true }]) {
      expectProblem(await patch(here, admin, admin.id, change), 409, 'last_admin');
    }
    expectProblem(await remove(here, admin, admin.id), 409, 'last_admin');
    expectProblem(await remove(here, admin, admin.id.toUpperCase()), 409, 'last_admin');
    expect(await countAdmins()).toBe(1);
    expect(await isSignedIn(here, admin)).toBe(true);
    await patch(here, admin, admin.id, { name: 'Still here', role: 'admin', is_active: true }).expect(200);
  });

  it('may go once there is another', async () => {
    const [first, second] = [await signIn(here), await signIn(here)];
    await patch(here, second, first.id, { role: 'viewer' }).expect(200);
    expectProblem(await patch(here, second, second.id, { role: 'viewer' }), 409, 'last_admin');
    await patch(here, second, first.id, { role: 'admin' }).expect(200);
    await remove(here, second, second.id).expect(204);
    expect(await countAdmins()).toBe(1);
  });

  type Attempt = (t: ServedApp, by: SignedInUser, id: string) => PromiseLike<{ status: number }>;
  const attempts: [string, Attempt][] = [
    ['demote', (t, by, id) => patch(t, by, id, { role: 'operator' })],
    ['switch off', (t, by, id) => patch(t, by, id, { is_active: false })],
    ['remove', (t, by, id) => remove(t, by, id)],
  ];

  it.each(attempts)(
    `is left where two %s each other at once on two replicas, ${ROUNDS} times`,
    async (_, attempt) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [one, other] = [await signIn(here), await signIn(here)];
        const answers = await Promise.all([attempt(here, one, other.id), attempt(there, other, one.id)]);
        expect(await countAdmins()).toBe(1);
        const done = answers.filter(({ status }) => status < 300);
        expect(done).toHaveLength(1);
        await here.panel.query('delete from users');
      }
    },
  );
});
