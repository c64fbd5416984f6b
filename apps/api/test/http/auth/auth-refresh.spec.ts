import { STRICT_ENVIRONMENT } from '../../harness/data/credentials';
import {
  cookieOf,
  FROM_PANEL,
  isSignedIn,
  refresh,
  setCookiesOf,
  signIn,
  type SignedInUser,
} from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce } from '../../harness/data/times';

const HOUR_MS = 3_600_000;

describe('the refresh token', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  beforeEach(() => t.clock.set(new Date()));
  afterAll(() => t.close());

  const later = (ms: number) => t.clock.set(new Date(t.clock.now().getTime() + ms));

  /** Refreshes and expects a new token. */
  async function rotate(refreshToken: string): Promise<string> {
    return cookieOf(await refresh(t, refreshToken).expect(200), 'refresh_token') ?? '';
  }

  it('gives what the log-in gave, and its successor', async () => {
    const { refresh_token, bearer } = await signIn(t, { role: 'viewer' });
    const { body: user } = await t.http.get('/api/auth/me').set(bearer).expect(200);
    const response = await refresh(t, refresh_token).expect(200);
    expect(response.body).toEqual({
      access_token: expect.any(String),
      expires_in: 600,
      user: { ...user, last_seen_at: expect.any(String) },
    });
    expect(setCookiesOf(response)).toEqual([
      expect.stringMatching(
        /^refresh_token=[\w-]{43}; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(cookieOf(response, 'refresh_token')).not.toBe(refresh_token);
    expect(await isSignedIn(t, bearerOf(response.body.access_token))).toBe(true);
  });

  it('is stored as a digest alone', async () => {
    const { refresh_token } = await signIn(t);
    const { rows } = await t.panel.query('select refresh_tokens::text as row from refresh_tokens');
    expect(JSON.stringify(rows)).not.toContain(refresh_token);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(refresh_token).toString('hex'));
  });

  it('goes on for as long as it is used', async () => {
    let { refresh_token } = await signIn(t);
    for (let round = 0; round < 5; round++) {
      later(23 * HOUR_MS);
      refresh_token = await rotate(refresh_token);
    }
  });

  it('is for ten seconds forgiven for coming second, without a new cookie', async () => {
    const { refresh_token } = await signIn(t);
    await rotate(refresh_token);
    later(9_999);
    const response = await refresh(t, refresh_token).expect(200);
    expect(setCookiesOf(response)).toEqual([]);
    expect(await isSignedIn(t, bearerOf(response.body.access_token))).toBe(true);
  });

  it('betrays a thief when it comes again after ten seconds: the session ends', async () => {
    const { refresh_token, bearer } = await signIn(t);
    const next = await rotate(refresh_token);
    later(10_001);
    expectProblem(await refresh(t, refresh_token), 401, 'unauthenticated');
    expectProblem(await refresh(t, next), 401, 'unauthenticated');
    expect(await isSignedIn(t, { bearer })).toBe(false);
  });

  it('betrays a thief at once when it is older than the last', async () => {
    const { refresh_token, bearer } = await signIn(t);
    const last = await rotate(await rotate(refresh_token));
    expectProblem(await refresh(t, refresh_token), 401, 'unauthenticated');
    expectProblem(await refresh(t, last), 401, 'unauthenticated');
    expect(await isSignedIn(t, { bearer })).toBe(false);
  });

  it('ends no session but its own', async () => {
    const { refresh_token } = await signIn(t);
    const other = await signIn(t);
    await rotate(await rotate(refresh_token));
    await refresh(t, refresh_token).expect(401);
    await rotate(other.refresh_token);
    expect(await isSignedIn(t, other)).toBe(true);
  });

  it('logs nobody out when 20 tabs use it at once, round after round', async () => {
    let { refresh_token } = await signIn(t);
    for (let round = 0; round < 5; round++) {
      const answers = await atOnce(20, () => refresh(t, refresh_token));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const cookies = answers.flatMap(setCookiesOf);
      expect(cookies).toHaveLength(1);
      for (const { body } of answers) expect(await isSignedIn(t, bearerOf(body.access_token))).toBe(true);
      refresh_token = cookies[0]!.slice('refresh_token='.length).split(';')[0]!;
    }
  });

  it.each([
    ['no cookie', () => t.http.post('/api/auth/refresh').set(FROM_PANEL)],
    ['an empty one', () => refresh(t, '')],
    ['an unknown one', () => refresh(t, 'x'.repeat(43))],
    ['an access token', async () => refresh(t, (await signIn(t)).access_token)],
    [
      'the token in a header',
      () => t.http.post('/api/auth/refresh').set({ ...FROM_PANEL, authorization: 'Bearer x' }),
    ],
  ])('is not %s', async (_, send) => {
    const response = await send();
    expectProblem(response, 401, 'unauthenticated');
    expect(setCookiesOf(response)).toEqual([]);
  });

  it('is of no use to a user who was disabled', async () => {
    const { id, refresh_token } = await signIn(t);
    await t.panel.query('update users set is_active = false where id = $1', [id]);
    expectProblem(await refresh(t, refresh_token), 401, 'unauthenticated');
  });

  it('ends when it was not used for a day', async () => {
    const { refresh_token } = await signIn(t);
    later(24 * HOUR_MS);
    expectProblem(await refresh(t, refresh_token), 401, 'unauthenticated');
  });

  it('ends after 30 days, however much it was used', async () => {
    let { refresh_token } = await signIn(t);
    for (let hours = 0; hours + 20 < 30 * 24; hours += 20) {
      later(20 * HOUR_MS);
      const response = await refresh(t, refresh_token).expect(200);
      refresh_token = cookieOf(response, 'refresh_token') ?? '';
    }
    const [cookie = ''] = setCookiesOf(await refresh(t, refresh_token).expect(200));
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeLessThanOrEqual(20 * 3_600);
    later(20 * HOUR_MS);
    expectProblem(await refresh(t, cookie.slice(14, 57)), 401, 'unauthenticated');
  });

  it('lives as long as the settings say', async () => {
    const environment = { SESSION_IDLE_HOURS: '1', SESSION_LIFETIME_DAYS: '1' };
    const short = await startServedApp({ environment, urls: t.urls });
    short.clock.set(new Date());
    const { refresh_token } = await signIn(short);
    short.clock.set(new Date(short.clock.now().getTime() + HOUR_MS));
    expectProblem(await refresh(short, refresh_token), 401, 'unauthenticated');
    await short.close();
  });

  it('takes no notice of credentials in headers', async () => {
    const { refresh_token } = await signIn(t);
    const wrong = { authorization: 'Bearer wrong', 'x-api-key': 'wrong', 'x-workflow-api-key': 'wrong' };
    await refresh(t, refresh_token).set(wrong).expect(200);
  });

  it('is found among other cookies', async () => {
    const { refresh_token } = await signIn(t);
    const cookie = `a=b; xrefresh_token=x; refresh_token=${refresh_token}; refresh_token_2=y`;
    await refresh(t, '').set('cookie', cookie).expect(200);
  });

  it('is cleared away with its session when that has run out', async () => {
    await t.panel.query('delete from auth_sessions');
    await signIn(t);
    later(25 * HOUR_MS);
    await signIn(t);
    expect([await countRows(t.panel, 'auth_sessions'), await countRows(t.panel, 'refresh_tokens')]).toEqual([
      1, 1,
    ]);
  });

  describe.each(['refresh', 'logout'])('at /api/auth/%s', (action) => {
    let user: SignedInUser;
    beforeEach(async () => {
      user = await signIn(t);
    });

    const send = (headers: Record<string, string>) =>
      t.http.post(`/api/auth/${action}`).set({ cookie: `refresh_token=${user.refresh_token}`, ...headers });

    it.each([
      ['nothing tells where the request comes from', {}],
      ['it comes from another site', { 'sec-fetch-site': 'cross-site' }],
      ['it comes from a sister site', { 'sec-fetch-site': 'same-site' }],
      ['it comes from the address bar', { 'sec-fetch-site': 'none' }],
      ['it has another origin', { origin: 'https://evil.example' }],
      ['it has a hidden origin', { origin: 'null' }],
      ['only the referrer speaks for it', { referer: 'http://127.0.0.1/' }],
    ])('has no effect where %s', async (_, headers) => {
      const response = await send(headers);
      expectProblem(response, 403, 'cross_site');
      expect(setCookiesOf(response)).toEqual([]);
      expect(await isSignedIn(t, user)).toBe(true);
      const answer = await refresh(t, user.refresh_token).expect(200);
      expect(setCookiesOf(answer)).toHaveLength(1);
    });

    it('counts where the browser calls it the same origin', async () => {
      expect((await send(FROM_PANEL)).status).toBeLessThan(300);
    });

    it("counts where the origin is the server's own", async () => {
      expect((await send({ origin: `http://127.0.0.1:${t.port}` })).status).toBeLessThan(300);
    });

    it('counts where the origin is that of PUBLIC_URL, if there is one', async () => {
      const environment = { ...STRICT_ENVIRONMENT, MEMORY_WEBHOOKS_OPEN: 'true' };
      const strict = await startServedApp({ environment, urls: t.urls });
      const cookie = `refresh_token=${user.refresh_token}`;
      const from = (origin: string) => strict.http.post(`/api/auth/${action}`).set({ cookie, origin });
      expectProblem(await from(`http://127.0.0.1:${strict.port}`), 403, 'cross_site');
      expect((await from(STRICT_ENVIRONMENT.PUBLIC_URL)).status).toBeLessThan(300);
      await strict.close();
    });
  });
});

describe('logging out', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  const logOut = (cookie: string) => t.http.post('/api/auth/logout').set({ ...FROM_PANEL, cookie });

  it('ends the session at once and takes the cookie back', async () => {
    const user = await signIn(t);
    expect(await isSignedIn(t, user)).toBe(true);
    const response = await logOut(`refresh_token=${user.refresh_token}`).expect(204);
    expect(setCookiesOf(response)).toEqual([
      'refresh_token=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
    expect(await isSignedIn(t, user)).toBe(false);
    expectProblem(await refresh(t, user.refresh_token), 401, 'unauthenticated');
  });

  it('works with a token that another tab has just replaced', async () => {
    const user = await signIn(t);
    await refresh(t, user.refresh_token).expect(200);
    await logOut(`refresh_token=${user.refresh_token}`).expect(204);
    expect(await isSignedIn(t, user)).toBe(false);
  });

  it('leaves other sessions alone', async () => {
    const user = await signIn(t);
    const other = await signIn(t);
    await logOut(`refresh_token=${user.refresh_token}`).expect(204);
    expect(await isSignedIn(t, other)).toBe(true);
  });

  it.each(['', 'refresh_token=', 'refresh_token=wrong'])('needs the cookie: "%s"', async (cookie) => {
    expectProblem(await logOut(cookie), 401, 'unauthenticated');
  });
});

function bearerOf(access_token: string): Pick<SignedInUser, 'bearer'> {
  return { bearer: { authorization: `Bearer ${access_token}` } };
}
