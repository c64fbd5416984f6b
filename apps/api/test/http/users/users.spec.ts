import type { EventDto, UserDto } from '@groupless/shared-dto';
import { EventFeedService } from '../../../src/events/event-feed.service';
import { PASSWORD, insertUser, isSignedIn, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { SECRETS } from '../../harness/apps/test-app';
import { eventually, INSTANT } from '../../harness/data/times';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

describe('the users', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let made = 0;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const send = (method: 'get' | 'post' | 'patch' | 'delete', path = '', body?: object) => {
    const request = t.http[method](`/api/users${path}`).set(admin.bearer);
    return body === undefined ? request : request.send(body);
  };
  const newUser = (more: object = {}) => ({
    email: `Grace-${++made}@Example.com`,
    name: 'Grace 🦊',
    role: 'operator',
    password: 'quite another battery',
    ...more,
  });
  const logIn = (email: string, password: string) => t.http.post('/api/auth/login').send({ email, password });

  it('are made with a password, with which they log in at once', async () => {
    const { password, ...shown } = newUser();
    const response = await send('post', '', { ...shown, password }).expect(201);
    const { id } = response.body as UserDto;
    expect(response.body).toEqual({
      ...shown,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      is_active: true,
      totp_enabled: false,
      invited: false,
      last_seen_at: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
    expect(response.headers['location']).toBe(`/api/users/${id}`);
    expect((await send('get', `/${id}`).expect(200)).body).toEqual(response.body);
    await logIn(shown.email.toLowerCase(), password).expect(200);
  });

  it.each([
    [{ email: 'no address' }, 'email', 'invalid_format'],
    // With a Cyrillic letter.
    [{ email: 'gr\u0430ce@example.com' }, 'email', 'invalid_format'],
    [{ name: 'Gr\u200bace' }, 'name', 'invalid_format'],
    [{ email: `${'x'.repeat(251)}@a.b` }, 'email', 'too_long'],
    [{ email: null }, 'email', 'wrong_type'],
    [{ email: undefined }, 'email', 'required'],
    [{ name: '' }, 'name', 'too_short'],
    [{ name: 'x'.repeat(201) }, 'name', 'too_long'],
    [{ role: 'owner' }, 'role', 'not_allowed'],
    [{ role: undefined }, 'role', 'required'],
    [{ password: 'x'.repeat(11) }, 'password', 'too_short'],
    [{ password: 'x'.repeat(129) }, 'password', 'too_long'],
    [{ password: null }, 'password', 'wrong_type'],
    [{ password: 'QWERTY123456' }, 'password', 'too_common'],
    [{ is_active: false }, 'is_active', 'unknown_field'],
    [{ id: UNKNOWN_ID }, 'id', 'unknown_field'],
  ])('are not made with %j', async (more, field, code) => {
    const before = await countRows(t.panel, 'users');
    expect(refusedFields(await send('post', '', newUser(more)))).toEqual([[field, code]]);
    expect(await countRows(t.panel, 'users')).toBe(before);
  });

  it('have emails of their own, without regard to case', async () => {
    const { id, email } = (await send('post', '', newUser()).expect(201)).body as UserDto;
    const other = (await send('post', '', newUser()).expect(201)).body as UserDto;
    const taken = { email: email.toUpperCase() };
    expectProblem(await send('post', '', newUser(taken)), 409, 'email_taken');
    expectProblem(await send('patch', `/${other.id}`, taken), 409, 'email_taken');
    expect((await send('patch', `/${id}`, taken).expect(200)).body.email).toBe(taken.email);
  });

  it('are made once with one email, however many ask for it at once', async () => {
    const user = newUser({ password: undefined });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('post', '', user)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('are changed field by field', async () => {
    const { id, ...before } = (await send('post', '', newUser()).expect(201)).body as UserDto;
    const change = {
      email: `new-${made}@example.com`,
      name: 'Grace Hopper',
      role: 'viewer',
      is_active: false,
    };
    for (const [field, value] of Object.entries(change)) {
      const { body } = await send('patch', `/${id}`, { [field]: value }).expect(200);
      expect(body[field]).toBe(value);
    }
    const updated_at = expect.stringMatching(INSTANT);
    const { body } = await send('get', `/${id}`).expect(200);
    expect(body).toEqual({ ...before, ...change, id, updated_at });
    await logIn(change.email, 'quite another battery').expect(401);
    await send('patch', `/${id}`, { is_active: true }).expect(200);
    await logIn(change.email, 'quite another battery').expect(200);
  });

  it('stay as they are where a change says what is so already', async () => {
    const { id, ...before } = (await send('post', '', newUser()).expect(201)).body as UserDto;
    for (const change of [{}, { role: before.role, name: before.name }]) {
      expect((await send('patch', `/${id}`, change).expect(200)).body).toEqual({ id, ...before });
    }
  });

  it.each([
    [{ name: null }, 'name', 'wrong_type'],
    [{ is_active: 'false' }, 'is_active', 'wrong_type'],
    [{ role: 'root' }, 'role', 'not_allowed'],
    [{ email: 'x' }, 'email', 'too_short'],
    [{ password: PASSWORD }, 'password', 'unknown_field'],
    [{ password_hash: 'x' }, 'password_hash', 'unknown_field'],
    [{ totp_enabled: false }, 'totp_enabled', 'unknown_field'],
    [{ invited: true }, 'invited', 'unknown_field'],
  ])('are not changed by %j', async (change, field, code) => {
    const { id } = await insertUser(t);
    expect(refusedFields(await send('patch', `/${id}`, change))).toEqual([[field, code]]);
  });

  it('keep the session in which they change their own name', async () => {
    const { body } = await send('patch', `/${admin.id}`, { name: 'Somebody Else' }).expect(200);
    expect(body.name).toBe('Somebody Else');
    expect(await isSignedIn(t, admin)).toBe(true);
    expect((await t.http.get('/api/auth/me').set(admin.bearer)).body.name).toBe('Somebody Else');
  });

  it('are removed with what is theirs alone, while the audit keeps their id', async () => {
    const user = await signIn(t, { role: 'operator' });
    await t.http.post('/api/auth/totp/setup').set(user.bearer).send({}).expect(200);
    await t.http.post('/api/auth/calendar-token').set(user.bearer).expect(201);
    await send('post', `/${user.id}/invite`).expect(200);
    await t.panel.query(`insert into recovery_codes values ($1, '\\x00')`, [user.id]);
    await send('delete', `/${user.id}`).expect(204);
    for (const table of ['auth_sessions', 'recovery_codes', 'user_invites', 'calendar_tokens']) {
      const { rows } = await t.panel.query(`select from ${table} where user_id = $1`, [user.id]);
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await isSignedIn(t, user)).toBe(false);
    expectProblem(await send('delete', `/${user.id}`), 404, 'not_found');
    const { rows } = await t.panel.query<{ action: string }>(
      'select action from audit_events where user_id = $1 order by id',
      [user.id],
    );
    const actions = ['auth.logged_in', 'auth.totp_set_up', 'auth.calendar_token_made'];
    expect(rows.map(({ action }) => action)).toEqual(actions);
  });

  it('are told of to open panels when they are made, changed and removed', async () => {
    const told: EventDto[] = [];
    await t.app.get(EventFeedService).subscribe(({ event }) => told.push(event));
    const wasTold = (id: string) =>
      eventually(() => told.splice(0).some((event) => event.type === 'user.updated' && event.id === id));
    const { id } = (await send('post', '', newUser()).expect(201)).body as UserDto;
    await wasTold(id);
    await send('patch', `/${id}`, { role: 'viewer' }).expect(200);
    await wasTold(id);
    await send('delete', `/${id}`).expect(204);
    await wasTold(id);
  });

  it.each([UNKNOWN_ID, 'x', 'me'])('are not found as %j', async (id) => {
    expectProblem(await send('get', `/${id}`), 404, 'not_found');
    expectProblem(await send('patch', `/${id}`, { name: 'x' }), 404, 'not_found');
    expectProblem(await send('delete', `/${id}`), 404, 'not_found');
  });

  it('are for admins alone', async () => {
    const paths = ['', `/${admin.id}`, `/${admin.id}/sessions`];
    for (const role of ['viewer', 'operator'] as const) {
      const { bearer } = await signIn(t, { role });
      for (const path of paths)
        expectProblem(await t.http.get(`/api/users${path}`).set(bearer), 403, 'forbidden');
      for (const path of [`/${admin.id}`, `/${admin.id}/sessions`, `/${admin.id}/totp`])
        expectProblem(await t.http.delete(`/api/users${path}`).set(bearer), 403, 'forbidden');
      expectProblem(await t.http.post('/api/users').set(bearer).send(newUser()), 403, 'forbidden');
      expectProblem(await t.http.post(`/api/users/${admin.id}/invite`).set(bearer), 403, 'forbidden');
    }
    for (const path of paths) {
      expectProblem(await t.http.get(`/api/users${path}`), 401, 'unauthenticated');
      const key = { 'x-api-key': SECRETS.AGENT_API_KEY };
      expectProblem(await t.http.get(`/api/users${path}`).set(key), 403, 'forbidden');
    }
  });
});
