import { setTimeout as sleep } from 'node:timers/promises';
import { AS_MANAGER } from '../../harness/data/credentials';
import {
  FROM_PANEL,
  isSignedIn,
  PASSWORD,
  refresh,
  setCookiesOf,
  signIn,
  type SignedInUser,
} from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce } from '../../harness/data/times';

/** What one replica changed counts on the others after this time. */
const WITHIN_MS = 1_000;

describe('a session on two replicas', () => {
  let here: ServedApp;
  let there: ServedApp;
  let user: SignedInUser;
  beforeAll(async () => {
    here = await sharedApp();
    there = await startServedApp({ urls: here.urls });
  });
  beforeEach(async () => {
    user = await signIn(here);
    expect(await isSignedIn(there, user)).toBe(true);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  /** Keeps calling the other replica, which so has every reason to remember, until the change must count. */
  async function keepCalling(): Promise<void> {
    const until = performance.now() + WITHIN_MS;
    while (performance.now() < until) {
      await there.http.get('/api/auth/me').set(user.bearer);
      await sleep(20);
    }
  }

  it.each<[string, () => PromiseLike<unknown>]>([
    [
      'a log-out',
      () =>
        here.http
          .post('/api/auth/logout')
          .set({ ...FROM_PANEL, cookie: `refresh_token=${user.refresh_token}` })
          .expect(204),
    ],
    ['a log-out everywhere', () => here.http.post('/api/auth/logout-all').set(user.bearer).expect(204)],
    [
      'a new password in another session',
      async () => {
        const other = await signInAgain();
        const body = { current_password: PASSWORD, new_password: 'quite another battery' };
        await here.http.post('/api/auth/password').set(other.bearer).send(body).expect(204);
      },
    ],
    [
      'a disabled user',
      () => here.panel.query('update users set is_active = false where id = $1', [user.id]),
    ],
    ['a deleted user', () => here.panel.query('delete from users where id = $1', [user.id])],
    [
      'a reused refresh token',
      async () => {
        const next = /refresh_token=([^;]+)/.exec(setCookiesOf(await refresh(here, user.refresh_token))[0]!);
        await refresh(here, next![1]!).expect(200);
        await refresh(here, user.refresh_token).expect(401);
      },
    ],
  ])('is ended within a second by %s', async (_, end) => {
    await end();
    await keepCalling();
    expect(await isSignedIn(there, user)).toBe(false);
    expectProblem(await refresh(there, user.refresh_token), 401, 'unauthenticated');
  });

  it.each([
    ['viewer', 403],
    ['operator', 403],
  ])('has within a second the changed role of %s', async (role, status) => {
    await there.http.get('/api/workflows').set(user.bearer).expect(200);
    await here.panel.query('update users set role = $2 where id = $1', [user.id, role]);
    await keepCalling();
    expect((await there.http.get('/api/workflows').set(user.bearer)).status).toBe(status);
    await there.http.get('/api/workflows').set(AS_MANAGER).expect(200);
  });

  it('is refreshed by either, and by 20 tabs at once', async () => {
    const answers = await atOnce(20, (index) => refresh(index % 2 ? here : there, user.refresh_token));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.flatMap(setCookiesOf)).toHaveLength(1);
  });

  async function signInAgain(): Promise<SignedInUser> {
    const body = { email: user.email, password: PASSWORD };
    const { access_token } = (await here.http.post('/api/auth/login').send(body).expect(200)).body;
    return { ...user, bearer: { authorization: `Bearer ${access_token}` } };
  }
});
