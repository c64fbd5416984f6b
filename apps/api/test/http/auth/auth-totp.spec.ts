import { Secret, TOTP } from 'otpauth';
import { insertUser, PASSWORD, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce, eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { hashPassword } from '../../../src/users/passwords/password-hash';

const STEP_MS = 30_000;

describe('the second factor', () => {
  let t: ServedApp;
  let user: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
  });
  beforeEach(async () => {
    t.clock.set(new Date());
    user = await signIn(t);
  });
  afterAll(() => t.close());

  const post = (action: string, body?: object) =>
    t.http.post(`/api/auth/totp/${action}`).set(user.bearer).send(body);
  const logIn = (totp?: string, password = PASSWORD) =>
    t.http.post('/api/auth/login').send({ email: user.email, password, totp });
  const later = (ms: number) => t.clock.set(new Date(t.clock.now().getTime() + ms));

  /** What an authenticator shows so many steps from now. */
  function codeOf(secret: string, steps = 0): string {
    const timestamp = t.clock.now().getTime() + steps * STEP_MS;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  }

  async function setUp(proof?: object): Promise<string> {
    return (await post('setup', proof).expect(200)).body.secret as string;
  }

  /** Switches it on; the code of the present step is used up by that. */
  async function switchOn(): Promise<{ secret: string; recovery_codes: string[] }> {
    const secret = await setUp();
    const { body } = await post('enable', { totp: codeOf(secret) }).expect(200);
    later(STEP_MS);
    return { secret, recovery_codes: body.recovery_codes as string[] };
  }

  it('is not asked for until it is proved', async () => {
    await setUp();
    await logIn().expect(200);
    expect((await t.http.get('/api/auth/me').set(user.bearer)).body.totp_enabled).toBe(false);
  });

  it('is set up with a secret for any authenticator, with or without an empty body', async () => {
    for (const body of [undefined, {}]) {
      const response = await post('setup', body).expect(200);
      expect(response.body).toEqual({
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/Groupless/),
      });
      const url = new URL(response.body.otpauth_url);
      expect(decodeURIComponent(url.pathname)).toContain(user.email);
      expect(url.searchParams.get('secret')).toBe(response.body.secret);
    }
  });

  it('is switched on by a code, and gives ten recovery codes', async () => {
    const secret = await setUp();
    const { body } = await post('enable', { totp: codeOf(secret) }).expect(200);
    expect(body).toEqual({ totp_enabled: true, recovery_codes: expect.any(Array) });
    expect(new Set(body.recovery_codes).size).toBe(10);
    for (const code of body.recovery_codes) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    expect((await t.http.get('/api/auth/me').set(user.bearer)).body.totp_enabled).toBe(true);
  });

  it.each(['000000', '12345', '1234567', 'abcdef', 'k3vh-9x2m-pq7d-a4tz'])(
    'is not switched on by %s',
    async (totp) => {
      await setUp();
      expect(refusedFields(await post('enable', { totp }))).toEqual([['totp', 'incorrect']]);
    },
  );

  it('cannot be switched on before it is set up, nor off before it is on', async () => {
    expectProblem(await post('enable', { totp: '123456' }), 409, 'totp_not_set_up');
    await setUp();
    expectProblem(await post('disable', { password: PASSWORD, totp: '123456' }), 409, 'totp_not_set_up');
  });

  it('is asked for after the right password alone', async () => {
    const { secret } = await switchOn();
    expectProblem(await logIn(), 401, 'totp_required');
    expectProblem(await logIn('000000'), 401, 'totp_invalid');
    expectProblem(await logIn(undefined, 'wrong password 1'), 401, 'invalid_credentials');
    expectProblem(await logIn(codeOf(secret), 'wrong password 1'), 401, 'invalid_credentials');
    await logIn(codeOf(secret)).expect(200);
  });

  it('is not asked of who has none, whatever they send', async () => {
    await logIn('000000').expect(200);
  });

  it.each([-1, 0, 1])('takes the code of %i steps from now', async (steps) => {
    const { secret } = await switchOn();
    later(3 * STEP_MS);
    await logIn(codeOf(secret, steps)).expect(200);
  });

  it.each([-2, 2, 100])('refuses the code of %i steps from now', async (steps) => {
    const { secret } = await switchOn();
    later(3 * STEP_MS);
    expectProblem(await logIn(codeOf(secret, steps)), 401, 'totp_invalid');
  });

  it('takes a code once, and none before it', async () => {
    const { secret } = await switchOn();
    later(3 * STEP_MS);
    await logIn(codeOf(secret)).expect(200);
    expectProblem(await logIn(codeOf(secret)), 401, 'totp_invalid');
    expectProblem(await logIn(codeOf(secret, -1)), 401, 'totp_invalid');
    await logIn(codeOf(secret, 1)).expect(200);
  });

  it('is taken once more by the log-in that it was sent with, where the user changed meanwhile', async () => {
    const { secret } = await switchOn();
    const rehashed = await hashPassword(PASSWORD);
    const holder = await t.panel.connect();
    await holder.query('begin');
    await holder.query('update users set password_hash = $2 where id = $1', [user.id, rehashed]);
    const loggingIn = logIn(codeOf(secret)).then((response) => response);
    await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rowCount !== 0);
    await holder.query('commit');
    holder.release();
    expect((await loggingIn).status).toBe(200);
    expectProblem(await logIn(codeOf(secret)), 401, 'totp_invalid');
  });

  it('does not take the code that switched it on', async () => {
    const secret = await setUp();
    const totp = codeOf(secret);
    await post('enable', { totp }).expect(200);
    expectProblem(await logIn(totp), 401, 'totp_invalid');
  });

  it('lets one of 100 log-ins with one code in', async () => {
    const { secret } = await switchOn();
    const totp = codeOf(secret);
    const answers = await atOnce(100, () => logIn(totp));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 401 && status !== 429)).toEqual([]);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const { recovery_codes } = await switchOn();
    const [first = '', second = ''] = recovery_codes;
    await logIn(first).expect(200);
    expectProblem(await logIn(first), 401, 'totp_invalid');
    await logIn(second.toUpperCase().replaceAll('-', ' ')).expect(200);
    expectProblem(await logIn(second), 401, 'totp_invalid');
  });

  it('lets one of ten log-ins with one recovery code in', async () => {
    const { recovery_codes } = await switchOn();
    const answers = await atOnce(10, () => logIn(recovery_codes[0]));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("takes no other user's recovery code", async () => {
    const { recovery_codes } = await switchOn();
    user = await signIn(t);
    await switchOn();
    expectProblem(await logIn(recovery_codes[0]), 401, 'totp_invalid');
  });

  it('is switched off by password and code together', async () => {
    const { secret } = await switchOn();
    const disable = (password: string, totp: string) => post('disable', { password, totp });
    expect(refusedFields(await disable('wrong', codeOf(secret)))).toEqual([['password', 'incorrect']]);
    expect(refusedFields(await disable(PASSWORD, '000000'))).toEqual([['totp', 'incorrect']]);
    expectProblem(await logIn(), 401, 'totp_required');
    const { body } = await disable(PASSWORD, codeOf(secret)).expect(200);
    expect(body).toMatchObject({ id: user.id, totp_enabled: false });
    await logIn().expect(200);
  });

  it('is switched off with a recovery code where the authenticator is lost, and the codes are gone', async () => {
    const { recovery_codes } = await switchOn();
    await post('disable', { password: PASSWORD, totp: recovery_codes[3] }).expect(200);
    const { rows } = await t.panel.query('select 1 from recovery_codes where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  });

  it('is set up anew only with password and code, and counts as before until the new one is proved', async () => {
    const { secret, recovery_codes } = await switchOn();
    expect(refusedFields(await post('setup'))).toEqual([
      ['password', 'required'],
      ['totp', 'required'],
    ]);
    const wrong = await post('setup', { password: PASSWORD, totp: '000000' });
    expect(refusedFields(wrong)).toEqual([['totp', 'incorrect']]);
    const next = await setUp({ password: PASSWORD, totp: codeOf(secret) });
    later(STEP_MS);
    expectProblem(await logIn(codeOf(next)), 401, 'totp_invalid');
    await logIn(codeOf(secret)).expect(200);
    await post('enable', { totp: codeOf(next, 1) }).expect(200);
    later(2 * STEP_MS);
    expectProblem(await logIn(codeOf(secret)), 401, 'totp_invalid');
    expectProblem(await logIn(recovery_codes[0]), 401, 'totp_invalid');
    await logIn(codeOf(next)).expect(200);
  });

  it('lies in the database neither as it is nor for another user', async () => {
    const { secret, recovery_codes } = await switchOn();
    const { rows } = await t.panel.query('select users::text as row from users where id = $1', [user.id]);
    expect(rows[0].row).not.toContain(secret);
    const codes = await t.panel.query('select encode(code_digest, $1) as code from recovery_codes', [
      'escape',
    ]);
    for (const code of recovery_codes) expect(JSON.stringify(codes.rows)).not.toContain(code);
    const { id, email } = await insertUser(t);
    await t.panel.query(
      'update users set totp_secret = (select totp_secret from users where id = $2) where id = $1',
      [id, user.id],
    );
    const body = { email, password: PASSWORD, totp: codeOf(secret) };
    expectProblem(await t.http.post('/api/auth/login').send(body), 500, 'internal_error');
  });
});
