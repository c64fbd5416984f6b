import { Secret, TOTP } from 'otpauth';
import { AttemptsService } from '../../../src/auth/limits/attempts.service';
import { cookieOf, insertUser, PASSWORD, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce } from '../../harness/data/times';

const PER_ACCOUNT = 3;
const PER_DAY = 5;
const PER_ADDRESS = 4;
const WRONG = 'wrong password 1';

describe('too many wrong guesses', () => {
  let t: ServedApp;
  let there: ServedApp;
  let email: string;
  let id: string;
  let addresses = 0;
  let from: string;
  beforeAll(async () => {
    const environment = {
      LOGIN_FAILURES_PER_ACCOUNT: String(PER_ACCOUNT),
      LOGIN_FAILURES_PER_ACCOUNT_DAY: String(PER_DAY),
      LOGIN_FAILURES_PER_ADDRESS: String(PER_ADDRESS),
      TRUST_PROXY: '1',
    };
    t = await startServedApp({ environment });
    there = await startServedApp({ environment, urls: t.urls });
  });
  beforeEach(async () => {
    from = nextAddress();
    ({ id, email } = await insertUser(t));
  });
  afterAll(async () => {
    await there.close();
    await t.close();
  });

  const nextAddress = () => `203.0.113.${++addresses}`;
  const logIn = (password: string, { as = email, at = nextAddress(), on = t, cookie = '' } = {}) =>
    on.http.post('/api/auth/login').set({ 'x-forwarded-for': at, cookie }).send({ email: as, password });

  async function fail(times: number, options: Parameters<typeof logIn>[1] = {}): Promise<void> {
    for (let count = 0; count < times; count++) {
      expectProblem(await logIn(WRONG, options), 401, 'invalid_credentials');
    }
  }

  /** A cookie of a browser in which the user has logged in before. */
  async function knownDevice(as = email): Promise<string> {
    return `known_device=${cookieOf(await logIn(PASSWORD, { as }).expect(200), 'known_device')}`;
  }

  describe('at one account', () => {
    it('lock it, from whatever address, and say when to come again', async () => {
      await fail(PER_ACCOUNT);
      const response = await logIn(WRONG);
      expectProblem(response, 429, 'too_many_requests');
      const retryAfter = Number(response.headers['retry-after']);
      expect(retryAfter).toBeGreaterThan(14 * 60);
      expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    });

    it('lock it for the right password too, which nobody could otherwise be kept from finding', async () => {
      await fail(PER_ACCOUNT);
      expectProblem(await logIn(PASSWORD), 429, 'too_many_requests');
    });

    it('lock it however the email is written', async () => {
      for (const as of [email, email.toUpperCase(), email.replace('e', 'E')]) await fail(1, { as });
      expectProblem(await logIn(WRONG, { as: email.toUpperCase() }), 429, 'too_many_requests');
    });

    it('lock it on every replica', async () => {
      await fail(PER_ACCOUNT - 1);
      await fail(1, { on: there });
      expectProblem(await logIn(PASSWORD, { on: there }), 429, 'too_many_requests');
      expectProblem(await logIn(PASSWORD), 429, 'too_many_requests');
    });

    it('do not keep the owner out on a device where the owner has logged in before', async () => {
      const cookie = await knownDevice();
      await fail(PER_ACCOUNT);
      expectProblem(await logIn(PASSWORD), 429, 'too_many_requests');
      await logIn(PASSWORD, { cookie }).expect(200);
    });

    it('are counted apart on such a device, which is no way to guess without end', async () => {
      const cookie = await knownDevice();
      await fail(PER_ACCOUNT, { cookie });
      expectProblem(await logIn(PASSWORD, { cookie }), 429, 'too_many_requests');
      await logIn(PASSWORD).expect(200);
    });

    it("are not helped by another user's device, nor by a forged one", async () => {
      const other = await insertUser(t);
      const cookies = [await knownDevice(other.email), 'known_device=x', `${await knownDevice()}x`];
      await fail(PER_ACCOUNT);
      for (const cookie of cookies) {
        expectProblem(await logIn(PASSWORD, { cookie }), 429, 'too_many_requests');
      }
    });

    it('lock an account that nobody has just the same', async () => {
      const as = `nobody-${addresses}@example.com`;
      await fail(PER_ACCOUNT, { as });
      expectProblem(await logIn(WRONG, { as }), 429, 'too_many_requests');
    });

    it('are forgotten on every replica by whoever unlocks the account, and counted anew from then on', async () => {
      await atOnce(3 * PER_ACCOUNT, () => logIn(WRONG));
      expectProblem(await logIn(WRONG), 429, 'too_many_requests');
      await there.app.get(AttemptsService, { strict: false }).unlock(id);
      await fail(PER_ACCOUNT);
      expectProblem(await logIn(PASSWORD), 429, 'too_many_requests');
    });

    it('leave other accounts alone', async () => {
      await fail(PER_ACCOUNT);
      const other = await insertUser(t);
      await logIn(PASSWORD, { as: other.email }).expect(200);
    });

    it('are forgiven after a quarter of an hour', async () => {
      await fail(PER_ACCOUNT);
      await t.panel.query('update rate_limits set expire = expire - 900000 where key like $1', [`%${id}`]);
      await logIn(PASSWORD).expect(200);
    });

    it('are also counted by day, whatever the quarter of an hour forgives', async () => {
      const cookie = await knownDevice();
      await fail(PER_ACCOUNT);
      await t.panel.query(`update rate_limits set expire = expire - 900000 where key = $1`, [
        `account:${id}`,
      ]);
      await fail(PER_DAY - PER_ACCOUNT);
      const response = await logIn(PASSWORD);
      expectProblem(response, 429, 'too_many_requests');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
      await logIn(PASSWORD, { cookie }).expect(200);
    });

    it('tell no more when they come at once', async () => {
      // Each count is by itself: of guesses that are checked at once, the last told one could be the sixth of the day.
      await t.panel.query(`insert into rate_limits (key, points, expire) values ($1, -100, $2)`, [
        `account-day:${id}`,
        Date.now() + 86_400_000,
      ]);
      const answers = await atOnce(PER_ACCOUNT * 5, (index) => logIn(WRONG, { on: index % 2 ? t : there }));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(PER_ACCOUNT);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(PER_ACCOUNT * 4);
      expectProblem(await logIn(PASSWORD), 429, 'too_many_requests');
    });

    it('are not made by the right password, however often it comes at once', async () => {
      const answers = await atOnce(PER_ACCOUNT + 1, () => logIn(PASSWORD));
      expect(answers.map(({ status }) => status)).toEqual(Array(PER_ACCOUNT + 1).fill(200));
      await fail(PER_ACCOUNT);
    });

    it('are not made by what is no log-in', async () => {
      for (let count = 0; count <= PER_ACCOUNT; count++) {
        await t.http.post('/api/auth/login').send({ email }).expect(400);
      }
      await logIn(PASSWORD).expect(200);
    });
  });

  describe('from one address', () => {
    /** At a new account each. */
    async function spray(times: number, at = from): Promise<void> {
      for (let count = 0; count < times; count++) await fail(1, { as: `${at}-${count}@example.com`, at });
    }

    it('make the next wrong one a 429', async () => {
      await spray(PER_ADDRESS);
      expectProblem(await logIn(WRONG, { at: from }), 429, 'too_many_requests');
      await fail(1);
    });

    it('stop the right one too, except on a device where the owner has logged in before', async () => {
      const cookie = await knownDevice();
      await spray(PER_ADDRESS);
      expectProblem(await logIn(PASSWORD, { at: from }), 429, 'too_many_requests');
      await logIn(PASSWORD, { at: from, cookie }).expect(200);
    });

    it('are not made by the owner on such a device, nor is the owner refused for those of others', async () => {
      const cookie = await knownDevice();
      await fail(PER_ACCOUNT, { at: from, cookie });
      await spray(PER_ADDRESS);
      expectProblem(await logIn(WRONG, { at: from }), 429, 'too_many_requests');
      const another = await knownDevice();
      await fail(1, { at: from, cookie: another });
    });

    it('are counted for a whole network of IPv6', async () => {
      await spray(PER_ADDRESS, '2001:db8:5:6::1');
      expectProblem(await logIn(WRONG, { at: '2001:db8:5:6:ffff::1' }), 429, 'too_many_requests');
    });
  });

  describe('in a session', () => {
    let user: SignedInUser;
    beforeEach(async () => {
      user = await signIn(t);
      ({ id, email } = user);
    });

    const post = (path: string, body: object) =>
      t.http.post(`/api/auth/${path}`).set(user.bearer).set('x-forwarded-for', nextAddress()).send(body);
    const wrongPassword = () =>
      post('password', { current_password: WRONG, new_password: 'quite another battery' });

    it('stop the change of the password, even with the right one', async () => {
      for (let count = 0; count < PER_ACCOUNT; count++) {
        expect(refusedFields(await wrongPassword())).toEqual([['current_password', 'incorrect']]);
      }
      expectProblem(await wrongPassword(), 429, 'too_many_requests');
      const right = { current_password: PASSWORD, new_password: 'quite another battery' };
      expectProblem(await post('password', right), 429, 'too_many_requests');
    });

    it('stop the guessing of codes', async () => {
      await post('totp/setup', {}).expect(200);
      for (let count = 0; count < PER_ACCOUNT; count++) {
        expect(refusedFields(await post('totp/enable', { totp: '000000' }))).toEqual([['totp', 'incorrect']]);
      }
      expectProblem(await post('totp/enable', { totp: '000000' }), 429, 'too_many_requests');
    });

    it('are not made by strangers who lock the account', async () => {
      await fail(PER_ACCOUNT);
      const right = { current_password: PASSWORD, new_password: 'quite another battery' };
      await post('password', right).expect(204);
    });

    it('of codes at the log-in lock the account like those of passwords', async () => {
      const { body } = await post('totp/setup', {}).expect(200);
      const totp = () => new TOTP({ secret: Secret.fromBase32(body.secret) }).generate();
      await post('totp/enable', { totp: totp() }).expect(200);
      const send = (code?: string) =>
        t.http.post('/api/auth/login').send({ email, password: PASSWORD, totp: code });
      for (let count = 0; count < PER_ACCOUNT; count++) {
        expectProblem(await send(), 401, 'totp_required');
        expectProblem(await send('k3vh-9x2m-pq7d-a4tz'), 401, 'totp_invalid');
      }
      expectProblem(await send(), 429, 'too_many_requests');
    });
  });
});

describe('the number of wrong guesses', () => {
  it('is ten at an account and 100 from an address unless said', async () => {
    const t = await startServedApp();
    const { email } = await insertUser(t);
    const guess = (as: string) => t.http.post('/api/auth/login').send({ email: as, password: WRONG });
    for (let count = 0; count < 10; count++) expect((await guess(email)).status).toBe(401);
    expectProblem(await guess(email), 429, 'too_many_requests');
    await t.panel.query(`update rate_limits set points = 99 where key like 'login:%'`);
    const { email: another } = await insertUser(t);
    expectProblem(await guess(another), 401, 'invalid_credentials');
    expectProblem(await guess(another), 429, 'too_many_requests');
    await t.close();
  });
});
