import { Secret, TOTP } from 'otpauth';
import { AS_MANAGER } from '../../harness/data/credentials';
import {
  beginSession,
  FROM_PANEL,
  insertUser,
  PASSWORD,
  refresh,
  cookieOf,
  signIn,
} from '../../harness/data/panel-users';
import type { SignedInUser } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

/** What a change that cannot be recorded must leave as it was. */
const TABLES = [
  'select id, email, name, role, is_active, theme, password_hash, totp_secret, totp_pending_secret from users order by id',
  'select id, user_id, generation from auth_sessions order by id',
  'select session_id, generation from refresh_tokens order by session_id, generation',
  'select user_id, code_digest from recovery_codes order by user_id, code_digest',
  'select user_id, token_digest from user_invites order by user_id',
  'select user_id, token_digest from calendar_tokens order by user_id',
  'select id, path, active from workflows order by path',
];

const NEW_PASSWORD = 'quite another battery';

describe('a change that the audit cannot record', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let user: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    await t.panel.query(`
      create function refuse_to_record() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`);
  });
  beforeEach(async () => {
    user = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());

  const own = (method: 'post' | 'patch' | 'delete', path: string, body?: object) => {
    const request = t.http[method](`/api/auth/${path}`).set(user.bearer);
    return body === undefined ? request : request.send(body);
  };
  const manage = (method: 'post' | 'patch' | 'delete', path: string, body?: object) => {
    const request = t.http[method](`/api/users${path}`).set(admin.bearer);
    return body === undefined ? request : request.send(body);
  };
  const stored = async () => {
    const rows = [];
    for (const sql of TABLES) rows.push((await t.panel.query<object>(sql)).rows);
    return rows;
  };
  const invite = async () => {
    const { invite_url } = (await manage('post', `/${user.id}/invite`).expect(200)).body;
    return (invite_url as string).split('#token=')[1];
  };
  const setUpTotp = async () => {
    const { secret } = (await own('post', 'totp/setup', {}).expect(200)).body;
    return (step: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step });
  };
  const enableTotp = async () => {
    const code = await setUpTotp();
    await own('post', 'totp/enable', { totp: code(-30_000) }).expect(200);
    return code;
  };
  const workflowId = async () => /webhook\/([^/]+)/.exec(await t.webhook('chat-history'))?.[1] ?? '';

  type Change = () => PromiseLike<{ status: number }>;
  const change = (prepared: Change) => Promise.resolve(prepared);

  it.each<[string, () => Promise<Change>]>([
    [
      'a log-in',
      async () => {
        const { email } = await insertUser(t);
        return () => t.http.post('/api/auth/login').send({ email, password: PASSWORD });
      },
    ],
    [
      'a log-out',
      () => {
        const cookie = `refresh_token=${user.refresh_token}`;
        return change(() => t.http.post('/api/auth/logout').set({ ...FROM_PANEL, cookie }));
      },
    ],
    [
      'the end of a session whose token came again',
      async () => {
        const next = cookieOf(await refresh(t, user.refresh_token).expect(200), 'refresh_token');
        await refresh(t, next!).expect(200);
        return () => refresh(t, user.refresh_token);
      },
    ],
    ['a log-out everywhere', () => change(() => own('post', 'logout-all'))],
    [
      'the end of another session',
      async () => {
        await beginSession(t, user.id, user.email);
        const { body } = await t.http.get('/api/auth/sessions').set(user.bearer);
        const { id } = (body as { id: string; current: boolean }[]).find(({ current }) => !current)!;
        return () => own('delete', `sessions/${id}`);
      },
    ],
    ['a changed profile', () => change(() => own('patch', 'me', { theme: 'dark' }))],
    [
      'a changed password',
      () => change(() => own('post', 'password', { current_password: PASSWORD, new_password: NEW_PASSWORD })),
    ],
    ['a new TOTP secret', () => change(() => own('post', 'totp/setup', {}))],
    [
      'TOTP switched on',
      async () => {
        const code = await setUpTotp();
        return () => own('post', 'totp/enable', { totp: code(0) });
      },
    ],
    [
      'TOTP switched off',
      async () => {
        const code = await enableTotp();
        // Each code is good once, whatever becomes of what it proves.
        const steps = [0, 30_000];
        return () => own('post', 'totp/disable', { password: PASSWORD, totp: code(steps.shift() ?? 0) });
      },
    ],
    ['a calendar token', () => change(() => own('post', 'calendar-token'))],
    [
      'a password chosen with a link',
      async () => {
        const token = await invite();
        return () => t.http.post('/api/auth/invite').send({ token, password: NEW_PASSWORD });
      },
    ],
    [
      'a new user',
      () => change(() => manage('post', '', { email: 'new@example.com', name: 'New', role: 'viewer' })),
    ],
    ['a changed user', () => change(() => manage('patch', `/${user.id}`, { role: 'viewer' }))],
    ['a user switched off', () => change(() => manage('patch', `/${user.id}`, { is_active: false }))],
    ['a removed user', () => change(() => manage('delete', `/${user.id}`))],
    ['a link to choose a password', () => change(() => manage('post', `/${user.id}/invite`))],
    ["the end of a user's sessions", () => change(() => manage('delete', `/${user.id}/sessions`))],
    [
      'a removed second factor',
      async () => {
        await enableTotp();
        return () => manage('delete', `/${user.id}/totp`);
      },
    ],
    [
      'a webhook switched off',
      async () => {
        const id = await workflowId();
        return () => t.http.post(`/api/workflows/${id}/deactivate`).set(AS_MANAGER);
      },
    ],
    [
      'a rotated webhook',
      async () => {
        const id = await workflowId();
        return () => t.http.post(`/api/workflows/${id}/rotate`).set(AS_MANAGER);
      },
    ],
  ])('is not made: %s', async (_, prepare) => {
    const make = await prepare();
    const before = await stored();
    await t.panel.query(`
      create trigger refuse before insert on audit_events for each row execute function refuse_to_record()`);
    const refused = await make();
    await t.panel.query('drop trigger refuse on audit_events');
    expect(refused.status).toBe(500);
    expect(await stored()).toEqual(before);
    const made = await make();
    // A token that came again is refused, whether its session ends by it or not.
    expect([200, 201, 204, 401]).toContain(made.status);
    expect(await stored()).not.toEqual(before);
  });
});
