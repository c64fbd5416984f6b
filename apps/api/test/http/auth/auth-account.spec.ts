import type { AuthSessionDto } from '@groupless/shared-dto';
import {
  beginSession,
  insertUser,
  isSignedIn,
  PASSWORD,
  refresh,
  setCookiesOf,
  signIn,
  type SignedInUser,
} from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { INSTANT } from '../../harness/data/times';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

const NEW_PASSWORD = 'quite another battery';

describe('the own account', () => {
  let t: ServedApp;
  let user: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  beforeEach(async () => {
    user = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());

  const get = (path: string) => t.http.get(`/api/auth/${path}`).set(user.bearer);
  const patch = (body: object) => t.http.patch('/api/auth/me').set(user.bearer).send(body);

  it('has a name and preferences that its user may change', async () => {
    const before = (await get('me').expect(200)).body;
    const change = {
      name: ' Ada 🦊 ',
      locale: 'de-AT',
      time_zone: 'Europe/Vienna',
      theme: 'dark',
      density: 'compact',
      formats: 'en-GB',
    };
    const { body } = await patch(change).expect(200);
    expect(body).toEqual({
      ...before,
      ...change,
      name: 'Ada 🦊',
      updated_at: expect.stringMatching(INSTANT),
    });
    expect((await get('me')).body).toEqual(body);
  });

  it('follows the region again where the formats are taken back', async () => {
    expect((await patch({ formats: 'de-AT' }).expect(200)).body.formats).toBe('de-AT');
    expect((await patch({ formats: null }).expect(200)).body.formats).toBeNull();
    await patch({ formats: 'not a tag' }).expect(400);
  });

  it('keeps what a change does not name', async () => {
    await patch({ theme: 'light' }).expect(200);
    const { body } = await patch({ name: 'Ada' }).expect(200);
    expect([body.theme, body.name]).toEqual(['light', 'Ada']);
    await patch({}).expect(200);
  });

  it('says what its user wants to be told of: nothing at first, then what was chosen', async () => {
    const put = (body: object) => t.http.put('/api/auth/notifications').set(user.bearer).send(body);
    const unchosen = { mail: [], push: [], push_names: false };
    expect((await get('notifications').expect(200)).body).toEqual({ desktop: [], sound: [], ...unchosen });
    const chosen = { desktop: ['needs_human', 'cancelled_appointment'], sound: ['needs_human'] };
    expect((await put(chosen).expect(200)).body).toEqual({ ...chosen, ...unchosen });
    const ways = { push: ['needs_human', 'account_limit'], push_names: true };
    const all = { ...chosen, mail: ['booking_waits', 'backup_failed'], ...ways };
    expect((await put(all).expect(200)).body).toEqual(all);
    expect((await put(chosen).expect(200)).body).toEqual(all);
    expect((await get('notifications')).body).toEqual(all);
    const other = await signIn(t, { role: 'operator' });
    expect((await t.http.get('/api/auth/notifications').set(other.bearer)).body.desktop).toEqual([]);

    expect(refusedFields(await put({ desktop: ['weather'], sound: [] }))).toEqual([
      ['desktop', 'not_allowed'],
    ]);
    expect(refusedFields(await put({ desktop: [] }))).toEqual([['sound', 'required']]);
    const twice = { desktop: [], sound: ['needs_human', 'needs_human'] };
    expect(refusedFields(await put(twice))).toEqual([['sound', 'repeated']]);
    expect(refusedFields(await put({ ...chosen, mail: ['weather'] }))).toEqual([['mail', 'not_allowed']]);
    expect((await get('notifications')).body).toEqual(all);
  });

  it.each([
    [{ name: '' }, 'name', 'too_short'],
    [{ name: 'x'.repeat(201) }, 'name', 'too_long'],
    [{ name: null }, 'name', 'wrong_type'],
    [{ locale: 'no language' }, 'locale', 'invalid_format'],
    [{ locale: '' }, 'locale', 'too_short'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'not_allowed'],
    [{ time_zone: '+01:00' }, 'time_zone', 'not_allowed'],
    [{ theme: 'pink' }, 'theme', 'not_allowed'],
    [{ density: 1 }, 'density', 'wrong_type'],
    [{ email: 'me@example.com' }, 'email', 'unknown_field'],
    [{ role: 'admin' }, 'role', 'unknown_field'],
    [{ is_active: true }, 'is_active', 'unknown_field'],
    [{ password_hash: 'x' }, 'password_hash', 'unknown_field'],
  ])('refuses %j', async (change, field, code) => {
    expect(refusedFields(await patch(change))).toEqual([[field, code]]);
  });

  describe('and its password', () => {
    const change = (body: object) => t.http.post('/api/auth/password').set(user.bearer).send(body);
    const logIn = (password: string) => t.http.post('/api/auth/login').send({ email: user.email, password });

    it('are parted by another password, which ends the other sessions at once', async () => {
      const other = await beginSession(t, user.id, user.email);
      expect(await isSignedIn(t, other)).toBe(true);
      await change({ current_password: PASSWORD, new_password: NEW_PASSWORD }).expect(204);
      expect(await isSignedIn(t, other)).toBe(false);
      expectProblem(await refresh(t, other.refresh_token), 401, 'unauthenticated');
      expect(await isSignedIn(t, user)).toBe(true);
      await refresh(t, user.refresh_token).expect(200);
      expectProblem(await logIn(PASSWORD), 401, 'invalid_credentials');
      await logIn(NEW_PASSWORD).expect(200);
    });

    it('stay as they are where the present one is wrong', async () => {
      const other = await beginSession(t, user.id, user.email);
      const answer = await change({ current_password: 'wrong', new_password: NEW_PASSWORD });
      expect(refusedFields(answer)).toEqual([['current_password', 'incorrect']]);
      expect(await isSignedIn(t, other)).toBe(true);
    });

    it.each([
      ['x'.repeat(11), 'too_short'],
      ['🦊'.repeat(11), 'too_short'],
      ['x'.repeat(129), 'too_long'],
      ['123qweasdzxc', 'too_common'],
      ['QWERTY123456', 'too_common'],
      ['a\0bcdefghijklmn', 'invalid_characters'],
    ])('cannot be %j', async (new_password, code) => {
      const answer = await change({ current_password: PASSWORD, new_password });
      expect(refusedFields(answer)).toEqual([['new_password', code]]);
    });

    it.each(['🦊'.repeat(12), '🦊'.repeat(128), '            ', ' padded password ', 'e\u0301'.repeat(8)])(
      'can be %j, as it is',
      async (new_password) => {
        await change({ current_password: PASSWORD, new_password }).expect(204);
        await logIn(new_password).expect(200);
        expect((await logIn(`${new_password} `)).status).toBeGreaterThanOrEqual(400);
      },
    );

    it('does not say that a password is common to who has not the present one', async () => {
      const answer = await change({ current_password: 'wrong', new_password: '123qweasdzxc' });
      expect(refusedFields(answer)).toEqual([['current_password', 'incorrect']]);
    });
  });

  describe('and its sessions', () => {
    it('are listed, the last used first, without a token', async () => {
      const other = await beginSession(t, user.id, user.email);
      const { body } = await get('sessions').expect(200);
      const sessions = body as AuthSessionDto[];
      expect(sessions).toHaveLength(2);
      expect(sessions.find(({ current }) => current)).toEqual({
        id: expect.any(String),
        current: true,
        ip: '203.0.113.9',
        user_agent: 'a test',
        created_at: expect.stringMatching(INSTANT),
        last_used_at: expect.stringMatching(INSTANT),
        expires_at: expect.stringMatching(INSTANT),
      });
      const idleMs = 24 * 3_600_000;
      for (const { last_used_at, expires_at } of sessions) {
        expect(Date.parse(expires_at) - Date.parse(last_used_at)).toBe(idleMs);
      }
      expect(JSON.stringify(body)).not.toContain(other.refresh_token);
    });

    it('tell where a log-in came from', async () => {
      const { email } = await insertUser(t);
      const agent = 'Mozilla/5.0 '.padEnd(500, 'x');
      const { body } = await t.http
        .post('/api/auth/login')
        .set('user-agent', agent)
        .send({ email, password: PASSWORD });
      const bearer = { authorization: `Bearer ${body.access_token}` };
      const [session] = (await t.http.get('/api/auth/sessions').set(bearer)).body as AuthSessionDto[];
      expect(session).toMatchObject({ ip: '127.0.0.1', user_agent: agent.slice(0, 300) });
    });

    it('are ended one by one, at once', async () => {
      const other = await beginSession(t, user.id, user.email);
      expect(await isSignedIn(t, other)).toBe(true);
      const sessions = (await get('sessions')).body as AuthSessionDto[];
      const { id } = sessions.find(({ current }) => !current)!;
      await t.http.delete(`/api/auth/sessions/${id}`).set(user.bearer).expect(204);
      expect(await isSignedIn(t, other)).toBe(false);
      expect(await isSignedIn(t, user)).toBe(true);
      expect((await get('sessions')).body).toHaveLength(1);
      expectProblem(await t.http.delete(`/api/auth/sessions/${id}`).set(user.bearer), 404, 'not_found');
    });

    it("are never another user's", async () => {
      const other = await signIn(t);
      const [session] = (await t.http.get('/api/auth/sessions').set(other.bearer)).body as AuthSessionDto[];
      for (const id of [session!.id, UNKNOWN_ID, 'x']) {
        expectProblem(await t.http.delete(`/api/auth/sessions/${id}`).set(user.bearer), 404, 'not_found');
      }
      expect(await isSignedIn(t, other)).toBe(true);
    });

    it('are ended all together, this one included', async () => {
      const other = await beginSession(t, user.id, user.email);
      const stranger = await signIn(t);
      const response = await t.http.post('/api/auth/logout-all').set(user.bearer).expect(204);
      expect(setCookiesOf(response)).toEqual([expect.stringMatching(/^refresh_token=; .*Max-Age=0;/)]);
      for (const one of [user, other]) {
        expect(await isSignedIn(t, one)).toBe(false);
        expectProblem(await refresh(t, one.refresh_token), 401, 'unauthenticated');
      }
      expect(await isSignedIn(t, stranger)).toBe(true);
    });
  });
});
