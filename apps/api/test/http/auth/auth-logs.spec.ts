import { Secret, TOTP } from 'otpauth';
import { cookieOf, FROM_PANEL, insertUser, PASSWORD, refresh } from '../../harness/data/panel-users';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { eventually } from '../../harness/data/times';

describe('the log of log-ins', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  it('never holds a password, a token, a code or who it was', async () => {
    const { id, email } = await insertUser(t);
    const wrong = 'wrong password 1';
    const logIn = (password: string, totp?: string) =>
      t.http.post('/api/auth/login').send({ email, password, totp });
    await logIn(wrong).expect(401);
    const first = await logIn(PASSWORD).expect(200);
    const bearer = { authorization: `Bearer ${first.body.access_token}` };
    const { secret } = (await t.http.post('/api/auth/totp/setup').set(bearer).expect(200)).body;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const enabled = await t.http.post('/api/auth/totp/enable').set(bearer).send({ totp }).expect(200);
    await logIn(PASSWORD, totp).expect(401);
    const [code] = enabled.body.recovery_codes as string[];
    const second = await logIn(PASSWORD, code).expect(200);
    const tokens = [first, second].map((answer) => cookieOf(answer, 'refresh_token') ?? '');
    const third = await refresh(t, tokens[1]!).expect(200);
    const next = cookieOf(third, 'refresh_token') ?? '';
    await refresh(t, cookieOf(await refresh(t, next).expect(200), 'refresh_token')!).expect(200);
    await refresh(t, tokens[1]!).expect(401);
    await t.http
      .post('/api/auth/logout')
      .set({ ...FROM_PANEL, cookie: `refresh_token=${tokens[0]}` })
      .expect(204);
    // A fault of the server is told of with its error, whose text could quote anything.
    await t.panel.query(`update users set totp_secret = 'broken' where id = $1`, [id]);
    const fault = await logIn(PASSWORD, totp).expect(500);
    await eventually(() => t.log_lines.some((line) => line.includes(fault.headers['x-request-id']!)));

    const secrets = [
      ...[PASSWORD, wrong, email, secret, totp, code, next, ...tokens],
      ...[first, second, third].map(({ body }) => body.access_token as string),
      ...[first, second].map((answer) => cookieOf(answer, 'known_device') ?? ''),
    ];
    expect(secrets.filter((one) => !one)).toEqual([]);
    expect(t.log_lines.filter((line) => secrets.some((one) => line.includes(one as string)))).toEqual([]);
  });
});
