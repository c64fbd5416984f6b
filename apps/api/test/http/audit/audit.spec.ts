import { FailureTrailService } from '../../../src/auth/limits/failure-trail.service';
import { AS_MANAGER } from '../../harness/data/credentials';
import { FROM_PANEL, insertUser, PASSWORD, refresh, cookieOf, signIn } from '../../harness/data/panel-users';
import { countRows } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

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
    expect(await recorded()).toEqual([
      entry(id, 'auth.logged_in'),
      entry(id, 'auth.logged_out', { object: expect.stringMatching(/^session:/) }),
    ]);
    await t.app.get(FailureTrailService).flush();
    const failed = { details: { what: 'password', count: 1 } };
    expect(await recorded()).toEqual([
      entry(null, 'auth.login_failed', { ...failed, object: `user:${id}` }),
      entry(null, 'auth.login_failed', failed),
    ]);
  });

  it('counts wrong keys and unknown webhooks by network', async () => {
    await recorded();
    for (let count = 0; count < 3; count++)
      await t.http.get('/api/clients').set(from).set('x-api-key', 'wrong').expect(401);
    await t.http.get('/webhook/x/webhook/chat-history').set(from).expect(404);
    await t.app.get(FailureTrailService).flush();
    expect(await recorded()).toEqual([
      entry(null, 'auth.key_failed', { details: { what: 'key', count: 3 } }),
      entry(null, 'auth.key_failed', { details: { what: 'webhook_id', count: 1 } }),
    ]);
  });

  it('tells of a refresh token that came again', async () => {
    const { id, refresh_token } = await signIn(t);
    await recorded();
    const next = cookieOf(await refresh(t, refresh_token).expect(200), 'refresh_token');
    await refresh(t, next!).expect(200);
    await refresh(t, refresh_token).set(from).expect(401);
    expect(await recorded()).toEqual([
      entry(id, 'auth.refresh_token_reused', { object: expect.stringMatching(/^session:/) }),
    ]);
  });

  it('tells of what users do with their account', async () => {
    const { id, bearer } = await signIn(t);
    await recorded();
    const post = (path: string, body: object) =>
      t.http
        .post(`/api/auth/${path}`)
        .set({ ...from, ...bearer })
        .send(body);
    await post('password', { current_password: PASSWORD, new_password: 'quite another battery' }).expect(204);
    await post('totp/setup', {}).expect(200);
    await post('calendar-token', {}).expect(201);
    const profile = { name: 'A private name', theme: 'dark', density: 'comfortable' };
    await t.http
      .patch('/api/auth/me')
      .set({ ...from, ...bearer })
      .send(profile)
      .expect(200);
    await post('logout-all', {}).expect(204);
    const updated = { object: `user:${id}`, details: { fields: 'theme, name' } };
    expect(await recorded()).toEqual([
      entry(id, 'auth.password_changed'),
      entry(id, 'auth.totp_set_up'),
      entry(id, 'auth.calendar_token_made'),
      entry(id, 'user.updated', updated),
      entry(id, 'auth.logged_out_everywhere'),
    ]);
  });

  it('tells of workflows, whoever changed them, and never their ids', async () => {
    const admin = await signIn(t);
    await recorded();
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

  it('tells of what admins do with users, and never their names and emails', async () => {
    const admin = await signIn(t);
    await recorded();
    const send = (method: 'post' | 'patch' | 'delete', path: string, body: object = {}) =>
      t.http[method](`/api/users${path}`)
        .set({ ...from, ...admin.bearer })
        .send(body);
    const email = 'private@example.com';
    const { id } = (await send('post', '', { email, name: 'Private', role: 'viewer' }).expect(201)).body;
    const { invite_url } = (await send('post', `/${id}/invite`).expect(200)).body;
    const [, token] = (invite_url as string).split('#token=');
    await t.http.post('/api/auth/invite').set(from).send({ token, password: PASSWORD }).expect(200);
    await send('patch', `/${id}`, { name: 'Very Private', email, role: 'operator' }).expect(200);
    await send('patch', `/${id}`, { role: 'operator' }).expect(200);
    await send('patch', `/${id}`, { is_active: false }).expect(200);
    await send('delete', `/${id}/sessions`).expect(204);
    await send('delete', `/${id}/totp`).expect(204);
    await send('delete', `/${id}`).expect(204);
    await send('delete', `/${id}`).expect(404);
    const object = `user:${id}`;
    expect(await recorded()).toEqual([
      entry(admin.id, 'user.created', { object, details: { role: 'viewer', invited: true } }),
      entry(admin.id, 'user.invited', { object }),
      entry(id, 'auth.invite_accepted'),
      entry(admin.id, 'user.updated', { object, details: { fields: 'role, name', role: 'operator' } }),
      entry(admin.id, 'user.updated', {
        object,
        details: { fields: 'is_active', is_active: false, keys: 'revoke' },
      }),
      entry(admin.id, 'user.logged_out_everywhere', { object }),
      entry(admin.id, 'user.totp_removed', { object }),
      entry(admin.id, 'user.deleted', { object, details: { keys: 'revoke' } }),
    ]);
  });

  it('tells of what the panel writes into the memory, and never the texts', async () => {
    const { id: user_id, bearer } = await signIn(t, { role: 'operator' });
    await recorded();
    const send = (method: 'post' | 'patch' | 'put' | 'delete', path: string, body: object = {}) =>
      t.http[method](`/api/memory/${path}`)
        .set({ ...from, ...bearer })
        .send(body);
    const project = (await send('post', 'projects', { name: 'Secret project' }).expect(201)).body;
    await send('post', 'projects', { name: 'Secret project' }).expect(409);
    await send('patch', `projects/${project.id}`, { notes: 'private', priority: 9 }).expect(200);
    await send('patch', `projects/${project.id}`, {}).expect(200);
    await send('delete', `projects/${project.id}`).expect(204);
    await send('delete', `projects/${project.id}`).expect(404);
    const person = (await send('post', 'people', { name: 'Ada' }).expect(201)).body;
    await send('patch', `people/${person.id}`, { notes: 'private' }).expect(200);
    await send('delete', `people/${person.id}`).expect(204);
    for (const value of ['one', 'two', 'two']) await send('put', 'state/mail_server', { value }).expect(200);
    const state = (await t.http.get('/api/memory/state/mail_server').set(bearer)).body;
    await send('delete', 'state/mail_server').expect(204);
    const task = (await send('post', 'tasks', { task: 'Something private' }).expect(201)).body;
    await send('patch', `tasks/${task.id}`, { status: 'completed', project_id: null }).expect(200);
    const told = (action: string, object: string, fields?: string) =>
      entry(user_id, action, { object, details: fields === undefined ? {} : { fields } });
    expect(await recorded()).toEqual([
      told('project.created', `project:${project.id}`),
      told('project.updated', `project:${project.id}`, 'notes, priority'),
      told('project.deleted', `project:${project.id}`),
      told('person.created', `person:${person.id}`),
      told('person.updated', `person:${person.id}`, 'notes'),
      told('person.deleted', `person:${person.id}`),
      told('state.created', `state:${state.id}`),
      told('state.updated', `state:${state.id}`),
      told('state.deleted', `state:${state.id}`),
      told('task.created', `task:${task.id}`),
      told('task.updated', `task:${task.id}`, 'status, project_id'),
    ]);
  });

  it('takes no notice of webhooks', async () => {
    const post = async (path: string, body: object) =>
      t.http
        .post(await t.webhook(path))
        .send(body)
        .expect(201);
    await post('assistant-update-state', { key: 'k', value: 'v' });
    await post('assistant-task', { action: 'create', task: 'By webhook' });
    await post('assistant-session-summary', { summary: 'By webhook' });
    expect(await recorded()).toEqual([]);
  });

  it.each([
    [`update audit_events set action = 'nothing'`],
    ['delete from audit_events'],
    ['truncate audit_events'],
  ])('refuses %s', async (sql) => {
    const before = await countRows(t.panel, 'audit_events');
    await expect(t.panel.query(sql)).rejects.toMatchObject({ code: '42501' });
    expect(await countRows(t.panel, 'audit_events')).toBe(before);
  });
});
