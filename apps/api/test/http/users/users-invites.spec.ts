import { Secret, TOTP } from 'otpauth';
import type { InvitedUserDto } from '@groupless/shared-dto';
import { insertUser, isSignedIn, PASSWORD, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce } from '../../harness/data/times';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

const CHOSEN = 'quite another battery';
const HOUR_MS = 3_600_000;

describe('a link to choose a password', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let made = 0;
  beforeAll(async () => {
    t = await startServedApp({ environment: { TRUST_PROXY: '1', LOGIN_FAILURES_PER_ADDRESS: '30' } });
    admin = await signIn(t);
  });
  beforeEach(() => t.clock.set(new Date()));
  afterAll(() => t.close());

  const create = async () => {
    const body = { email: `invited-${++made}@example.com`, name: 'Invited', role: 'viewer' };
    return (await t.http.post('/api/users').set(admin.bearer).send(body).expect(201)).body as InvitedUserDto;
  };
  const renew = async (id: string) =>
    (await t.http.post(`/api/users/${id}/invite`).set(admin.bearer).expect(200)).body as InvitedUserDto;
  const accept = (token: string, password = CHOSEN, from = `203.0.113.${made}`) =>
    t.http.post('/api/auth/invite').set('x-forwarded-for', from).send({ token, password });
  const tokenOf = ({ invite_url }: { invite_url: string }) => invite_url.split('#token=')[1] ?? '';
  const logIn = (email: string, password: string, totp?: string) =>
    t.http.post('/api/auth/login').send({ email, password, totp });
  const expectRefused = (answer: Awaited<ReturnType<typeof accept>>) =>
    expect(refusedFields(answer)).toEqual([['token', 'incorrect']]);

  it('comes with a new user who has no password', async () => {
    const { invite_url, ...user } = await create();
    expect(user.invited).toBe(true);
    expect(invite_url).toMatch(/^http:\/\/127\.0\.0\.1\/invite#token=[\w-]{43}$/);
    expect((await t.http.get(`/api/users/${user.id}`).set(admin.bearer)).body).toEqual(user);
    expectProblem(await logIn(user.email, CHOSEN), 401, 'invalid_credentials');
  });

  it('begins with PUBLIC_URL where that is set', async () => {
    const environment = { PUBLIC_URL: 'http://localhost:4321' };
    const there = await startServedApp({ environment, urls: t.urls });
    const { id } = await create();
    const { body } = await there.http.post(`/api/users/${id}/invite`).set(admin.bearer).expect(200);
    await there.close();
    expect(body.invite_url).toMatch(/^http:\/\/localhost:4321\/invite#token=/);
  });

  it('says whose it is, and is not used up by that', async () => {
    await t.panel.query(`update chat_agent_settings set business_name = 'Physio Mödling'`);
    const invited = await create();
    const look = (token: string) => t.http.post('/api/auth/invite/look').send({ token });
    const { body } = await look(tokenOf(invited)).expect(200);
    expect(body).toEqual({ business: expect.any(String), name: 'Invited', email: invited.email });
    await accept(tokenOf(invited)).expect(200);
    expectRefused(await look(tokenOf(invited)));
  });

  it('sets the password, with which the user then logs in', async () => {
    const invited = await create();
    const { body } = await accept(tokenOf(invited)).expect(200);
    const { invite_url: _, ...user } = invited;
    expect(body).toEqual({ ...user, invited: false, updated_at: expect.any(String) });
    await logIn(user.email, CHOSEN).expect(200);
  });

  it('is good once', async () => {
    const invited = await create();
    await accept(tokenOf(invited)).expect(200);
    expectRefused(await accept(tokenOf(invited), 'yet another horse battery'));
    await logIn(invited.email, CHOSEN).expect(200);
  });

  it('is good once, however often it comes at once', async () => {
    const invited = await create();
    const answers = await atOnce(20, (index) => accept(tokenOf(invited), `${CHOSEN} ${index}`));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(400)]);
    await logIn(invited.email, `${CHOSEN} ${answers.findIndex(({ status }) => status === 200)}`).expect(200);
  });

  it('is good for 72 hours', async () => {
    const [first, second] = [await create(), await create()];
    t.clock.set(new Date(Date.now() + 72 * HOUR_MS - 60_000));
    await accept(tokenOf(first)).expect(200);
    t.clock.set(new Date(Date.now() + 72 * HOUR_MS + 60_000));
    expectRefused(await accept(tokenOf(second)));
  });

  it('is stored as a digest alone', async () => {
    const token = tokenOf(await create());
    const { rows } = await t.panel.query('select * from user_invites');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some((row) => Object.values(row as object).some((value) => String(value) === token))).toBe(
      false,
    );
  });

  it('is replaced by a new one, which an admin asks for', async () => {
    const invited = await create();
    const renewed = await renew(invited.id);
    expect({ ...renewed, invite_url: '' }).toEqual({ ...invited, invite_url: '' });
    expect(renewed.invite_url).not.toBe(invited.invite_url);
    expectRefused(await accept(tokenOf(invited)));
    await accept(tokenOf(renewed)).expect(200);
  });

  it('resets the password of a user who has one, which counts until then, and ends the sessions', async () => {
    const user = await signIn(t, { role: 'operator' });
    const link = await renew(user.id);
    expect([link.invited, await isSignedIn(t, user)]).toEqual([false, true]);
    await logIn(user.email, PASSWORD).expect(200);
    await accept(tokenOf(link)).expect(200);
    expect(await isSignedIn(t, user)).toBe(false);
    expectProblem(await logIn(user.email, PASSWORD), 401, 'invalid_credentials');
    await logIn(user.email, CHOSEN).expect(200);
  });

  it('leaves a second factor on', async () => {
    const user = await signIn(t, { role: 'operator' });
    const post = (path: string, body: object) =>
      t.http.post(`/api/auth/totp/${path}`).set(user.bearer).send(body);
    const { secret } = (await post('setup', {}).expect(200)).body;
    const code = (step: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.clock.now().getTime() + step });
    await post('enable', { totp: code(0) }).expect(200);
    const { body } = await accept(tokenOf(await renew(user.id))).expect(200);
    expect(body.totp_enabled).toBe(true);
    expectProblem(await logIn(user.email, CHOSEN), 401, 'totp_required');
    await logIn(user.email, CHOSEN, code(30_000)).expect(200);
  });

  it('opens an account that guesses have locked', async () => {
    const { id, email } = await insertUser(t);
    for (let count = 0; count < 10; count++) await logIn(email, 'wrong password 1');
    expectProblem(await logIn(email, PASSWORD), 429, 'too_many_requests');
    await accept(tokenOf(await renew(id))).expect(200);
    await logIn(email, CHOSEN).expect(200);
  });

  it('does not work for who is switched off, nor for who was meanwhile', async () => {
    const invited = await create();
    const setActive = (is_active: boolean) =>
      t.http.patch(`/api/users/${invited.id}`).set(admin.bearer).send({ is_active }).expect(200);
    await setActive(false);
    expectRefused(await accept(tokenOf(invited)));
    const renewed = await renew(invited.id);
    expectRefused(await accept(tokenOf(renewed)));
    await setActive(true);
    expectRefused(await accept(tokenOf(invited)));
    await accept(tokenOf(renewed)).expect(200);
  });

  it('dies when the user sets a password by other means', async () => {
    const user = await signIn(t, { role: 'operator' });
    const link = await renew(user.id);
    const body = { current_password: PASSWORD, new_password: CHOSEN };
    await t.http.post('/api/auth/password').set(user.bearer).send(body).expect(204);
    expectRefused(await accept(tokenOf(link), 'yet another horse battery'));
  });

  it.each([
    ['x'.repeat(11), 'too_short'],
    ['x'.repeat(129), 'too_long'],
    ['QWERTY123456', 'too_common'],
  ])('is not used up by the password %j, which is refused', async (password, code) => {
    const token = tokenOf(await create());
    expect(refusedFields(await accept(token, password))).toEqual([['password', code]]);
    await accept(token).expect(200);
  });

  it('that nobody has is refused without a word on the password, and without the work of a hash', async () => {
    expectRefused(await accept('Yw3mJx1kq0vZr8bT5nP2sD7fGh4LcA9eUo6iWtQyKxE', 'QWERTY123456'));
    expectRefused(await accept('x'));
    expect(refusedFields(await t.http.post('/api/auth/invite').send({ password: CHOSEN }))).toEqual([
      ['token', 'required'],
    ]);
  });

  it('is counted like failures of an address where it is wrong, and let through where it is right', async () => {
    const token = tokenOf(await create());
    const from = '198.51.100.7';
    for (let count = 0; count < 30; count++) expectRefused(await accept(`wrong ${count}`, CHOSEN, from));
    expectProblem(await accept('wrong again', CHOSEN, from), 429, 'too_many_requests');
    await accept(token, CHOSEN, from).expect(200);
  });

  it('is for users who exist', async () => {
    for (const id of [UNKNOWN_ID, 'x'])
      expectProblem(await t.http.post(`/api/users/${id}/invite`).set(admin.bearer), 404, 'not_found');
  });

  it('stands in no log', async () => {
    const token = tokenOf(await create());
    await accept(token).expect(200);
    await accept(token).expect(400);
    expect(t.log_lines.filter((line) => line.includes(token))).toEqual([]);
  });
});
