import type { Response } from 'supertest';
import { hashPassword } from '../../../src/users/passwords/password-hash';
import { FirstAdminService } from '../../../src/users/first-admin.service';
import { STRICT_ENVIRONMENT } from '../../harness/data/credentials';
import { CHEAP_COST } from '../../harness/apps/cheap-passwords';
import { cookieOf, insertUser, PASSWORD, setCookiesOf } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce, INSTANT, eventually, WAITS_FOR_LOCK } from '../../harness/data/times';

describe('logging in', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp();
  });
  afterAll(() => t.close());

  const post = (body: object) => t.http.post('/api/auth/login').send(body);

  it('refuses a password that was right when it came and is wrong when its turn is over', async () => {
    const { id, email } = await insertUser(t);
    const another = await hashPassword('quite another password');
    const holder = await t.panel.connect();
    await holder.query('begin');
    await holder.query('update users set password_hash = $2 where id = $1', [id, another]);
    const logIn = t.http.post('/api/auth/login').send({ email, password: PASSWORD });
    const answer = logIn.then((response) => response);
    await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rowCount !== 0);
    await holder.query('commit');
    holder.release();
    expectProblem(await answer, 401, 'invalid_credentials');
    expect((await t.panel.query('select from auth_sessions where user_id = $1', [id])).rowCount).toBe(0);
  });

  it('gives an access token for ten minutes, and the user', async () => {
    const { id, email } = await insertUser(t, { role: 'operator' });
    const { body, headers } = await post({ email, password: PASSWORD }).expect(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_in: 600,
      user: {
        id,
        email,
        name: 'The operator',
        role: 'operator',
        is_active: true,
        is_away: false,
        totp_enabled: false,
        invited: false,
        last_seen_at: expect.stringMatching(INSTANT),
        created_at: expect.stringMatching(INSTANT),
        updated_at: expect.stringMatching(INSTANT),
        locale: 'en',
        time_zone: 'UTC',
        theme: 'system',
        density: 'comfortable',
        formats: null,
      },
    });
    expect(headers['cache-control']).toBe('no-store');
    const me = await t.http.get('/api/auth/me').set('authorization', `Bearer ${body.access_token}`);
    expect(me.body).toEqual(body.user);
  });

  it('takes the email without regard to case', async () => {
    const { email } = await insertUser(t, { email: 'Zoe.MIXED@Example.com' });
    await post({ email: email.toUpperCase(), password: PASSWORD }).expect(200);
    await post({ email: email.toLowerCase(), password: PASSWORD }).expect(200);
  });

  it('takes the password exactly as it is', async () => {
    const { email } = await insertUser(t);
    for (const password of [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.toUpperCase(), PASSWORD.slice(1), '']) {
      expectProblem(await post({ email, password }), 401, 'invalid_credentials');
    }
    await post({ email, password: PASSWORD }).expect(200);
  });

  describe('in vain', () => {
    let known: string;
    let disabled: string;
    let invited: string;
    beforeAll(async () => {
      known = (await insertUser(t)).email;
      disabled = (await insertUser(t, { is_active: false })).email;
      invited = (await insertUser(t)).email;
      await t.panel.query('update users set password_hash = null where email = $1', [invited]);
    });

    /** All that an answer says, but for what differs between any two. */
    const said = ({ status, body, headers }: Response) => {
      const { date, 'x-request-id': requestId, ...others } = headers as Record<string, string>;
      expect([date, requestId]).toEqual([expect.any(String), expect.any(String)]);
      return { status, headers: others, body: { ...(body as object), instance: '' } };
    };

    it('says the same whether it was the user or the password', async () => {
      const wrong = await post({ email: known, password: 'wrong password 1' });
      expectProblem(wrong, 401, 'invalid_credentials');
      for (const [email, password] of [
        ['nobody@example.com', 'wrong password 1'],
        ['no email at all', PASSWORD],
        ['', PASSWORD],
        [disabled, PASSWORD],
        [disabled, 'wrong password 1'],
        [invited, PASSWORD],
        [invited, ''],
      ]) {
        expect(said(await post({ email, password }))).toEqual(said(wrong));
      }
    });

    it('sets no cookie', async () => {
      expect(setCookiesOf(await post({ email: known, password: 'wrong password 1' }))).toEqual([]);
    });
  });

  it.each([
    [{}, ['email', 'required'], ['password', 'required']],
    [{ email: 1, password: null }, ['email', 'wrong_type'], ['password', 'wrong_type']],
    [{ email: 'x'.repeat(255), password: 'x'.repeat(129) }, ['email', 'too_long'], ['password', 'too_long']],
    [{ email: 'a', password: 'b', totp: null }, ['totp', 'wrong_type']],
    [{ email: 'a', password: 'b', remember: true }, ['remember', 'unknown_field']],
    [{ email: 'a\0', password: 'b' }, ['email', 'invalid_characters']],
  ])('refuses %j', async (body, ...errors) => {
    expect(refusedFields(await post(body))).toEqual(errors);
  });

  it('takes JSON alone, so that no form of another site can do it', async () => {
    const form = t.http.post('/api/auth/login').type('form').send({ email: 'a', password: PASSWORD });
    expectProblem(await form, 415, 'unsupported_media_type');
  });

  it('takes no notice of credentials in headers, nor of a refresh token', async () => {
    const { email } = await insertUser(t);
    const headers = {
      authorization: 'Bearer wrong',
      'x-api-key': 'wrong',
      'x-workflow-api-key': 'wrong',
      cookie: 'refresh_token=wrong',
    };
    await post({ email, password: PASSWORD }).set(headers).expect(200);
  });

  it('gives the browser a refresh token that scripts and other sites cannot use', async () => {
    const { email } = await insertUser(t);
    const cookies = setCookiesOf(await post({ email, password: PASSWORD }));
    const idleS = 24 * 3_600;
    expect(cookies[0]).toMatch(
      new RegExp(`^refresh_token=[\\w-]{43}; Path=/api/auth; Max-Age=${idleS}; HttpOnly; SameSite=Strict$`),
    );
    expect(cookies[1]).toMatch(
      /^known_device=[\w.-]+; Path=\/api\/auth\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
  });

  it.each([
    ['https://panel.example.com', true],
    ['http://127.0.0.1:3000', false],
  ])('sends the cookies by https alone where the panel is at %s: %s', async (PUBLIC_URL, secure) => {
    const environment = secure ? { ...STRICT_ENVIRONMENT, PUBLIC_URL } : { PUBLIC_URL };
    const other = await startServedApp({ environment, urls: t.urls });
    const { email } = await insertUser(t);
    const response = await other.http.post('/api/auth/login').send({ email, password: PASSWORD });
    await other.close();
    const cookies = setCookiesOf(response);
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie.endsWith('; Secure')).toBe(secure);
  });

  it('makes another session each time', async () => {
    const { email } = await insertUser(t);
    const answers = await atOnce(12, () => post({ email, password: PASSWORD }));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map((answer) => cookieOf(answer, 'refresh_token'))).size).toBe(12);
  });

  it('stores a password that was hashed at another cost anew', async () => {
    const { id, email } = await insertUser(t);
    const stored = await hashPassword(PASSWORD, { ...CHEAP_COST, passes: 2 });
    await t.panel.query('update users set password_hash = $2 where id = $1', [id, stored]);
    expectProblem(await post({ email, password: 'wrong password 1' }), 401, 'invalid_credentials');
    expect(await hashOf(id)).toBe(stored);
    await post({ email, password: PASSWORD }).expect(200);
    expect(await hashOf(id)).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    await post({ email, password: PASSWORD }).expect(200);
  });

  it('makes the user seen', async () => {
    const { id, email } = await insertUser(t);
    await post({ email, password: PASSWORD }).expect(200);
    const { rows } = await t.panel.query<{ last_seen_at: Date | null }>(
      'select last_seen_at from users where id = $1',
      [id],
    );
    expect(rows[0]?.last_seen_at).toEqual(expect.any(Date));
  });

  async function hashOf(id: string): Promise<string> {
    const { rows } = await t.panel.query<{ password_hash: string }>(
      'select password_hash from users where id = $1',
      [id],
    );
    return rows[0]?.password_hash ?? '';
  }
});

describe('the first admin', () => {
  it.each([
    [PASSWORD, true],
    ['123qweasdzxc', false],
  ])('may have the password %s: %s', async (ADMIN_PASSWORD, may) => {
    const t = await startServedApp({ environment: { ADMIN_PASSWORD, ADMIN_EMAIL: 'Ada@example.com' } });
    const made = t.app.get(FirstAdminService).ensure();
    if (may) await made;
    else await expect(made).rejects.toThrow('ADMIN_PASSWORD is one of the 10,000 most common passwords');
    const body = { email: 'ada@example.com', password: ADMIN_PASSWORD };
    const { status } = await t.http.post('/api/auth/login').send(body);
    await t.close();
    expect(status).toBe(may ? 200 : 401);
  });
});
