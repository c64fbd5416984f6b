import { randomUUID } from 'node:crypto';
import { cookieOf, insertUser, PASSWORD } from '../harness/panel-users';
import { expectProblem } from '../harness/problems';
import { startServedApp, type ServedApp } from '../harness/served-app';

const FLOOD = '203.0.113.66';
const PER_ADDRESS = 4;

describe('an address past its limit of failures', () => {
  let t: ServedApp;
  let owner: string;
  beforeAll(async () => {
    t = await startServedApp({
      environment: { LOGIN_FAILURES_PER_ADDRESS: String(PER_ADDRESS), TRUST_PROXY: '1' },
    });
    ({ email: owner } = await insertUser(t));
    await logIn(owner, PASSWORD, '203.0.113.1').expect(200);
    for (let count = 0; count < PER_ADDRESS; count++) await guess().expect(401);
    expectProblem(await guess(), 429, 'too_many_requests');
  });
  afterAll(() => t.close());

  const logIn = (email: string, password: string, from: string, cookie = '') =>
    t.http.post('/api/auth/login').set({ 'x-forwarded-for': from, cookie }).send({ email, password });
  const guess = () => logIn(`${randomUUID()}@example.com`, 'wrong password 1', FLOOD);

  /** Guesses that come all at once. Those that have no room in the line are refused; the rest waits. */
  async function flood(times: number) {
    const answers: number[] = [];
    const pending = Array.from({ length: times }, () => guess().then(({ status }) => answers.push(status)));
    // More than the line of the flood holds: when as many were refused as find no room, it is full.
    while (answers.length < times - 15) await new Promise(setImmediate);
    return { answers, done: Promise.all(pending) };
  }

  it('does not make anybody else wait for its 200 log-ins', async () => {
    const { answers, done } = await flood(200);
    await logIn(owner, PASSWORD, '203.0.113.2').expect(200);
    const waiting = 200 - answers.length;
    await done;
    expect(answers).toEqual(Array(200).fill(429));
    expect(waiting).toBeGreaterThan(4);
  }, 60_000);

  it('does not make the owner wait who comes from there, on a known device', async () => {
    const first = await logIn(owner, PASSWORD, '203.0.113.3').expect(200);
    const { answers, done } = await flood(60);
    const cookie = `known_device=${cookieOf(first, 'known_device')}`;
    await logIn(owner, PASSWORD, FLOOD, cookie).expect(200);
    const waiting = 60 - answers.length;
    await done;
    expect(waiting).toBeGreaterThan(4);
  }, 60_000);

  it('is let in with what is right', async () => {
    await logIn(owner, PASSWORD, FLOOD).expect(200);
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
