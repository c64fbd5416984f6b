import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { request } from 'node:http';
import { mayActAs, ROLES, type ErrorCode, type Role } from '@groupless/shared-dto';
import { listHandlers } from '../../src/platform/access/handlers';
import { SCOPES, type Scope } from '../../src/platform/access/scopes';
import { ACCESS_TABLE, type Opened } from '../harness/hostile/access-table';
import { AS_MANAGER, MEMORY_API_KEY } from '../harness/data/credentials';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { PATH_SPELLINGS } from '../harness/hostile/path-spellings';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { goesThrough } from '../harness/apps/through';

type Headers = Record<string, string>;

/** Somebody who calls: who it is, and what has to be sent for it. */
interface Caller {
  name: string;
  /** Null: nobody who could be let in. */
  is: { role: Role } | { scopes: readonly Scope[] } | null;
  headers(path: string): Promise<Headers> | Headers;
  /** Why it is refused where it is nobody. */
  refusal?: ErrorCode;
}

/** What the access of a route says to those who are not let in. */
const REFUSALS: readonly string[] = ['unauthenticated', 'invalid_api_key', 'api_key_expired', 'forbidden'];

describe('who may call', () => {
  let t: ServedApp;
  let callers: Caller[];
  let routes: { method: string; path: string }[];

  beforeAll(async () => {
    t = await startServedApp({
      environment: { KEY_FAILURES_PER_MINUTE: '1000000', MEMORY_API_KEY },
    });
    routes = listHandlers(t.app.get(DiscoveryService, { strict: false }), new MetadataScanner()).flatMap(
      ({ method, paths }) => paths.map((path) => ({ method, path })),
    );
    callers = await makeCallers(t);
  });
  afterAll(() => t.close());

  it('is written down for every route, and for no other', () => {
    const running = routes.map(({ method, path }) => `${method} ${path}`);
    expect(running.sort()).toEqual(Object.keys(ACCESS_TABLE).sort());
  });

  it('is as the table says, for every route and everybody', async () => {
    const wrong: string[] = [];
    for (const { method, path } of routes) {
      const opened = ACCESS_TABLE[`${method} ${path}`];
      if (opened === undefined || opened === 'own rule') continue;
      // Nobody comes to it through nginx.
      if (path === '/metrics' && goesThrough('nginx')) continue;
      for (const caller of callers) {
        const headers = await caller.headers(path);
        const answer = await ask(t.port, method, fill(path), headers);
        const expected = expectedOf(opened, caller);
        const isRefused = answer.code !== null && REFUSALS.includes(answer.code);
        // Who is let in is also understood: a handler that knows users alone fails with a key.
        const isFailure = answer.code === 'internal_error';
        const fits = expected === null ? !isRefused && !isFailure : answer.code === expected;
        if (!fits)
          wrong.push(
            `${method} ${path} by ${caller.name}: ${answer.status} ${answer.code}, not ${expected ?? 'let in'}`,
          );
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is not changed by another spelling of the path', async () => {
    const viewer = await signIn(t, { role: 'viewer' });
    const wrong: string[] = [];
    for (const { method, path } of routes) {
      const opened = ACCESS_TABLE[`${method} ${path}`];
      if (opened === undefined || opened === 'open' || opened === 'own rule') continue;
      const isClosedToViewers = !opens(opened, { role: 'viewer' });
      for (const [name, respell] of Object.entries(PATH_SPELLINGS)) {
        const respelled = respell(fill(path));
        const known = isClosedToViewers ? [{}, viewer.bearer] : [{}];
        for (const headers of known) {
          const { status, type } = await ask(t.port, method, respelled, headers);
          // An address outside the API's is the panel's, whose pages hold nothing of anybody.
          const isPage = status < 400 && type.startsWith('text/html') && method === 'GET';
          if (status < 400 && !isPage) wrong.push(`${method} ${respelled} (${name}): ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('looks at a wrong credential beside a right one', async () => {
    const admin = await signIn(t);
    const rightAndWrong = { ...admin.bearer, 'x-api-key': 'wrong' };
    expect((await ask(t.port, 'GET', '/api/dashboard', rightAndWrong)).code).toBe('invalid_api_key');
    const bothRight = { ...admin.bearer, ...AS_MANAGER };
    expect((await ask(t.port, 'GET', '/api/dashboard', bothRight)).status).toBe(200);
  });
});

/** The code with which a caller is refused; null if it is let in. */
function expectedOf(opened: Exclude<Opened, 'own rule'>, caller: Caller): ErrorCode | null {
  if (opened === 'open') return null;
  if (caller.is === null) return caller.refusal ?? 'unauthenticated';
  return opens(opened, caller.is) ? null : 'forbidden';
}

function opens(opened: Exclude<Opened, 'open' | 'own rule'>, caller: NonNullable<Caller['is']>): boolean {
  if ('scopes' in caller) {
    return opened.needs_all_scopes
      ? opened.scopes.every((scope) => caller.scopes.includes(scope))
      : caller.scopes.some((scope) => opened.scopes.includes(scope));
  }
  if (opened.is_memory === true && caller.role === 'desk') return false;
  return opened.role !== null && mayActAs(caller.role, opened.role);
}

async function makeCallers(t: ServedApp): Promise<Caller[]> {
  const admin = await signIn(t);
  const inAMinute = new Date(t.clock.now().getTime() + 60_000).toISOString();
  const makeKey = async (name: string, scopes: readonly Scope[], expires_at?: string) => {
    const made = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name, scopes, ...(expires_at === undefined ? {} : { expires_at }) })
      .expect(201);
    return made.body as { id: string; key: string };
  };
  const scopes = SCOPES.filter((scope) => scope !== 'workflows');
  const keys = await Promise.all(scopes.map((scope) => makeKey(`only ${scope}`, [scope])));
  const readerOfAll: Scope[] = ['session:read', 'account:activate'];
  const readingKey = await makeKey('reads every session', readerOfAll);
  const expiredKey = await makeKey('expired', scopes, inAMinute);
  const revokedKey = await makeKey('revoked', scopes);
  await t.http.delete(`/api/settings/keys/${revokedKey.id}`).set(admin.bearer).expect(204);
  const expired = await signIn(t);
  const revoked = await signIn(t);
  await t.panel.query('delete from auth_sessions where user_id = $1', [revoked.id]);
  // Longer than an access token lives, and not as long as a session.
  t.clock.set(new Date(Date.now() + 11 * 60_000));
  const users = await Promise.all(ROLES.map(async (role) => [role, await signIn(t, { role })] as const));
  return [
    { name: 'nobody', is: null, headers: () => ({}) },
    ...users.map(([role, user]) => ({
      name: role,
      is: { role },
      // Some routes of the own account end the session of whoever calls them.
      headers: async (path: string) =>
        (path.startsWith('/api/auth/') ? await signIn(t, { role }) : user).bearer,
    })),
    ...keys.map(({ key }, index) => ({
      name: `a key of scope ${scopes[index]}`,
      is: { scopes: [scopes[index]!] },
      headers: () => ({ 'x-api-key': key }),
    })),
    {
      name: 'a key that reads every session',
      is: { scopes: readerOfAll },
      headers: () => ({ 'x-api-key': readingKey.key }),
    },
    { name: 'the workflow key', is: { scopes: ['workflows'] }, headers: () => AS_MANAGER },
    { name: 'an expired token', is: null, headers: () => expired.bearer },
    { name: 'an ended session', is: null, headers: () => revoked.bearer },
    { name: 'a malformed token', is: null, headers: () => ({ authorization: 'Bearer a.b.c' }) },
    { name: 'another scheme', is: null, headers: () => ({ authorization: 'Basic YWRtaW46YWRtaW4=' }) },
    { name: 'a forged token', is: null, headers: () => unsigned(admin) },
    {
      name: 'an expired key',
      is: null,
      refusal: 'api_key_expired',
      headers: () => ({ 'x-api-key': expiredKey.key }),
    },
    {
      name: 'a revoked key',
      is: null,
      refusal: 'invalid_api_key',
      headers: () => ({ 'x-api-key': revokedKey.key }),
    },
    { name: 'a wrong key', is: null, refusal: 'invalid_api_key', headers: () => ({ 'x-api-key': 'no' }) },
    {
      name: 'a key in the wrong header',
      is: null,
      refusal: 'invalid_api_key',
      headers: () => ({ 'x-api-key': AS_MANAGER['x-workflow-api-key'] }),
    },
  ];
}

/** The token of a user with a header that says that it needs no signature. */
function unsigned({ access_token }: SignedInUser): Headers {
  const [header = '', claims = ''] = access_token.split('.');
  const said = JSON.parse(Buffer.from(header, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...said, alg: 'none' })).toString('base64url');
  return { authorization: `Bearer ${forged}.${claims}.` };
}

/** A path without patterns. Nobody has this id. */
function fill(path: string): string {
  return path.replace(/:\w+/g, '01936f00-0000-7000-8000-000000000000');
}

interface Asked {
  status: number;
  type: string;
  code: string | null;
}

/** Sends a request without a body, exactly as it is written, and reads no more than it needs: some answers never end. */
function ask(port: number, method: string, path: string, headers: Headers): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, 'content-length': 0 },
    });
    sent.on('error', reject);
    sent.on('response', (received) => {
      const type = received.headers['content-type'] ?? '';
      const status = received.statusCode ?? 0;
      if (!type.startsWith('application/problem+json')) {
        if (type.startsWith('text/event-stream')) received.destroy();
        else received.resume();
        resolve({ status, type, code: null });
        return;
      }
      const parts: Buffer[] = [];
      received.on('data', (part: Buffer) => parts.push(part));
      received.on('end', () => {
        const { code } = JSON.parse(Buffer.concat(parts).toString()) as { code: string };
        resolve({ status, type, code });
      });
    });
    sent.end();
  });
}
