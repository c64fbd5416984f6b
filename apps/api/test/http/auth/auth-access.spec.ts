import { createHmac } from 'node:crypto';
import type { Role } from '@groupless/shared-dto';
import { AS_MANAGER } from '../../harness/data/credentials';
import { isSignedIn, refresh, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { SECRETS } from '../../harness/apps/test-app';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

type Part = Record<string, unknown>;

const encode = (part: Part | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Part;

function sign(header: Part, payload: Part, secret: string = SECRETS.JWT_SECRET, hash = 'sha256'): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

describe('an access token', () => {
  let t: ServedApp;
  let user: SignedInUser;
  let header: Part;
  let payload: Part;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(new Date());
    user = await signIn(t);
    [header, payload] = user.access_token.split('.').slice(0, 2).map(decode) as [Part, Part];
  });
  afterAll(() => t.close());

  const me = (authorization: string) => t.http.get('/api/auth/me').set({ authorization });

  it('is a JWT that says what it is, whose and until when', () => {
    const now = Math.floor(t.clock.now().getTime() / 1_000);
    expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    expect(payload).toEqual({
      iss: 'groupless',
      aud: 'groupless-api',
      sub: user.id,
      sid: expect.any(String),
      jti: expect.any(String),
      iat: now,
      exp: now + 600,
    });
  });

  it('opens what is for its user', async () => {
    await me(`Bearer ${user.access_token}`).expect(200);
    await me(`bearer ${user.access_token}`).expect(200);
    await me(`Bearer ${sign(header, payload)}`).expect(200);
  });

  const claims = (change: Part) => () => sign(header, { ...payload, ...change });
  const headed = (change: Part) => () => sign({ ...header, ...change }, payload);

  it.each<[string, () => string]>([
    ['signed with nothing', () => `${encode({ ...header, alg: 'none' })}.${encode(payload)}.`],
    [
      'signed with nothing, spelled otherwise',
      () => `${encode({ ...header, alg: 'NonE' })}.${encode(payload)}.`,
    ],
    ['without a signature', () => user.access_token.replace(/\.[^.]*$/, '.')],
    ['of two parts', () => user.access_token.replace(/\.[^.]*$/, '')],
    ['of four parts', () => `${user.access_token}.${encode('x')}`],
    ['signed with another secret', () => sign(header, payload, 'another secret of 32 characters!!')],
    ['signed with an empty secret', () => sign(header, payload, '')],
    ['signed by HS512', () => sign({ ...header, alg: 'HS512' }, payload, SECRETS.JWT_SECRET, 'sha512')],
    ['signed by HS384', () => sign({ ...header, alg: 'HS384' }, payload, SECRETS.JWT_SECRET, 'sha384')],
    ['that claims RS256', headed({ alg: 'RS256' })],
    ['that claims ES256', headed({ alg: 'ES256' })],
    [
      'that brings its own key',
      () => sign({ ...header, jwk: { kty: 'oct', k: encode('mine') } }, payload, 'mine'),
    ],
    ['of no type', headed({ typ: undefined })],
    ['of the common type', headed({ typ: 'JWT' })],
    ['of another type', headed({ typ: 'device+jwt' })],
    ['for another audience', claims({ aud: 'groupless-login' })],
    ['for no audience', claims({ aud: undefined })],
    ['of another issuer', claims({ iss: 'evil' })],
    ['of no issuer', claims({ iss: undefined })],
    ['without an end', claims({ exp: undefined })],
    ['whose end is a text', claims({ exp: '9999999999' })],
    ['that has ended', claims({ exp: Math.floor(Date.now() / 1_000) - 1 })],
    ['without a session', claims({ sid: undefined })],
    ['of an unknown session', claims({ sid: UNKNOWN_ID })],
    ['of a session that is none', claims({ sid: { id: 1 } })],
    ['of nobody', claims({ sub: undefined })],
    ['of an unknown user', claims({ sub: UNKNOWN_ID })],
    ['whose payload is no object', () => sign(header, [] as unknown as Part)],
    [
      'whose payload was changed',
      () => user.access_token.replace(/\.[^.]+\./, `.${encode({ ...payload, x: 1 })}.`),
    ],
    ['whose header is null', () => `${encode('null')}.${encode(payload)}.x`],
    ['whose header is no JSON', () => `${encode('{')}.${encode(payload)}.x`],
    ['whose payload is no JSON', () => `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode('{')}.x`],
    ['of the right type whose payload is no JSON', () => `${encode(header)}.${encode('{')}.x`],
    ['of three dots', () => '...'],
    ['of 10,000 letters', () => 'a'.repeat(10_000)],
    ['cut short', () => user.access_token.slice(0, -2)],
  ])('is refused %s', async (_, forge) => {
    expectProblem(await me(`Bearer ${forge()}`), 401, 'unauthenticated');
  });

  it("is refused with another user's session", async () => {
    const other = await signIn(t);
    const { sid } = decode(other.access_token.split('.')[1]);
    expectProblem(await me(`Bearer ${sign(header, { ...payload, sid })}`), 401, 'unauthenticated');
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token x', 'Bearer wrong', 'wrong'])(
    'is not "%s"',
    async (value) => {
      expectProblem(await me(value), 401, 'unauthenticated');
    },
  );

  it('counts in no other place', async () => {
    const { access_token } = user;
    expectProblem(await t.http.get('/api/auth/me').set('x-api-key', access_token), 401, 'invalid_api_key');
    const cookies = { cookie: `access_token=${access_token}; refresh_token=${user.refresh_token}` };
    expectProblem(await t.http.get('/api/auth/me').set(cookies), 401, 'unauthenticated');
    expectProblem(await t.http.get(`/api/auth/me?access_token=${access_token}`), 401, 'unauthenticated');
  });

  it('ends ten minutes after it was made', async () => {
    const start = t.clock.now();
    const { bearer } = await signIn(t);
    t.clock.set(new Date(start.getTime() + 599_000));
    expect(await isSignedIn(t, { bearer })).toBe(true);
    t.clock.set(new Date(start.getTime() + 601_000));
    expect(await isSignedIn(t, { bearer })).toBe(false);
    t.clock.set(start);
  });

  it('is not counted as a guess when it is wrong', async () => {
    const strict = await startServedApp({ environment: { KEY_FAILURES_PER_MINUTE: '1' }, urls: t.urls });
    for (let count = 0; count < 4; count++) {
      const answer = await strict.http.get('/api/auth/me').set({ authorization: 'Bearer wrong' });
      expectProblem(answer, 401, 'unauthenticated');
    }
    await strict.close();
  });

  it.each<[string, Record<string, string>, 'invalid_api_key']>([
    ['an API key', { 'x-api-key': 'wrong' }, 'invalid_api_key'],
    ['a workflow key', { 'x-workflow-api-key': 'wrong' }, 'invalid_api_key'],
  ])('is spoilt by %s that is wrong', async (_, wrong, code) => {
    expectProblem(await t.http.get('/api/auth/me').set({ ...user.bearer, ...wrong }), 401, code);
  });

  it('spoils a right key where it is wrong', async () => {
    const headers = { ...AS_MANAGER, authorization: `Bearer ${user.access_token}x` };
    expectProblem(await t.http.get('/api/workflows').set(headers), 401, 'unauthenticated');
  });

  it('works beside a right key', async () => {
    await t.http
      .get('/api/auth/me')
      .set({ ...user.bearer, ...AS_MANAGER })
      .expect(200);
  });

  it('lives on when it was refreshed', async () => {
    await refresh(t, user.refresh_token).expect(200);
    expect(await isSignedIn(t, user)).toBe(true);
  });
});

describe('a role', () => {
  let t: ServedApp;
  const users = {} as Record<Role, SignedInUser>;
  beforeAll(async () => {
    t = await sharedApp();
    for (const role of ['viewer', 'operator', 'admin'] as const) users[role] = await signIn(t, { role });
  });
  afterAll(() => t.close());

  it.each([
    ['viewer', 403],
    ['operator', 403],
    ['admin', 200],
  ] as const)('of %s gets %i from the workflows', async (role, status) => {
    const answer = await t.http.get('/api/workflows').set(users[role].bearer);
    expect(answer.status).toBe(status);
    if (status === 403) expectProblem(answer, 403, 'forbidden');
  });

  it.each(['viewer', 'operator', 'admin'] as const)('of %s opens the own account', async (role) => {
    for (const path of ['me', 'sessions']) {
      await t.http.get(`/api/auth/${path}`).set(users[role].bearer).expect(200);
    }
  });

  it.each([
    ['get', 'me'],
    ['patch', 'me'],
    ['post', 'password'],
    ['get', 'sessions'],
    ['delete', `sessions/${UNKNOWN_ID}`],
    ['post', 'logout-all'],
    ['post', 'totp/setup'],
    ['post', 'totp/enable'],
    ['post', 'totp/disable'],
  ] as const)('is what a key has not: %s /api/auth/%s', async (method, path) => {
    const send = () => t.http[method](`/api/auth/${path}?unknown=1`).send({ unknown: 1 });
    expectProblem(await send(), 401, 'unauthenticated');
    expectProblem(await send().set('x-api-key', SECRETS.AGENT_API_KEY), 403, 'forbidden');
    expectProblem(await send().set(AS_MANAGER), 403, 'forbidden');
  });
});
