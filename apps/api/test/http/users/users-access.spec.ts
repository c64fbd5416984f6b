import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import type { AuthSessionDto } from '@groupless/shared-dto';
import {
  beginSession,
  isSignedIn,
  PASSWORD,
  refresh,
  signIn,
  type SignedInUser,
} from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

/** What one replica changed counts on the others after this time. */
const WITHIN_MS = 1_000;

describe("an admin's hold on another user", () => {
  let here: ServedApp;
  let there: ServedApp;
  let admin: SignedInUser;
  let user: SignedInUser;
  beforeAll(async () => {
    here = await sharedApp();
    there = await startServedApp({ urls: here.urls });
    admin = await signIn(here);
  });
  beforeEach(async () => {
    user = await signIn(here, { role: 'operator' });
    expect(await isSignedIn(there, user)).toBe(true);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const send = (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) => {
    const request = here.http[method](`/api/users/${path}`).set(admin.bearer);
    return body === undefined ? request : request.send(body);
  };

  /** Keeps calling the other replica, which so has every reason to remember, until the change must count. */
  async function keepCalling(): Promise<void> {
    const until = performance.now() + WITHIN_MS;
    while (performance.now() < until) {
      await there.http.get('/api/auth/me').set(user.bearer);
      await sleep(20);
    }
  }

  it.each<[string, () => PromiseLike<unknown>]>([
    ['switching the user off', () => send('patch', user.id, { is_active: false }).expect(200)],
    ['removing the user', () => send('delete', user.id).expect(204)],
    ['ending the sessions', () => send('delete', `${user.id}/sessions`).expect(204)],
    ['removing the second factor', () => send('delete', `${user.id}/totp`).expect(204)],
    [
      'a link that is used',
      async () => {
        const { invite_url } = (await send('post', `${user.id}/invite`).expect(200)).body;
        const body = { token: (invite_url as string).split('#token=')[1], password: 'quite another battery' };
        await here.http.post('/api/auth/invite').send(body).expect(200);
      },
    ],
  ])('ends all sessions by %s: here at once, on another replica within a second', async (_, end) => {
    const other = await beginSession(here, user.id, user.email);
    await end();
    for (const one of [user, other]) {
      expect(await isSignedIn(here, one)).toBe(false);
      expectProblem(await refresh(here, one.refresh_token), 401, 'unauthenticated');
    }
    await keepCalling();
    expect(await isSignedIn(there, user)).toBe(false);
    expect(await isSignedIn(here, admin)).toBe(true);
  });

  it('lowers a role here at once, on another replica within a second', async () => {
    const asUser = (t: ServedApp) => t.http.get('/api/memory/state').set(user.bearer);
    await asUser(here).expect(200);
    await asUser(there).expect(200);
    await send('patch', user.id, { role: 'viewer' }).expect(200);
    expectProblem(await asUser(here), 403, 'forbidden');
    await keepCalling();
    expectProblem(await asUser(there), 403, 'forbidden');
  });

  it('does not bring back the sessions of a user who is switched on again', async () => {
    await send('patch', user.id, { is_active: false }).expect(200);
    await send('patch', user.id, { is_active: true }).expect(200);
    expect(await isSignedIn(here, user)).toBe(false);
    expectProblem(await refresh(here, user.refresh_token), 401, 'unauthenticated');
  });

  it('lists the sessions, and marks the own one', async () => {
    await beginSession(here, user.id, user.email);
    const sessions = (await send('get', `${user.id}/sessions`).expect(200)).body as AuthSessionDto[];
    expect(sessions.map(({ current, ip }) => [current, ip])).toEqual([
      [false, '203.0.113.9'],
      [false, '203.0.113.9'],
    ]);
    const own = (await send('get', `${admin.id}/sessions`).expect(200)).body as AuthSessionDto[];
    expect(own.map(({ current }) => current)).toEqual([true]);
    await send('delete', `${user.id}/sessions`).expect(204);
    expect((await send('get', `${user.id}/sessions`).expect(200)).body).toEqual([]);
  });

  it('removes a second factor with its recovery codes', async () => {
    const post = (path: string, body: object) =>
      here.http.post(`/api/auth/totp/${path}`).set(user.bearer).send(body);
    const { secret } = (await post('setup', {}).expect(200)).body;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const { recovery_codes } = (await post('enable', { totp }).expect(200)).body;
    expect((await send('get', user.id)).body.totp_enabled).toBe(true);
    await send('delete', `${user.id}/totp`).expect(204);
    expect((await send('get', user.id)).body.totp_enabled).toBe(false);
    const { rows } = await here.panel.query('select from recovery_codes where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
    const logIn = (body: object) =>
      here.http.post('/api/auth/login').send({ email: user.email, password: PASSWORD, ...body });
    await logIn({}).expect(200);
    await logIn({ totp: recovery_codes[0] }).expect(200);
  });

  it.each([UNKNOWN_ID, 'x'])('finds nobody under the id %s', async (id) => {
    expectProblem(await send('get', `${id}/sessions`), 404, 'not_found');
    expectProblem(await send('delete', `${id}/sessions`), 404, 'not_found');
    expectProblem(await send('delete', `${id}/totp`), 404, 'not_found');
  });
});
