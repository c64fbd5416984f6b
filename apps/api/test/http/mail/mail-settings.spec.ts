import { type MailPreviewDto, MAIL_KINDS, type MailSettingsDto } from '@groupless/shared-dto';
import { textFaults } from '../../../src/mail/texts/filled-text';
import { MailTextsService } from '../../../src/mail/texts/mail-texts.service';
import { STANDARD_TEXTS } from '../../../src/mail/texts/standard-texts';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { booked } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { MailServer } from '../../harness/http/mail-server';
import { expectProblem, refusedFields } from '../../harness/http/problems';

const PATH = '/api/settings/mail';
const PASSWORD = 'mail-5e1d7c20a9b44d';

describe('the settings of mail', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let server: MailServer;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    server = await MailServer.start({ password: PASSWORD });
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });

  const get = async () => (await t.http.get(PATH).set(admin.bearer).expect(200)).body as MailSettingsDto;
  const put = (settings: object) => t.http.put(PATH).set(admin.bearer).send(settings);
  let tests = 0;
  const test = () =>
    t.http
      .post(`${PATH}/test`)
      .set(admin.bearer)
      .send({ to: `me-${++tests}@example.com` });
  const withUser = () => ({ ...server.settings, server: { ...server.settings.server, user: 'salon' } });

  it('are off at first, and send nothing to clients', async () => {
    expect(await get()).toEqual({
      enabled: false,
      from: '',
      reply_to: null,
      server: { host: '', port: 587, tls: 'starttls', user: '' },
      sends: {
        invitation: true,
        security: true,
        requested: false,
        booked: false,
        confirmed: false,
        declined: false,
        moved: false,
        cancelled: false,
        reminder: false,
      },
      reminder_hours: [24],
      quiet: null,
      chat_reminders: false,
      has_password: false,
      source: 'settings',
    });
    expectProblem(await test(), 409, 'mail_not_set_up');
  });

  it('keep what is sent where a replacement does not say it', async () => {
    const declined = { ...server.settings, sends: { declined: true, security: false } };
    const { body } = await put(declined).expect(200);
    const sends = { ...(body as MailSettingsDto).sends };
    expect(sends).toMatchObject({ invitation: true, security: false, declined: true, cancelled: false });
    const { body: after } = await put({ ...server.settings, sends: { cancelled: true } }).expect(200);
    expect((after as MailSettingsDto).sends).toEqual({ ...sends, cancelled: true });
    await put(server.settings).expect(200);
  });

  it('keep the password sealed, and show it to nobody', async () => {
    const { body, text } = await put({ ...withUser(), password: PASSWORD }).expect(200);
    expect(body).toMatchObject({ enabled: true, has_password: true, server: { user: 'salon' } });
    expect(text).not.toContain(PASSWORD);
    expect(await get()).toEqual(body);
    const { rows } = await t.panel.query<{ password: string }>('select password from mail_settings');
    expect(rows[0]!.password).toMatch(/^v1\./);
    expect(t.log_lines.join('')).not.toContain(PASSWORD);
  });

  it('can be put back as they were read, and then keep the password', async () => {
    await put({ ...withUser(), password: PASSWORD }).expect(200);
    const { body } = await put(await get()).expect(200);
    expect(body).toMatchObject({ has_password: true });
    expect((await test().expect(200)).body).toMatchObject({ accepted: true });
    expect(server.log_ins.at(-1)).toBe(`salon:${PASSWORD}`);
  });

  it('give a stored password to no other server or user', async () => {
    await put({ ...withUser(), password: PASSWORD }).expect(200);
    for (const changed of [{ host: 'localhost' }, { port: 2525 }, { user: 'other' }]) {
      const settings = withUser();
      const answer = await put({ ...settings, server: { ...settings.server, ...changed } });
      expect(refusedFields(answer)).toEqual([['password', 'required']]);
    }
    await put({ ...server.settings, password: null }).expect(200);
    expect(await get()).toMatchObject({ has_password: false });
  });

  it('send a stored password by no weaker encryption', async () => {
    const encrypted = withUser();
    encrypted.server = { ...encrypted.server, tls: 'tls' };
    await put({ ...encrypted, password: PASSWORD }).expect(200);
    expect(refusedFields(await put(withUser()))).toEqual([['password', 'required']]);
    await put(encrypted).expect(200);
    await put({ ...server.settings, password: null }).expect(200);
  });

  it('are refused where mail could not be sent', async () => {
    const { settings } = server;
    const none = { ...settings, server: { ...settings.server, host: '' }, from: '', password: null };
    expect(refusedFields(await put(none))).toEqual([
      ['server.host', 'required'],
      ['from', 'required'],
    ]);
    for (const from of [
      'no address',
      'a@example.com, b@example.com',
      'A <a@example.com>\r\nBcc: b@example.com',
    ])
      expect(refusedFields(await put({ ...settings, from, password: null }))).toEqual([
        ['from', 'invalid_format'],
      ]);
    for (const from of [null, 5, {}])
      expect(refusedFields(await put({ ...settings, from, password: null }))).toEqual([
        ['from', 'wrong_type'],
      ]);
    expect(refusedFields(await put({ ...settings, reminder_hours: [0], password: null }))).toEqual([
      ['reminder_hours', 'out_of_range'],
    ]);
    const always = { from: '21:00', to: '21:00' };
    expect(refusedFields(await put({ ...settings, quiet: always, password: null }))).toEqual([
      ['quiet.to', 'not_allowed'],
    ]);
  });

  it.each(['127.0.0.1\r\nx', '127.0.0.1/', '-oProxy', 'mail example.com', 'smtp://mail.example.com', 'a:25'])(
    'have no server %j',
    async (host) => {
      const { settings } = server;
      const refused = await put({ ...settings, server: { ...settings.server, host } });
      expect(refusedFields(refused)).toEqual([['server.host', 'invalid_format']]);
    },
  );

  it('of an older version replace nothing', async () => {
    const { headers } = await t.http.get(PATH).set(admin.bearer).expect(200);
    const same = { ...server.settings, password: null };
    await put(same).set('if-match', headers['etag']!).expect(200);
    expectProblem(await put(same).set('if-match', headers['etag']!), 412, 'version_mismatch');
  });

  it('are tried with a test, which tells what the server said', async () => {
    await put({ ...withUser(), password: PASSWORD }).expect(200);
    const { body } = await test().expect(200);
    expect(body).toEqual({ accepted: true, response: expect.stringMatching(/^250 /) });
    expect(server.received.at(-1)).toMatchObject({ subject: 'Test' });
    server.recipients = [{ code: 550, words: 'no such mailbox here' }];
    const refused = await test();
    expectProblem(refused, 502, 'mail_refused');
    expect(refused.body.detail).toContain('no such mailbox here');
    await put({ ...withUser(), password: 'wrong' }).expect(200);
    expectProblem(await test(), 502, 'mail_refused');
  });

  it('are tried six times an hour for one mailbox, and others go on', async () => {
    await put({ ...withUser(), password: PASSWORD }).expect(200);
    const to = (email: string) => t.http.post(`${PATH}/test`).set(admin.bearer).send({ to: email });
    const before = server.received.length;
    const spellings = ['flood@example.com', 'Flood@example.com', 'flood+a@example.com'];
    for (const email of [...spellings, ...spellings]) await to(email).expect(200);
    const refused = await to('flood+b@example.com');
    expectProblem(refused, 429, 'too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(refused.body.detail).not.toContain('failures');
    expect(server.received.length - before).toBe(6);
    await to('other@example.com').expect(200);
  });

  it.each([
    [{ tls: 'tls' }, PASSWORD, /does not begin with TLS.*try STARTTLS/],
    [{ tls: 'starttls' }, PASSWORD, /may have no STARTTLS. Try TLS/],
    [{}, 'wrong', /The user or the password is wrong.*535/],
    [{ port: 1 }, PASSWORD, /Nothing answers on this port.*127.0.0.1:1/],
  ])('with the slip %j are told so in plain words', async (slip, password, words) => {
    const settings = withUser();
    await put({ ...settings, server: { ...settings.server, ...slip }, password }).expect(200);
    expect((await test()).body.detail).toMatch(words);
    await put({ ...server.settings, password: null }).expect(200);
  });

  it('demand a certificate that somebody vouches for', async () => {
    const tls = await MailServer.start({ has_tls: true });
    const { settings } = tls;
    await put({ ...settings, server: { ...settings.server, tls: 'starttls' }, password: null }).expect(200);
    const refused = await test();
    expectProblem(refused, 502, 'mail_refused');
    expect(refused.body.detail).toMatch(/certificate/);
    expect(tls.received).toEqual([]);
    await tls.stop();
  });

  it('of the environment win', async () => {
    const environment = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'env@example.com' };
    const there = await startServedApp({ environment });
    const { bearer } = await signIn(there);
    const { body } = await there.http.get(PATH).set(bearer).expect(200);
    expect(body).toMatchObject({
      enabled: true,
      from: 'env@example.com',
      server: { host: '127.0.0.1', port: server.port, tls: 'none', user: '' },
      source: 'environment',
    });
    await there.close();
  });

  it('of the environment leave mail off without a sender', async () => {
    const there = await startServedApp({ environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
    const { bearer } = await signIn(there);
    const { body } = await there.http.get(PATH).set(bearer).expect(200);
    expect(body).toMatchObject({ enabled: false, from: '', source: 'environment' });
    await there.close();
  });

  it.each(['viewer', 'operator'] as const)('are no business of the role of %s', async (role) => {
    const { bearer } = await signIn(t, { role });
    expectProblem(await t.http.get(PATH).set(bearer), 403, 'forbidden');
  });
});

describe('the texts of mails', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const place = `${PATH}/texts/invitation/de`;
  const read = async () => (await t.http.get(place).set(admin.bearer).expect(200)).body as object;

  it('can be replaced, and be those of the program again', async () => {
    const standard = await read();
    expect(standard).toMatchObject({ is_standard: true, subject: 'Ihr Zugang zu {business}' });
    const own = { subject: 'Willkommen, {name}', text: 'Hier:\r\n  {link}  \r\nBis bald' };
    await t.http
      .put(place)
      .set(admin.bearer)
      .send(own)
      .expect(200, { ...own, is_standard: false });
    expect(await read()).toEqual({ ...own, is_standard: false });
    await t.http.delete(place).set(admin.bearer).expect(204);
    expect(await read()).toEqual(standard);
  });

  it('take no placeholder that their kind does not have', async () => {
    const answer = await t.http
      .put(place)
      .set(admin.bearer)
      .send({ subject: '{service}', text: 'Hi {name} {nobody}' });
    expect(refusedFields(answer)).toEqual([
      ['subject', 'not_allowed'],
      ['text', 'not_allowed'],
    ]);
  });

  it('may have a place for what is empty without the booking page', async () => {
    const text = { subject: '{date}', text: '{date}\n{manage}\nBis bald' };
    const path = `${PATH}/texts/booked/de`;
    await t.http.put(path).set(admin.bearer).send(text).expect(200);
    const { body } = await t.http.post(`${path}/preview`).set(admin.bearer).send(text).expect(200);
    expect((body as MailPreviewDto).text).toMatch(/^[^\n]+\nBis bald$/);
    await t.http.delete(path).set(admin.bearer).expect(204);
  });

  /** Programs that read mail make one address of what touches, and then the link is a part of somebody else's. */
  const TOUCHED = [
    'Here: https://example.net/r?to={link}',
    'Here: {link}',
    '{link}.',
    'https://example.net/\r{link}',
    'https://example.net/\u2028{link}',
    '{link}\n\nor https://example.net/{link}',
  ];

  it.each(TOUCHED)('have the link on a line of its own: not %j', async (text) => {
    for (const send of [t.http.put(place), t.http.post(`${place}/preview`)])
      expect(refusedFields(await send.set(admin.bearer).send({ subject: 'Hello', text }))).toEqual([
        ['text', 'not_allowed'],
      ]);
  });

  it('have no link in the subject', async () => {
    const text = { subject: 'Here: {link}', text: 'Hello\n\n{link}' };
    expect(refusedFields(await t.http.put(place).set(admin.bearer).send(text))).toEqual([
      ['subject', 'not_allowed'],
    ]);
  });

  it.each([{ subject: '{link}', text: '{link}' }, ...TOUCHED.map((text) => ({ subject: 'Hello', text }))])(
    'that were stored with the link elsewhere are not sent: the standard text is ($text)',
    async ({ subject, text }) => {
      const standard = await read();
      await t.panel.query(
        `insert into mail_texts (kind, language, subject, text, updated_at) values ('invitation', 'de', $1, $2, now())`,
        [subject, text],
      );
      const texts = t.app.get(MailTextsService, { strict: false });
      expect({ ...(await texts.find('invitation', 'de')), is_standard: true }).toEqual(standard);
      expect(await read()).toEqual(standard);
      await t.http.delete(place).set(admin.bearer).expect(204);
    },
  );

  it('of the program could be stored as well', () => {
    for (const { kinds } of Object.values(STANDARD_TEXTS))
      for (const kind of MAIL_KINDS) expect(textFaults(kind, kinds[kind])).toEqual([]);
  });

  it('are 404 for a kind or a language that there is not', async () => {
    for (const path of ['coffee/de', 'invitation/xx'])
      expectProblem(await t.http.get(`${PATH}/texts/${path}`).set(admin.bearer), 404, 'not_found');
  });

  it('are shown as a mail before they are stored, with nothing of them as markup', async () => {
    const text = { subject: 'Hello {name}', text: '<script>alert(1)</script>\n\n{link}' };
    const { body } = await t.http.post(`${place}/preview`).set(admin.bearer).send(text).expect(200);
    expect(body).toMatchObject({ subject: 'Hello Jana Novak' });
    await booked(t, admin, { client: { name: 'Ada Lovelace' }, starts_at: '2096-02-10T09:00:00Z' });
    const real = await t.http.post(`${place}/preview`).set(admin.bearer).send(text).expect(200);
    expect(real.body).toMatchObject({ subject: 'Hello Ada Lovelace' });
    expect(body.html).toContain('&lt;script&gt;');
    expect(body.html).not.toContain('<script>');
    const beside = { subject: 'Hello', text: 'Choose it here:\n{link}\nBye' };
    const shown = await t.http.post(`${place}/preview`).set(admin.bearer).send(beside).expect(200);
    expect(shown.body.html).toMatch(/here:\n<a href="https:[^"]+">[^<]+<\/a>\nBye/);
    expect(body.html).toContain('<a href="https://example.com/reset#token=…">');
  });
});
