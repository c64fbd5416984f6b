import { randomBytes, randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import type { Role } from '@groupless/shared-dto';
import { AuditService } from '../../../src/audit/audit.service';
import type { Credentials } from '../../../src/auth/sessions/auth-sessions.repository';
import { AuthSessionsService } from '../../../src/auth/sessions/auth-sessions.service';
import { cheapHash } from '../apps/cheap-passwords';
import type { TestApp } from '../apps/test-app';

export const PASSWORD = 'correct horse battery staple';
/** As a browser says it of the panel's own requests. */
export const FROM_PANEL = { 'sec-fetch-site': 'same-origin' };

/** `PASSWORD` as the tests' applications hash it. One with costly passwords stores it anew at the first right log-in. */
const CHEAP_HASH = cheapHash(PASSWORD);

export interface NewUser {
  email: string;
  role: Role;
}

/** Stores a user with `PASSWORD`, past the API. */
export async function insertUser({ panel }: TestApp, user: Partial<NewUser & { is_active: boolean }> = {}) {
  const id = randomUUID();
  const { email = `${randomBytes(6).toString('hex')}@example.com`, role = 'admin', is_active = true } = user;
  await panel.query(
    'insert into users (id, email, name, role, is_active, password_hash) values ($1, $2, $3, $4, $5, $6)',
    [id, email, `The ${role}`, role, is_active, CHEAP_HASH],
  );
  return { id, email };
}

/** A browser in which a user has logged in. */
export interface SignedInUser {
  id: string;
  email: string;
  access_token: string;
  /** For `set()`. */
  bearer: { authorization: string };
  refresh_token: string;
}

/** Makes a user of the role and begins a session, past the password, which takes its time. */
export async function signIn(t: TestApp, user: Partial<NewUser> = {}): Promise<SignedInUser> {
  const { id, email } = await insertUser(t, user);
  return beginSession(t, id, email);
}

/** Begins another session of a user. */
export async function beginSession(t: TestApp, id: string, email: string): Promise<SignedInUser> {
  const place = { ip: '203.0.113.9', user_agent: 'a test' };
  const { rows } = await t.panel.query<Credentials>(
    'select password_hash, totp_secret from users where id = $1',
    [id],
  );
  const actor = { caller: { kind: 'user', id } as const, ip: place.ip };
  const event = t.app.get(AuditService).eventOf(actor, { action: 'auth.logged_in' });
  const tokens = await t.app.get(AuthSessionsService).begin({ id, ...rows[0]! }, place, event);
  if (tokens === null) throw new Error('The user may not log in.');
  const { access_token, refresh_token } = tokens;
  const bearer = { authorization: `Bearer ${access_token}` };
  return { id, email, access_token, bearer, refresh_token: refresh_token?.value ?? '' };
}

/** The value of a cookie that an answer sets; '' if it takes it back, null if it does not speak of it. */
export function cookieOf(response: Response, name: string): string | null {
  const set = setCookiesOf(response).find((one) => one.startsWith(`${name}=`));
  return set?.slice(name.length + 1).split(';')[0] ?? null;
}

export function setCookiesOf({ headers }: Response): string[] {
  return [(headers['set-cookie'] as string | string[] | undefined) ?? []].flat();
}

/** Uses a refresh token as the panel does. */
export function refresh(t: TestApp, refreshToken: string) {
  return t.http.post('/api/auth/refresh').set({ ...FROM_PANEL, cookie: `refresh_token=${refreshToken}` });
}

/** Whether the access token still opens something. */
export async function isSignedIn(t: TestApp, { bearer }: Pick<SignedInUser, 'bearer'>): Promise<boolean> {
  const { status } = await t.http.get('/api/auth/me').set(bearer);
  if (status !== 200 && status !== 401) throw new Error(`GET /api/auth/me answered ${status}`);
  return status === 200;
}
