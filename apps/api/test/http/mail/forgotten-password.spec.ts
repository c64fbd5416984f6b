import type { MailDto, PageDto } from '@groupless/shared-dto';
import { JobsService } from '../../../src/jobs/jobs.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { insertUser, isSignedIn, PASSWORD, signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { MailServer } from '../../harness/http/mail-server';
import { expectProblem, refusedFields } from '../../harness/http/problems';

const CHOSEN = 'quite another battery';

describe('a forgotten password', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let server: MailServer;
  beforeAll(async () => {
    t = await startServedApp({ environment: { TRUST_PROXY: '1' } });
    admin = await signIn(t);
    server = await MailServer.start();
    await t.http.put('/api/settings/mail').set(admin.bearer).send(server.settings).expect(200);
    await t.app.get(JobsService).start();
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });
  afterEach(() => t.clock.set(new Date()));

  const forgot = (email: string) => t.http.post('/api/auth/forgot').send({ email });
  const reset = (token: string, password = CHOSEN) =>
    t.http.post('/api/auth/reset').send({ token, password });
  const logIn = (email: string, password: string) => t.http.post('/api/auth/login').send({ email, password });
  const mailsTo = (email: string, subject: RegExp) =>
    server.received.filter(
      ({ to, subject: of = '' }) => [to].flat().some((one) => one?.text === email) && subject.test(of),
    );
  const linkFor = async (email: string) => {
    await forgot(email).expect(204);
    await eventually(() => mailsTo(email, /new password/).length > 0);
    const [, token = ''] =
      /\/reset#token=([\w-]+)/.exec(mailsTo(email, /new password/).at(-1)!.text ?? '') ?? [];
    return token;
  };

  it('is replaced by a link in a mail, which ends all sessions', async () => {
    const user = await signIn(t, { role: 'operator' });
    const token = await linkFor(user.email);
    await reset(token).expect(204);
    expect(await isSignedIn(t, user)).toBe(false);
    await logIn(user.email, CHOSEN).expect(200);
    expectProblem(await logIn(user.email, PASSWORD), 401, 'invalid_credentials');
    // Whoever has not asked for it learns of it.
    await eventually(() => mailsTo(user.email, /account/).length > 0);
    expect(mailsTo(user.email, /account/)[0]!.text).toMatch(/password/);
  });

  it('is found without regard to case, and of several links the first that is used ends all', async () => {
    for (const used of [0, 1]) {
      const { email } = await insertUser(t);
      const links = [await linkFor(email)];
      await forgot(email.toUpperCase()).expect(204);
      await eventually(() => mailsTo(email, /new password/).length === 2);
      links.push(/#token=([\w-]+)/.exec(mailsTo(email, /new password/)[1]!.text ?? '')![1]!);
      await reset(links[used]!).expect(204);
      for (const link of links) expectProblem(await reset(link), 400, 'invalid_token');
    }
  });

  it('has links that end where the user is switched off, also once the user is back', async () => {
    const { id, email } = await insertUser(t, { role: 'viewer' });
    const token = await linkFor(email);
    for (const is_active of [false, true])
      await t.http.patch(`/api/users/${id}`).set(admin.bearer).send({ is_active }).expect(200);
    expectProblem(await reset(token), 400, 'invalid_token');
  });

  it('has another link for whoever asks from elsewhere, though somebody used up theirs', async () => {
    const { email } = await insertUser(t);
    const from = (address: string) => forgot(email).set('x-forwarded-for', address).expect(204);
    for (let n = 0; n < 5; n++) await from('203.0.113.7');
    await from('198.51.100.20');
    await eventually(() => mailsTo(email, /new password/).length === 4);
  });

  it('has a link for an hour, and not for a user who is switched off meanwhile', async () => {
    const late = await insertUser(t);
    const token = await linkFor(late.email);
    t.clock.set(new Date(Date.now() + 3_600_001));
    expectProblem(await reset(token), 400, 'invalid_token');
    t.clock.set(new Date());
    const off = await insertUser(t);
    const other = await linkFor(off.email);
    await t.panel.query('update users set is_active = false where id = $1', [off.id]);
    expectProblem(await reset(other), 400, 'invalid_token');
  });

  it('keeps the link where the new password is refused', async () => {
    const { email } = await insertUser(t);
    const token = await linkFor(email);
    expect(refusedFields(await reset(token, 'too short'))).toEqual([['password', 'too_short']]);
    expect(refusedFields(await reset(token, '123qweasdzxc'))).toEqual([['password', 'too_common']]);
    await reset(token).expect(204);
  });

  it('is answered alike for nobody, for whoever is switched off, and for what is no email', async () => {
    const off = await insertUser(t, { is_active: false });
    const links = () => server.received.filter(({ subject = '' }) => subject.includes('new password')).length;
    const before = links();
    for (const email of ['nobody@example.com', off.email, 'my password by mistake'])
      await forgot(email).expect(204, '');
    const { email } = await insertUser(t);
    await linkFor(email);
    expect(links() - before).toBe(1);
    // What was typed into the wrong field is not stored.
    const { rows } = await t.panel.query(`select from jobs.job where data::text like '%by mistake%'`);
    expect(rows).toEqual([]);
  });

  it('floods nobody: three links an hour, and the same answer to all who ask', async () => {
    const { email } = await insertUser(t);
    for (let n = 0; n < 10; n++) await forgot(email).expect(204, '');
    const other = await insertUser(t);
    await linkFor(other.email);
    await eventually(async () => {
      const { rows } = await t.panel.query(
        `select from jobs.job where name = 'forgotten-password' and state in ('created', 'retry', 'active')`,
      );
      return rows.length === 0;
    });
    const { body } = await t.http.get('/api/mail?limit=100').set(admin.bearer).expect(200);
    expect((body as PageDto<MailDto>).items.filter(({ to }) => to === email)).toHaveLength(3);
  });

  it('tells the user of a new password, a second factor and a new device, each by mail', async () => {
    const user = await signIn(t, { role: 'operator' });
    await t.panel.query('update users set last_seen_at = now() where id = $1', [user.id]);
    await logIn(user.email, PASSWORD).expect(200);
    await eventually(() => mailsTo(user.email, /a device that was not used before/).length === 1);
    const body = { current_password: PASSWORD, new_password: CHOSEN };
    await t.http.post('/api/auth/password').set(user.bearer).send(body).expect(204);
    await eventually(() => mailsTo(user.email, /password of your account was changed/).length === 1);
  });

  it('tells all admins where somebody writes the mails with links anew', async () => {
    const other = await insertUser(t, { role: 'admin' });
    const changed = (email: string) => mailsTo(email, /links to set/);
    const write = (kind: string) => {
      const body = { subject: 'Yours', text: 'Hello {name}' + (kind === 'booked' ? '' : '\n\n{link}') };
      return t.http.put(`/api/settings/mail/texts/${kind}/en`).set(admin.bearer).send(body).expect(200);
    };
    await write('booked');
    await write('reset');
    for (const { email } of [other, admin]) await eventually(() => changed(email).length === 1);
    await t.http.delete('/api/settings/mail/texts/reset/en').set(admin.bearer).expect(204);
    await eventually(() => changed(other.email).length === 2);
  });

  it('tells the old address where an admin changes the email', async () => {
    const { id, email } = await insertUser(t, { role: 'viewer' });
    const changed = { email: `new-${email}` };
    await t.http.patch(`/api/users/${id}`).set(admin.bearer).send(changed).expect(200);
    await eventually(() => mailsTo(email, /email address of your account was changed/).length === 1);
  });
});
