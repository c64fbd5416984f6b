import { AS_MANAGER } from '../harness/credentials';
import { FROM_PANEL, insertUser, PASSWORD, refresh, cookieOf, signIn } from '../harness/panel-users';
import { countRows } from '../harness/rows';
import { startServedApp, type ServedApp } from '../harness/served-app';

describe('the audit', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp({ environment: { TRUST_PROXY: '1' } });
  });
  afterAll(() => t.close());

  /** What was recorded since the last time. */
  async function recorded(): Promise<object[]> {
    const { rows } = await t.panel.query<object>(
      'select user_id, key_name, action, object, ip, details from audit_events order by id offset $1',
      [seen],
    );
    seen += rows.length;
    return rows;
  }
  let seen = 0;
  beforeEach(() => recorded());

  const from = { 'x-forwarded-for': '203.0.113.5' };
  const entry = (user_id: string | null, action: string, more: object = {}) => ({
    user_id,
    key_name: null,
    action,
    object: null,
    ip: '203.0.113.5',
    details: {},
    ...more,
  });

  it('tells of log-ins, of those in vain, and of log-outs', async () => {
    const { id, email } = await insertUser(t);
    const logIn = (as: string, password: string) =>
      t.http.post('/api/auth/login').set(from).send({ email: as, password });
    await logIn(email, 'wrong password 1').expect(401);
    await logIn('nobody@example.com', 'wrong password 1').expect(401);
    const response = await logIn(email, PASSWORD).expect(200);
    const cookie = `refresh_token=${cookieOf(response, 'refresh_token')}`;
    await t.http
      .post('/api/auth/logout')
      .set({ ...from, ...FROM_PANEL, cookie })
      .expect(204);
    const failed = { details: { what: 'password' } };
    expect(await recorded()).toEqual([
      entry(null, 'auth.login_failed', { ...failed, object: `user:${id}` }),
      entry(null, 'auth.login_failed', failed),
      entry(id, 'auth.logged_in'),
      entry(id, 'auth.logged_out', { object: expect.stringMatching(/^session:/) }),
    ]);
  });

  it('tells of a refresh token that came again', async () => {
    const { id, refresh_token } = await signIn(t);
    const next = cookieOf(await refresh(t, refresh_token).expect(200), 'refresh_token');
    await refresh(t, next!).expect(200);
    await refresh(t, refresh_token).set(from).expect(401);
    expect(await recorded()).toEqual([
      entry(id, 'auth.refresh_token_reused', { object: expect.stringMatching(/^session:/) }),
    ]);
  });

  it('tells of what users do with their account', async () => {
    const { id, bearer } = await signIn(t);
    const post = (path: string, body: object) =>
      t.http
        .post(`/api/auth/${path}`)
        .set({ ...from, ...bearer })
        .send(body);
    await post('password', { current_password: PASSWORD, new_password: 'quite another battery' }).expect(204);
    await post('totp/setup', {}).expect(200);
    await post('logout-all', {}).expect(204);
    expect(await recorded()).toEqual([
      entry(id, 'auth.password_changed'),
      entry(id, 'auth.totp_set_up'),
      entry(id, 'auth.logged_out_everywhere'),
    ]);
  });

  it('tells of workflows, whoever changed them, and never their ids', async () => {
    const admin = await signIn(t);
    const [, id = ''] = /webhook\/([^/]+)/.exec(await t.webhook('chat-history')) ?? [];
    const post = (action: string, headers: Record<string, string>) =>
      t.http.post(`/api/workflows/${id}/${action}`).set({ ...from, ...headers });
    await post('deactivate', AS_MANAGER).expect(200);
    await post('activate', admin.bearer).expect(200);
    await post('rotate', admin.bearer).expect(200);
    await post('rotate', admin.bearer).expect(404);
    const object = 'workflow:chat-history';
    expect(await recorded()).toEqual([
      entry(null, 'workflow.deactivated', { object, key_name: 'WORKFLOW_API_KEY' }),
      entry(admin.id, 'workflow.activated', { object }),
      entry(admin.id, 'workflow.rotated', { object }),
    ]);
  });

  it.each([
    [`update audit_events set action = 'nothing'`],
    [`update audit_events set action = 'nothing' where false`],
    ['delete from audit_events'],
    ['truncate audit_events'],
  ])('refuses %s', async (sql) => {
    const before = await countRows(t.panel, 'audit_events');
    await expect(t.panel.query(sql)).rejects.toMatchObject({ code: '42501' });
    expect(await countRows(t.panel, 'audit_events')).toBe(before);
  });
});
