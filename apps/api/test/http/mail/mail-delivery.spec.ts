import type {
  CreatedApiKeyDto,
  InvitedUserDto,
  KeyScope,
  MailDto,
  MailKind,
  PageDto,
} from '@groupless/shared-dto';
import { JobsService } from '../../../src/jobs/jobs.service';
import { MailsRepository } from '../../../src/mail/log/mails.repository';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { MailServer } from '../../harness/http/mail-server';
import { expectProblem } from '../../harness/http/problems';

describe('a mail', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let server: MailServer;
  let made = 0;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    server = await MailServer.start();
    await t.http.put('/api/settings/mail').set(admin.bearer).send(server.settings).expect(200);
    await t.app.get(JobsService).start();
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });

  const invite = async (name = 'Jana Novak') => {
    const body = { email: `jana-${++made}@example.com`, name, role: 'viewer' };
    return (await t.http.post('/api/users').set(admin.bearer).send(body).expect(201)).body as InvitedUserDto;
  };
  const list = async (query = {}) =>
    (await t.http.get('/api/mail').query(query).set(admin.bearer).expect(200)).body as PageDto<MailDto>;
  const mailTo = async (email: string) => (await list()).items.find(({ to }) => to === email)!;
  const settled = async (email: string, status: MailDto['status']) => {
    await eventually(async () => (await mailTo(email))?.status === status);
    return mailTo(email);
  };
  const receivedBy = (email: string) =>
    server.received.filter(({ to }) => [to].flat().some((one) => one?.text === email));
  const again = (id: string) => t.http.post(`/api/mail/${id}/again`).set(admin.bearer);

  it('invites a new user, with the link that the admin sees', async () => {
    const { email, invite_url } = await invite();
    const logged = await settled(email, 'sent');
    expect(logged).toEqual({
      id: expect.any(String),
      kind: 'invitation',
      to: email,
      subject: expect.stringContaining('Your account for'),
      status: 'sent',
      attempts: 1,
      last_response: expect.stringMatching(/^250 /),
      created_at: expect.any(String),
      sent_at: expect.any(String),
    });
    const [mail] = receivedBy(email);
    expect(mail!.from?.text).toBe('"Salon" <salon@example.com>');
    expect(mail!.messageId).toBe(`<${logged.id}@example.com>`);
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail!.text).toContain(invite_url);
    expect(mail!.html).toContain(`<a href="${invite_url}">`);
    // The log shows no link, and the database keeps none.
    expect(JSON.stringify(await list())).not.toContain(invite_url.split('#token=')[1]);
    const { rows } = await t.panel.query('select content from mails where id = $1', [logged.id]);
    expect(rows).toEqual([{ content: null }]);
    expectProblem(await again(logged.id), 409, 'mail_not_kept');
  });

  it('is asked for six times an hour for one email, by new links and by sending again', async () => {
    const { id, email } = await invite();
    const renew = () => t.http.post(`/api/users/${id}/invite`).set(admin.bearer);
    for (let n = 0; n < 5; n++) await renew().expect(200);
    const { rows } = await t.panel.query<{ id: string }>(
      `insert into mails (id, kind, recipient, subject, content, status, created_at)
       values (gen_random_uuid(), 'reminder', $1, 'Hello', 'x', 'failed', now()) returning id`,
      [email.toUpperCase()],
    );
    await again(rows[0]!.id).expect(200);
    await t.panel.query(`update mails set status = 'failed' where id = $1`, [rows[0]!.id]);
    expectProblem(await again(rows[0]!.id), 429, 'too_many_requests');
    const refused = await renew();
    expectProblem(refused, 429, 'too_many_requests');
    expect(refused.headers['retry-after']).toMatch(/^3\d{3}$/);
    const other = await invite();
    await t.http.post(`/api/users/${other.id}/invite`).set(admin.bearer).expect(200);
  });

  it('tells a user of a key that somebody else made and that reads the user’s turns', async () => {
    const ada = await signIn(t, { role: 'operator' });
    for (const [name, owner] of [
      ['for ada', ada],
      ['own', admin],
    ] as const)
      await t.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name, scopes: ['memory'], owner_id: owner.id })
        .expect(201);
    const { rows } = await t.panel.query<{ email: string }>(
      `select email from users where id = any($1) order by id = $2 desc`,
      [[ada.id, admin.id], ada.id],
    );
    const [told, quiet] = rows.map(({ email }) => email);
    expect(await settled(told!, 'sent')).toMatchObject({ kind: 'security' });
    expect(receivedBy(told!)[0]?.text).toContain('API key');
    expect(await mailTo(quiet!)).toBeUndefined();
  });

  it('is not written where its kind is off', async () => {
    const { settings } = server;
    const off = { ...settings, sends: { ...settings.sends, invitation: false } };
    await t.http.put('/api/settings/mail').set(admin.bearer).send(off).expect(200);
    const { email } = await invite();
    expect(await mailTo(email)).toBeUndefined();
    await t.http.put('/api/settings/mail').set(admin.bearer).send(settings).expect(200);
  });

  it.each([
    ['puts it off', { recipients: [{ code: 451, words: 'try later' }] }, /451 .*try later/],
    ['breaks off in the middle', { contents: ['breaks off'] }, /./],
    ['has no room', { contents: [{ code: 452, words: 'no room' }] }, /452 .*no room/],
  ] as const)('waits where the server %s, and is sent later as the same', async (_, answers, words) => {
    Object.assign(server, structuredClone(answers));
    const { email } = await invite();
    await eventually(async () => ((await mailTo(email))?.attempts ?? 0) === 1);
    const waiting = await mailTo(email);
    expect(waiting).toMatchObject({ status: 'waiting', last_response: expect.stringMatching(words) });
    expect((await list({ status: 'waiting' })).items).toContainEqual(waiting);
    await eventually(async () => {
      // It may be on its way already.
      expect([200, 409]).toContain((await again(waiting.id)).status);
      return (await mailTo(email)).status === 'sent';
    });
    expect(receivedBy(email).map(({ messageId }) => messageId)).toEqual([`<${waiting.id}@example.com>`]);
  });

  it.each(['settings', 'test'] as const)('that waits is sent once the %s went through', async (way) => {
    server.recipients = [{ code: 451, words: 'try later' }];
    const { email } = await invite();
    await eventually(async () => ((await mailTo(email))?.attempts ?? 0) === 1);
    // The job notes its failure after the mail's own row.
    const isPaused = `select from jobs.job where name = 'mail' and state = 'retry'`;
    await eventually(async () => (await t.panel.query(isPaused)).rows.length === 1);
    const path = '/api/settings/mail';
    if (way === 'settings') await t.http.put(path).set(admin.bearer).send(server.settings).expect(200);
    else await t.http.post(`${path}/test`).set(admin.bearer).send({ to: 'me@example.com' }).expect(200);
    expect(await settled(email, 'sent')).toMatchObject({ attempts: 2 });
  });

  it('fails at once where the server wants it never, and can be sent again', async () => {
    server.recipients = [{ code: 550, words: 'no such mailbox' }];
    const { email } = await invite();
    const failed = await settled(email, 'failed');
    expect(failed).toMatchObject({ attempts: 1, last_response: expect.stringContaining('no such mailbox') });
    expect((await again(failed.id).expect(200)).body).toMatchObject({ id: failed.id });
    expect(await settled(email, 'sent')).toMatchObject({ last_response: expect.stringMatching(/^250 /) });
  });

  it('that is old and is sent again gets its time anew', async () => {
    const { email } = await invite();
    const { id } = await settled(email, 'sent');
    await t.panel.query(
      `update mails set status = 'failed', content = 'x', created_at = created_at - interval '3 days' where id = $1`,
      [id],
    );
    await t.panel.query(`update mail_settings set enabled = false`);
    await again(id).expect(200);
    const mails = t.app.get(MailsRepository, { strict: false });
    await mails.giveUpBefore(new Date(Date.now() - 2 * 86_400_000));
    expect(await mails.findById(id)).toMatchObject({ status: 'waiting' });
    await mails.giveUpBefore(new Date(Date.now() + 86_400_000));
    expect(await mails.findById(id)).toMatchObject({ status: 'failed' });
    await mails.noteAttempt(id, 1, { status: 'sent', last_response: '250 OK', sent_at: new Date() });
    expect(await mails.findById(id)).toMatchObject({ status: 'sent' });
    await t.panel.query(`update mail_settings set enabled = true`);
  });

  it('with a link is not sent to an email that the user no longer has, and the link ends', async () => {
    server.recipients = [{ code: 451, words: 'try later' }];
    const { id, email, invite_url } = await invite();
    await eventually(async () => ((await mailTo(email))?.attempts ?? 0) === 1);
    const body = { email: `jana-${++made}@example.com` };
    await t.http.patch(`/api/users/${id}`).set(admin.bearer).send(body).expect(200);
    expect(await mailTo(email)).toMatchObject({ kind: 'security' });
    const { rows } = await t.panel.query(
      `select status, content from mails where recipient = $1 and kind = 'invitation'`,
      [email],
    );
    expect(rows).toEqual([{ status: 'failed', content: null }]);
    const accepted = { token: invite_url.split('#token=')[1], password: 'correct horse battery staple' };
    expect((await t.http.post('/api/auth/invite').send(accepted)).status).toBe(400);
  });

  it('is about nothing but its text, whatever a name holds', async () => {
    for (const name of [
      'Jana {link} {business}',
      '<img src=x onerror=alert(1)>',
      'Jana" <evil@example.com>, "',
      '=?utf-8?q?Bcc:_evil=40example.com?=',
      'Jana\u2028Bcc: evil@example.com',
    ]) {
      const body = { email: `jana-${++made}@example.com`, name, role: 'viewer' };
      const { status } = await t.http.post('/api/users').set(admin.bearer).send(body);
      if (status !== 201) continue;
      await settled(body.email, 'sent');
      const [mail] = receivedBy(body.email);
      expect([mail!.to].flat().map((one) => one?.text)).toEqual([body.email]);
      expect(mail!.cc).toBeUndefined();
      expect(mail!.bcc).toBeUndefined();
      expect(mail!.html).not.toContain('<img');
    }
  });

  describe('in the log', () => {
    let desk: SignedInUser;
    let ids: Record<'to_client' | 'to_admin' | 'to_desk', string>;
    beforeAll(async () => {
      desk = await signIn(t, { role: 'desk' });
      const log = async (kind: MailKind, recipient: string) => {
        const { rows } = await t.panel.query<{ id: string }>(
          `insert into mails (id, kind, recipient, subject, content, status, created_at)
           values (gen_random_uuid(), $1, $2, 'Hello', 'x', 'failed', now()) returning id`,
          [kind, recipient],
        );
        return rows[0]!.id;
      };
      ids = {
        to_client: await log('reminder', 'jana@example.com'),
        to_admin: await log('security', admin.email),
        to_desk: await log('reset', desk.email.toUpperCase()),
      };
    });

    const seenBy = async (credential: Record<string, string>) => {
      const { body } = await t.http.get('/api/mail').query({ limit: 100 }).set(credential).expect(200);
      const items = (body as PageDto<MailDto>).items;
      const names = Object.entries(ids).filter(([, id]) => items.some((mail) => mail.id === id));
      return { named: names.map(([name]) => name), kinds: [...new Set(items.map(({ kind }) => kind))] };
    };
    const keyOf = async (scope: KeyScope, owner_id?: string) => {
      // Keys of the memory alone are for a user.
      const scopes = owner_id === undefined ? [scope] : [scope, 'memory'];
      const made = { name: `${scope} ${owner_id}`, scopes, owner_id };
      const { body } = await t.http.post('/api/settings/keys').set(admin.bearer).send(made).expect(201);
      return { 'x-api-key': (body as CreatedApiKeyDto).key };
    };

    it('is shown to admins, whoever it is to', async () => {
      expect((await seenBy(admin.bearer)).named).toEqual(['to_client', 'to_admin', 'to_desk']);
    });

    it.each(['viewer', 'operator'] as const)('is shown to a %s if it is to a client', async (role) => {
      expect(await seenBy((await signIn(t, { role })).bearer)).toEqual({
        named: ['to_client'],
        kinds: ['reminder'],
      });
    });

    it('is shown to who it is to', async () => {
      expect((await seenBy(desk.bearer)).named).toEqual(['to_client', 'to_desk']);
    });

    it.each(['panel:read', 'panel:write'] as const)(
      'is shown to a key of %s if it is to a client',
      async (scope) => {
        for (const key of [await keyOf(scope), await keyOf(scope, admin.id)])
          expect(await seenBy(key)).toEqual({ named: ['to_client'], kinds: ['reminder'] });
      },
    );

    it('is sent again by operators if it is to a client, else by admins alone', async () => {
      const [viewer, operator] = [await signIn(t, { role: 'viewer' }), await signIn(t, { role: 'operator' })];
      const as = ({ bearer }: Pick<SignedInUser, 'bearer'>, id: string) =>
        t.http.post(`/api/mail/${id}/again`).set(bearer);
      expectProblem(await as(viewer, ids.to_client), 403, 'forbidden');
      await as(operator, ids.to_client).expect(200);
      for (const id of [ids.to_admin, ids.to_desk]) expectProblem(await as(operator, id), 404, 'not_found');
      await t.panel.query('update mails set recipient = $2 where id = $1', [ids.to_desk, operator.email]);
      expectProblem(await as(operator, ids.to_desk), 403, 'forbidden');
      const writer = await keyOf('panel:write', operator.id);
      expectProblem(await t.http.post(`/api/mail/${ids.to_desk}/again`).set(writer), 404, 'not_found');
      await as(admin, ids.to_desk).expect(200);
    });
  });
});
