import type { Role } from '@groupless/shared-dto';
import { PASSWORD, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('what an intruder may have made', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let made = 0;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const send = (method: 'post' | 'patch' | 'delete', path: string, by: SignedInUser, body?: object) =>
    t.http[method](path).set(by.bearer).send(body);

  async function withCalendar(role: Role = 'admin') {
    const user = await signIn(t, { role });
    const { body } = await send('post', '/api/auth/calendar-token', user).expect(201);
    const { token } = body as { token: string };
    const isOpen = async () => {
      const { status } = await t.http.get(`/api/appointments/calendar.ics?token=${token}`);
      return status === 200;
    };
    expect(await isOpen()).toBe(true);
    return { user, isOpen };
  }

  async function makeKey(by: SignedInUser): Promise<() => Promise<number>> {
    const key = { name: `key ${++made}`, scopes: ['panel:read'] };
    const { body } = await send('post', '/api/settings/keys', by, key).expect(201);
    // A key that was not used yet is remembered nowhere.
    return async () => {
      const header = { 'x-api-key': (body as { key: string }).key };
      return (await t.http.get('/api/clients').set(header)).status;
    };
  }

  it.each<[string, (user: SignedInUser) => Promise<unknown>]>([
    [
      'another password',
      (user) =>
        send('post', '/api/auth/password', user, {
          current_password: PASSWORD,
          new_password: 'quite another battery',
        }).expect(204),
    ],
    ['a log-out everywhere', (user) => send('post', '/api/auth/logout-all', user).expect(204)],
    [
      'the end of all sessions by an admin',
      ({ id }) => send('delete', `/api/users/${id}/sessions`, admin).expect(204),
    ],
    [
      'a second factor that an admin takes away',
      ({ id }) => send('delete', `/api/users/${id}/totp`, admin).expect(204),
    ],
    [
      'another, lower role',
      ({ id }) => send('patch', `/api/users/${id}`, admin, { role: 'viewer' }).expect(200),
    ],
  ])('ends with %s: the link of the calendar', async (_, end) => {
    const { user, isOpen } = await withCalendar();
    await end(user);
    expect(await isOpen()).toBe(false);
  });

  it('lives on with another name or a higher role: the link of the calendar', async () => {
    const { user, isOpen } = await withCalendar('viewer');
    await send('patch', `/api/users/${user.id}`, admin, { name: 'Same', role: 'operator' }).expect(200);
    expect(await isOpen()).toBe(true);
  });

  it.each<[string, 'patch' | 'delete', object?]>([
    ['switched off', 'patch', { is_active: false }],
    ['removed', 'delete', undefined],
  ])('ends when its maker is %s: API keys, unless they are to be kept', async (_, method, body) => {
    const [first, second] = [await signIn(t), await signIn(t)];
    const [revoked, kept] = [await makeKey(first), await makeKey(second)];
    await send(method, `/api/users/${first.id}`, admin, body);
    await send(method, `/api/users/${second.id}?keys=keep`, admin, body);
    expect([await revoked(), await kept()]).toEqual([401, 200]);
    const answer = await send(method, `/api/users/${second.id}?keys=maybe`, admin, body);
    expect(refusedFields(answer)).toEqual([['keys', 'not_allowed']]);
  });

  it.each<[string, 'patch' | 'delete', object?]>([
    ['switched off', 'patch', { is_active: false }],
    ['removed', 'delete', undefined],
  ])('ends when its maker is %s: links to choose a password', async (_, method, body) => {
    const maker = await signIn(t);
    const user = { email: `invited-${++made}@example.com`, name: 'Invited', role: 'admin' };
    const created = await send('post', '/api/users', maker, user).expect(201);
    const token = (created.body as { invite_url: string }).invite_url.split('#token=')[1];
    await send(method, `/api/users/${maker.id}`, admin, body);
    const answer = await t.http.post('/api/auth/invite').send({ token, password: 'quite another battery' });
    expect(refusedFields(answer)).toEqual([['token', 'incorrect']]);
  });

  it('is an API key of 90 days, or of a year at most', async () => {
    const create = (expires_at?: string) =>
      send('post', '/api/settings/keys', admin, { name: `key ${++made}`, scopes: ['metrics'], expires_at });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const { body } = await create().expect(201);
    const days = (Date.parse((body as { expires_at: string }).expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    await create(inDays(364.9)).expect(201);
    expect(refusedFields(await create(inDays(365.1)))).toEqual([['expires_at', 'out_of_range']]);
    expectProblem(await create('9999-12-31T00:00:00Z'), 400, 'invalid_request');
  });
});
