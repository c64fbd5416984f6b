import ICAL from 'ical.js';
import type { ParsedMail } from 'mailparser';
import type {
  ClientDto,
  ClientTimelineEntryDto,
  MailDto,
  MailSendsDto,
  PageDto,
} from '@groupless/shared-dto';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, booked, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { MailServer } from '../../harness/http/mail-server';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2026-02-02T08:00:00Z';

describe('a client', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let server: MailServer;
  let made = 0;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    server = await MailServer.start();
  });
  beforeEach(async () => {
    t.clock.set(NOW);
    await setAgent(t, { name: 'Salon Mia', time_zone: 'Europe/Vienna', language: 'de' });
    await emptyTables(t.panel, 'clients');
    server.received.length = 0;
    await t.panel.query('update mail_settings set told_until = $1', [NOW]);
    await send({});
    await send({ booked: true, confirmed: true, moved: true, cancelled: true, reminder: true });
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });

  const send = (sends: Partial<MailSendsDto>, more: object = {}) => {
    const settings = { ...server.settings, sends: { ...server.settings.sends, ...sends }, ...more };
    return t.http.put('/api/settings/mail').set(admin.bearer).send(settings).expect(200);
  };
  const book = (starts_at: string, more: object = {}) => {
    const client = { name: `Client ${++made}`, email: `client-${made}@example.com` };
    return booked(t, admin, { client, starts_at, title: 'Haarschnitt', ...more });
  };
  const change = (id: string, patch: object) =>
    t.http.patch(`${APPOINTMENTS}/${id}`).set(admin.bearer).send(patch).expect(200);
  const listed = async (query: object) =>
    ((await t.http.get('/api/mail').query(query).set(admin.bearer).expect(200)).body as PageDto<MailDto>)
      .items;
  /** Lets time pass, tells what is to be told, and brings it to the server. */
  const tell = async (now = NOW): Promise<ParsedMail[]> => {
    t.clock.set(now);
    const before = server.received.length;
    await t.app.get(ClientMailsService, { strict: false }).notify();
    for (const { id } of await listed({ status: 'waiting' }))
      await t.app.get(MailSenderService, { strict: false }).send({ id });
    return server.received.slice(before);
  };
  const eventIn = (mail: ParsedMail) => {
    const file = mail.attachments.find(({ contentType }) => contentType === 'application/ics')!;
    const calendar = ICAL.Component.fromString(file.content.toString());
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!);
    return {
      method: calendar.getFirstPropertyValue('method'),
      uid: event.uid,
      sequence: event.sequence,
      starts: event.startDate.toJSDate().toISOString(),
      attendees: event.attendees.map((one) => one.getFirstValue()),
    };
  };

  it('is told of a booking, a new time and the end, each once, as one event that moves', async () => {
    const { id, client } = await book('2026-02-10T09:00:00Z');
    const [first, ...more] = await tell();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ subject: 'Ihr Termin am Dienstag, 10. Februar 2026 um 10:00' });
    expect(first!.text).toContain('Haarschnitt');
    await change(id, { starts_at: '2026-02-11T09:00:00Z' });
    const [moved] = await tell();
    expect(moved!.subject).toMatch(/^Ihr Termin wurde verschoben/);
    await change(id, { status: 'cancelled' });
    const [cancelled] = await tell();
    expect(cancelled!.subject).toMatch(/^Abgesagt/);
    expect(await tell('2026-02-02T08:01:00Z')).toEqual([]);

    const events = [first!, moved!, cancelled!].map(eventIn);
    expect(events.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1);
    expect(events.map(({ sequence }) => sequence)).toEqual([0, 1, 2]);
    expect(events[1]).toMatchObject({ starts: '2026-02-11T09:00:00.000Z' });
    const log = await listed({ appointment_id: id });
    expect(log.map(({ kind }) => kind)).toEqual(['cancelled', 'moved', 'booked']);
    expect(await listed({ client_id: client.id })).toEqual(log);
  });

  it('is told in the own language, else in that of the business, with its name and phone', async () => {
    await setAgent(t, { phone: '+43 1 234567' });
    const [anna, ben] = [await book('2026-02-10T09:00:00Z'), await book('2026-02-10T11:00:00Z')];
    const speaks = (id: string, language: string) =>
      t.http.patch(`/api/clients/${id}`).set(admin.bearer).send({ language }).expect(200);
    await speaks(anna.client.id, 'ru-RU');
    await speaks(ben.client.id, 'pt');
    const mails = await tell();
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Ihr Termin am Dienstag, 10. Februar 2026 um 12:00',
      'Ваша запись: вторник, 10 февраля 2026 г., 10:00',
    ]);
    for (const { text } of mails) expect(text).toContain('Salon Mia\n+43 1 234567');
  });

  describe('whose address the mail server refuses for good', () => {
    const card = async (id: string) =>
      (await t.http.get(`/api/clients/${id}`).set(admin.bearer).expect(200)).body as ClientDto;
    const refused = async (starts_at = '2026-02-10T09:00:00Z') => {
      const { client } = await book(starts_at);
      server.recipients = [{ code: 550, words: '5.1.1 No such mailbox' }];
      expect(await tell()).toEqual([]);
      return client.id;
    };

    it('is marked with the words of the server, and nobody else is', async () => {
      const id = await refused();
      const other = await book('2026-02-10T11:00:00Z');
      await tell();
      expect((await card(id)).email_refused).toBe('550 5.1.1 No such mailbox');
      expect((await card(other.client.id)).email_refused).toBeNull();
      expect(await listed({ client_id: id })).toMatchObject([{ status: 'failed' }]);
    });

    it('is no longer marked with another address, nor after a mail that arrived', async () => {
      const [anna, ben] = [await refused(), await refused('2026-02-10T12:00:00Z')];
      const save = (fields: object) =>
        t.http.patch(`/api/clients/${anna}`).set(admin.bearer).send(fields).expect(200);
      const before = await save({ company: 'Novak' });
      expect(before.body.email_refused).toContain('550');
      expect((await save({ email: 'anna@example.net' })).body.email_refused).toBeNull();
      const [{ id }] = (await listed({ client_id: ben })) as [MailDto];
      await t.http.post(`/api/mail/${id}/again`).set(admin.bearer).expect(200);
      expect(await tell()).toHaveLength(1);
      expect((await card(ben)).email_refused).toBeNull();
    });

    it('is changed by a form that was open when it was marked', async () => {
      const { client } = await book('2026-02-10T09:00:00Z');
      const open = await t.http.get(`/api/clients/${client.id}`).set(admin.bearer).expect(200);
      server.recipients = [{ code: 550, words: 'No such mailbox' }];
      await tell();
      const marked = await t.http.get(`/api/clients/${client.id}`).set(admin.bearer).expect(200);
      const [before, after] = [open.headers['etag']!, marked.headers['etag']!];
      expect(after).not.toBe(before);
      const save = (etag: string, notes: string) =>
        t.http
          .patch(`/api/clients/${client.id}`)
          .set({ ...admin.bearer, 'if-match': etag })
          .send({ notes });
      await save(before, 'one').expect(200);
      expectProblem(await save(after, 'two'), 412, 'version_mismatch');
    });

    it.each([
      ['for now', { code: 450, words: 'busy' }],
      ['for its content', null],
      ['because it may not send there', { code: 554, words: '5.7.1 Relaying denied' }],
      ['because of what it knows no code for', { code: 554, words: 'Sender blocked' }],
      ['for its sender', { code: 553, words: '5.1.8 Bad address of the sender' }],
    ])('is not marked where the server refuses a mail %s', async (_, recipient) => {
      const { client } = await book('2026-02-10T09:00:00Z');
      if (recipient === null) server.contents = [{ code: 554, words: 'looks like spam' }];
      else server.recipients = [recipient];
      await tell().catch(() => undefined);
      expect((await card(client.id)).email_refused).toBeNull();
      server.recipients = [];
      server.contents = [];
    });
  });

  it('keeps the log of mails in the timeline, also after a merge and its undo', async () => {
    const [anna, ben] = [await book('2026-02-10T09:00:00Z'), await book('2026-02-10T12:00:00Z')];
    await tell();
    const mailsOf = async (id: string) => {
      const { body } = await t.http.get(`/api/clients/${id}/timeline`).set(admin.bearer).expect(200);
      const entries = (body as PageDto<ClientTimelineEntryDto>).items.filter(({ kind }) => kind === 'mail');
      return entries.map(({ mail }) => [mail!.kind, mail!.status]);
    };
    expect(await mailsOf(anna.client.id)).toEqual([['booked', 'sent']]);
    const path = `/api/clients/${anna.client.id}/merges`;
    const merge = await t.http.post(path).set(admin.bearer).send({ client_id: ben.client.id }).expect(201);
    expect(await mailsOf(anna.client.id)).toHaveLength(2);
    await t.http.post(`${path}/${merge.body.id}/undo`).set(admin.bearer).expect(200);
    expect(await mailsOf(anna.client.id)).toHaveLength(1);
    expect(await mailsOf(ben.client.id)).toEqual([['booked', 'sent']]);
  });

  it('is told only of the own appointments, and only with an email', async () => {
    const [one, other] = [await book('2026-02-10T09:00:00Z'), await book('2026-02-10T11:00:00Z')];
    await booked(t, admin, { client: { name: 'Without' }, starts_at: '2026-02-10T13:00:00Z' });
    const mails = await tell();
    const told = mails.map(({ to, subject }) => [[to].flat()[0]!.text, subject!.slice(-5)]);
    expect(told.sort()).toEqual([
      [`client-${made - 1}@example.com`, '10:00'],
      [`client-${made}@example.com`, '12:00'],
    ]);
    expect(await listed({ client_id: one.client.id })).toHaveLength(1);
    expect(await listed({ client_id: other.client.id })).toHaveLength(1);
  });

  it('is told once how it stands where much has changed in between', async () => {
    const { id } = await book('2026-02-10T09:00:00Z');
    await change(id, { starts_at: '2026-02-11T09:00:00Z' });
    const [only, ...more] = await tell();
    expect(more).toEqual([]);
    expect(only!.subject).toContain('11. Februar');
    const gone = await book('2026-02-12T09:00:00Z');
    await change(gone.id, { status: 'cancelled' });
    const [ended, ...others] = await tell();
    expect(others).toEqual([]);
    expect(ended!.subject).toMatch(/^Abgesagt/);
  });

  it('is told nothing of what was changed before mails to clients were on', async () => {
    await send({});
    await book('2026-02-10T09:00:00Z');
    t.clock.set('2026-02-02T08:10:00Z');
    await send({ booked: true });
    expect(await tell('2026-02-02T08:11:00Z')).toEqual([]);
  });

  it('is told nothing of what was changed while mail was off', async () => {
    await send({ booked: true }, { enabled: false });
    const tomorrow = await book('2026-02-10T09:00:00Z');
    expect(await tell('2026-02-02T08:10:00Z')).toEqual([]);
    await t.panel.query('update mail_settings set enabled = true');
    expect(await tell('2026-02-02T08:11:00Z')).toEqual([]);
    await send({ booked: true }, { enabled: false });
    await book('2026-02-10T11:00:00Z');
    t.clock.set('2026-02-02T08:12:00Z');
    await send({ booked: true });
    expect(await tell('2026-02-02T08:13:00Z')).toEqual([]);
    expect(await listed({ appointment_id: tomorrow.id })).toEqual([]);
  });

  it('is told nothing of what was changed hours before this server went on', async () => {
    await book('2026-02-10T09:00:00Z');
    t.clock.set('2026-02-02T10:00:00Z');
    await book('2026-02-10T11:00:00Z');
    expect((await tell('2026-02-02T10:01:00Z')).map(({ subject }) => subject!.slice(-5))).toEqual(['12:00']);
  });

  it('gets no mail that waited until it was no longer true', async () => {
    const { id } = await book('2026-02-10T09:00:00Z');
    const write = () => t.app.get(ClientMailsService, { strict: false }).notify();
    await write();
    await change(id, { starts_at: '2026-02-11T09:00:00Z' });
    const [moved, ...more] = await tell();
    expect(moved!.subject).toMatch(/^Ihr Termin wurde verschoben/);
    expect(more).toEqual([]);
    t.clock.set('2026-02-10T09:00:00Z');
    await write();
    await change(id, { status: 'cancelled' });
    expect((await tell('2026-02-10T09:01:00Z')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Abgesagt/),
    ]);
    const late = await book('2026-02-12T09:00:00Z');
    await write();
    expect(await tell('2026-02-12T09:00:00Z')).toEqual([]);
    expect(await listed({ appointment_id: late.id })).toMatchObject([
      { kind: 'booked', status: 'failed', last_response: 'What it says is no longer true.' },
    ]);
    expect((await listed({ appointment_id: id })).map(({ kind, status }) => [kind, status])).toEqual([
      ['cancelled', 'sent'],
      ['reminder', 'failed'],
      ['moved', 'sent'],
      ['booked', 'failed'],
    ]);
  });

  it('is reminded once, a day before', async () => {
    await send({ reminder: true });
    await book('2026-02-10T09:00:00Z');
    expect(await tell('2026-02-09T08:59:00Z')).toEqual([]);
    const [reminder] = await tell('2026-02-09T09:00:00Z');
    expect(reminder!.subject).toBe('Erinnerung: Dienstag, 10. Februar 2026 um 10:00');
    expect(reminder!.attachments).toEqual([]);
    expect(await tell('2026-02-09T09:01:00Z')).toEqual([]);
  });

  it('is reminded of the new time, not of the old one, and not of what is cancelled', async () => {
    await send({ reminder: true });
    const moves = await book('2026-02-10T09:00:00Z');
    const ends = await book('2026-02-10T11:00:00Z');
    await change(moves.id, { starts_at: '2026-02-12T09:00:00Z' });
    await change(ends.id, { status: 'cancelled' });
    expect(await tell('2026-02-09T12:00:00Z')).toEqual([]);
    const reminders = await tell('2026-02-11T09:00:00Z');
    expect(reminders.map(({ subject }) => subject)).toEqual([
      'Erinnerung: Donnerstag, 12. Februar 2026 um 10:00',
    ]);
  });

  it('is not reminded of what was booked after the time of the reminder', async () => {
    await send({ reminder: true });
    t.clock.set('2026-02-09T12:00:00Z');
    await book('2026-02-10T09:00:00Z');
    expect(await tell('2026-02-09T12:01:00Z')).toEqual([]);
  });

  it('is reminded at each of several times', async () => {
    await send({ reminder: true }, { reminder_hours: [2, 24] });
    await book('2026-02-10T09:00:00Z');
    expect(await tell('2026-02-09T09:00:00Z')).toHaveLength(1);
    expect(await tell('2026-02-10T06:59:00Z')).toEqual([]);
    expect(await tell('2026-02-10T07:00:00Z')).toHaveLength(1);
  });

  it('is left alone in quiet hours, and reminded at their end', async () => {
    await send({ reminder: true }, { quiet: { from: '21:00', to: '08:00' } });
    await book('2026-02-10T21:30:00Z');
    expect(await tell('2026-02-09T21:30:00Z')).toEqual([]);
    expect(await tell('2026-02-10T06:59:00Z')).toEqual([]);
    expect(await tell('2026-02-10T07:00:00Z')).toHaveLength(1);
  });

  it('is reminded at the end of quiet hours that last longer than half a day', async () => {
    await send({ reminder: true }, { quiet: { from: '18:00', to: '09:00' } });
    await book('2026-02-10T17:30:00Z');
    expect(await tell('2026-02-10T07:59:00Z')).toEqual([]);
    expect(await tell('2026-02-10T08:00:00Z')).toHaveLength(1);
  });
});
