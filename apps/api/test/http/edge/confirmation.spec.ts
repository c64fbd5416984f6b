import { Secret, TOTP } from 'otpauth';
import { beginSession, PASSWORD, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { SECRETS } from '../../harness/apps/test-app';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

describe('a session that was not confirmed lately', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  beforeEach(async () => {
    admin = await signIn(t);
    await forget(admin.id);
  });
  afterAll(() => t.close());

  /** Makes the last confirmation eleven minutes old. Before the first request: a process remembers it for a second. */
  const forget = (id: string) =>
    t.panel.query(
      `update auth_sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1`,
      [id],
    );
  const send = (method: 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) =>
    t.http[method](path).set(admin.bearer).send(body);
  const confirm = (body: object) => send('post', '/api/auth/confirm', body);
  const makeKey = () =>
    send('post', '/api/settings/keys', { name: `key ${admin.id}`, scopes: ['panel:read'] });

  it.each<['post' | 'patch' | 'put' | 'delete', string, object | undefined]>([
    ['post', '/api/settings/keys', { name: 'x', scopes: ['metrics'] }],
    ['post', '/api/users', { email: 'new@example.com', name: 'New', role: 'viewer' }],
    ['patch', `/api/users/${UNKNOWN_ID}`, { email: 'other@example.com' }],
    ['patch', `/api/users/${UNKNOWN_ID}`, { name: 'x', role: 'viewer' }],
    ['post', `/api/users/${UNKNOWN_ID}/invite`, undefined],
    ['delete', `/api/users/${UNKNOWN_ID}/totp`, undefined],
    ['post', '/api/auth/totp/enable', { totp: '000000' }],
    ['post', '/api/auth/totp/disable', { password: PASSWORD, totp: '000000' }],
    ['put', `/api/assistant-accounts/${UNKNOWN_ID}/session`, { session_data: {} }],
    ['delete', `/api/assistant-accounts/${UNKNOWN_ID}/session`, undefined],
    ['delete', `/api/appointments/${UNKNOWN_ID}`, undefined],
    ['put', '/api/settings/mail/texts/reset/en', { subject: 'A password', text: 'Here:\n\n{link}' }],
    ['put', '/api/settings/mail/texts/booked/en', { subject: 'Booked', text: 'See you' }],
    ['delete', '/api/settings/mail/texts/reset/en', undefined],
    ['post', '/api/settings/calendars', { name: 'Anna', resource: null, url: 'https://example.com/a.ics' }],
    ['patch', `/api/settings/calendars/${UNKNOWN_ID}`, { url: 'https://example.com/b.ics' }],
  ])('is refused: %s %s', async (method, path, body) => {
    expectProblem(await send(method, path, body), 403, 'confirmation_required');
  });

  it('may do everything else', async () => {
    await send('patch', `/api/users/${admin.id}`, { name: 'Another name' }).expect(200);
    await send('post', '/api/auth/totp/setup').expect(200);
    await t.http.get('/api/settings/keys').set(admin.bearer).expect(200);
  });

  it('is refused before the body is looked at', async () => {
    expectProblem(await send('post', '/api/settings/keys', { name: 5 }), 403, 'confirmation_required');
  });

  it('is confirmed by the password, for ten minutes, and no other session is', async () => {
    const other = await beginSession(t, admin.id, admin.email);
    await forget(admin.id);
    expectProblem(await makeKey(), 403, 'confirmation_required');
    expect(refusedFields(await confirm({ password: 'wrong password 1' }))).toEqual([
      ['password', 'incorrect'],
    ]);
    expectProblem(await makeKey(), 403, 'confirmation_required');
    await confirm({ password: PASSWORD }).expect(204);
    await makeKey().expect(201);
    const there = t.http
      .post('/api/settings/keys')
      .set(other.bearer)
      .send({ name: 'there', scopes: ['metrics'] });
    expectProblem(await there, 403, 'confirmation_required');
    const { rows } = await t.panel.query('select action from audit_events where user_id = $1', [admin.id]);
    expect(rows).toContainEqual({ action: 'auth.confirmed' });
  });

  it('is confirmed by a code alone while TOTP is on', async () => {
    const { body } = await send('post', '/api/auth/totp/setup').expect(200);
    const secret = Secret.fromBase32((body as { secret: string }).secret);
    const code = (step: number) =>
      new TOTP({ secret }).generate({ timestamp: t.clock.now().getTime() + step * 30_000 });
    await confirm({ password: PASSWORD }).expect(204);
    // Neither is too old if the next half a minute begins meanwhile.
    await send('post', '/api/auth/totp/enable', { totp: code(0) }).expect(200);
    await t.panel.query('update auth_sessions set confirmed_at = null where user_id = $1', [admin.id]);
    expect(refusedFields(await confirm({ password: PASSWORD }))).toEqual([['totp', 'required']]);
    expect(refusedFields(await confirm({ password: PASSWORD, totp: code(1) }))).toEqual([
      ['password', 'not_allowed'],
    ]);
    await confirm({ totp: code(1) }).expect(204);
    await makeKey().expect(201);
  });

  it('names the proof that is missing', async () => {
    expect(refusedFields(await confirm({}))).toEqual([['password', 'required']]);
    expect(refusedFields(await confirm({ totp: '123456' }))).toEqual([['password', 'required']]);
    expectProblem(
      await t.http.post('/api/auth/confirm').send({ password: PASSWORD }),
      401,
      'unauthenticated',
    );
  });

  it('is fresh after a log-in, and keys are not asked', async () => {
    const fresh = await signIn(t);
    const key = { name: 'fresh', scopes: ['session:write'] };
    await t.http.post('/api/settings/keys').set(fresh.bearer).send(key).expect(201);
    const path = `/api/assistant-accounts/${UNKNOWN_ID}/session`;
    const answer = await t.http
      .put(path)
      .set('x-api-key', SECRETS.SWITCH_API_KEY)
      .send({ session_data: { a: 1 } });
    expectProblem(answer, 404, 'not_found');
  });
});
