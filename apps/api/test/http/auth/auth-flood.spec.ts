import { randomUUID } from 'node:crypto';
import { cookieOf, insertUser, PASSWORD } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const FLOOD = '203.0.113.66';
const PER_ADDRESS = 4;

describe('an address past its limit of failures', () => {
  let t: ServedApp;
  let owner: string;
  beforeAll(async () => {
    t = await startServedApp({
      environment: {
        LOGIN_FAILURES_PER_ADDRESS: String(PER_ADDRESS),
        LOGIN_FAILURES_PER_NETWORK: '6',
        LOGIN_FAILURES_PER_SITE: '8',
        TRUST_PROXY: '1',
      },
    });
    ({ email: owner } = await insertUser(t));
    await logIn(owner, PASSWORD, '203.0.113.1').expect(200);
    for (let count = 0; count < PER_ADDRESS; count++) await guess().expect(401);
    expectProblem(await guess(), 429, 'too_many_requests');
  });
  afterAll(() => t.close());

  const logIn = (email: string, password: string, from: string, cookie = '') =>
    t.http.post('/api/auth/login').set({ 'x-forwarded-for': from, cookie }).send({ email, password });
  const guess = (from = FLOOD) => logIn(`${randomUUID()}@example.com`, 'wrong password 1', from);

  it('gets 429 for the right password too, without a look at it', async () => {
    expectProblem(await logIn(owner, PASSWORD, FLOOD), 429, 'too_many_requests');
  });

  it('lets the owner in on a known device', async () => {
    const first = await logIn(owner, PASSWORD, '203.0.113.3').expect(200);
    const cookie = `known_device=${cookieOf(first, 'known_device')}`;
    await logIn(owner, PASSWORD, FLOOD, cookie).expect(200);
  });

  it('is also a network of /56, and one of /48, with a wider limit each', async () => {
    const in56 = ['1a', '1b'].map((subnet) => `2001:db8:7:5${subnet}::1`);
    for (const from of [...in56, ...in56, ...in56]) await guess(from).expect(401);
    expectProblem(await logIn(owner, PASSWORD, '2001:db8:7:51c::1'), 429, 'too_many_requests');
    for (const from of ['2001:db8:7:601::1', '2001:db8:7:701::1']) await guess(from).expect(401);
    expectProblem(await logIn(owner, PASSWORD, '2001:db8:7:801::1'), 429, 'too_many_requests');
    await logIn(owner, PASSWORD, '2001:db8:8:801::1').expect(200);
  });
});

describe('many log-ins at once', () => {
  it('do not make the owner wait on a known device, and right ones are not refused for it', async () => {
    const t = await startServedApp({
      environment: { LOGIN_FAILURES_PER_ADDRESS: '1000', LOGIN_FAILURES_PER_ACCOUNT: '1000' },
      has_costly_passwords: true,
    });
    const { id, email } = await insertUser(t);
    const logIn = (cookie = '') =>
      t.http.post('/api/auth/login').set({ cookie }).send({ email, password: PASSWORD });
    const cookie = `known_device=${cookieOf(await logIn().expect(200), 'known_device')}`;
    const { rows } = await t.panel.query('select password_hash from users where id = $1', [id]);
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/) }]);
    let answered = 0;
    const others = Array.from({ length: 12 }, () =>
      logIn().then(({ status }) => {
        answered++;
        return status;
      }),
    );
    await logIn(cookie).expect(200);
    const waiting = others.length - answered;
    expect(await Promise.all(others)).toEqual(Array(12).fill(200));
    expect(waiting).toBeGreaterThan(3);
    await t.close();
  });
});

describe('a stored password hash that cannot be read', () => {
  it('fits no password, and is told of once, without what is stored', async () => {
    const t = await startServedApp();
    const { id, email } = await insertUser(t);
    const stored = '$argon2id$v=19$m=64$broken-by-hand';
    await t.panel.query('update users set password_hash = $2 where id = $1', [id, stored]);
    for (const password of [PASSWORD, stored]) {
      const answer = await t.http.post('/api/auth/login').send({ email, password });
      expectProblem(answer, 401, 'invalid_credentials');
    }
    const told = t.log_lines.filter((line) => line.includes('"level":"error"'));
    expect(told).toEqual([expect.stringContaining('A stored password hash cannot be read')]);
    expect(t.log_lines.filter((line) => line.includes('broken-by-hand'))).toEqual([]);
    await t.close();
  });
});
