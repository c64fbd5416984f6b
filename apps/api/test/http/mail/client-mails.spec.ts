import ICAL from 'ical.js';
import type { ParsedMail } from 'mailparser';
import type {
  AppointmentDto,
  ClientDto,
  ClientTimelineEntryDto,
  MailDto,
  MailSendsDto,
  PageDto,
  SeriesDto,
} from '@groupless/shared-dto';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { SETTINGS } from '../../../src/config/config.module';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { APPOINTMENTS, AS_AGENT, booked, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { MailServer } from '../../harness/http/mail-server';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = '2026-02-02T08:00:00Z';
const ALL = {
  requested: true,
  booked: true,
  confirmed: true,
  declined: true,
  moved: true,
  cancelled: true,
  reminder: true,
};

describe('a client', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let server: MailServer;
  let made = 0;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
    server = await MailServer.start();
  });
  beforeEach(async () => {
    t.clock.set(NOW);
    await setAgent(t, { name: 'Salon Mia', time_zone: 'Europe/Vienna', language: 'de' });
    await emptyTables(t.panel, 'clients');
    server.received.length = 0;
    await send({});
    await send(ALL);
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
      ends: event.endDate.toJSDate().toISOString(),
      organizer: calendar.getFirstSubcomponent('vevent')!.getFirstProperty('organizer')!.getParameter('cn'),
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
    expect(moved!.subject).toMatch(/^Ihr Termin hat sich geändert/);
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

  it('is told also by a business that has no name yet, from its address', async () => {
    await setAgent(t, { name: '', business_name: '' });
    await send(ALL, { from: 'salon@example.com' });
    await book('2026-02-10T09:00:00Z');
    const told = await tell();
    expect(told.map(eventIn)).toMatchObject([{ method: 'REQUEST', organizer: 'salon@example.com' }]);
  });

  it('is told of another length, and not of one that is to be kept from it', async () => {
    const { id } = await book('2026-02-10T09:00:00Z');
    await tell();
    await change(id, { ends_at: '2026-02-10T09:45:00Z' });
    const [longer, ...more] = await tell();
    expect(more).toEqual([]);
    expect(longer!.subject).toMatch(/^Ihr Termin hat sich geändert/);
    expect(longer!.text).toContain('45 Min.');
    const starts = '2026-02-10T09:00:00.000Z';
    const event = { method: 'REQUEST', sequence: 1, starts, ends: '2026-02-10T09:45:00.000Z' };
    expect(eventIn(longer!)).toMatchObject(event);
    await change(id, { ends_at: '2026-02-10T10:00:00Z', notify: false });
    expect(await tell()).toEqual([]);
    await change(id, { ends_at: '2026-02-10T09:45:00Z' });
    expect(await tell()).toEqual([]);
    await change(id, { ends_at: '2026-02-10T10:00:00Z' });
    expect((await tell()).map(eventIn)).toMatchObject([{ sequence: 4, ends: '2026-02-10T10:00:00.000Z' }]);
  });

  it('is told of nothing where the end that was told was never kept', async () => {
    const { id } = await book('2026-02-10T09:00:00Z');
    await tell();
    await t.panel.query('update told_appointments set ends_at = null where appointment_id = $1', [id]);
    await change(id, { notes: 'Rang up.' });
    expect(await tell()).toEqual([]);
  });

  it('is greeted, not who comes, and told of who comes, with whom, how long, where and at what price', async () => {
    const services = [{ name: 'Haarschnitt', duration_minutes: 45, price: '32 €' }];
    const place = { business_name: 'Salon Ada', address: 'Hauptstraße 1, Wien', name: 'Mia' };
    await setAgent(t, { services, resources: ['main', 'Anna'], ...place });
    const more = { service: 'Haarschnitt', resource: 'Anna' };
    const { id, client } = await book('2026-02-10T09:00:00Z', { ...more, attendee_name: 'Tim Schulz' });
    const [mail] = await tell();
    expect(mail!.text).toContain(
      [
        `Guten Tag ${client.name},\n\nIhr Termin ist gebucht:\n`,
        'Haarschnitt\nDienstag, 10. Februar 2026, 10:00\n45 Min.\nAnna\nFür: Tim Schulz\n32 €\n',
        'Salon Ada\nHauptstraße 1, Wien',
      ].join('\n'),
    );
    const ics = mail!.attachments[0]!.content.toString();
    expect(ics).toMatch(/SUMMARY:Haarschnitt\\, Salon Ada\r\n/);
    expect(ics).toMatch(/LOCATION:Hauptstraße 1\\, Wien\r\n/);
    await change(id, { attendee_name: null, service: null, starts_at: '2026-02-10T10:00:00Z' });
    const [moved] = await tell();
    expect(moved!.text).not.toMatch(/Für:|€/);
    expect(moved!.text).toContain('45 Min.\nAnna\n\nSalon Ada');
    await setAgent(t, { services: [], resources: ['main'], business_name: '', address: '', name: '' });
  });

  it('is told of all services of a visit, with the price of each and how long they are together', async () => {
    const cut = { name: 'Haarschnitt', duration_minutes: 45, price: '32 €' };
    const colour = { name: 'Farbe', duration_minutes: 60, price: 'ab 45 €' };
    await setAgent(t, { services: [cut, { name: 'Pflege', duration_minutes: 10 }, colour] });
    const visit = { services: ['Haarschnitt', 'Pflege', 'Farbe'], duration_minutes: undefined };
    const { id } = await book('2026-02-10T09:00:00Z', visit);
    const [mail] = await tell();
    expect(mail!.text).toContain('Haarschnitt, Pflege, Farbe\nDienstag, 10. Februar 2026, 10:00\n115 Min.\n');
    expect(mail!.text).toContain('\nHaarschnitt: 32 €, Farbe: ab 45 €\n');
    const ics = mail!.attachments[0]!.content.toString();
    expect(ics).toContain('SUMMARY:Haarschnitt\\, Pflege\\, Farbe');
    await t.http.delete(`/api/appointments/${id}`).set(admin.bearer).expect(204);
    const [deleted] = await tell();
    expect(deleted!.text).toContain('Haarschnitt, Pflege, Farbe\n');
    await setAgent(t, { services: [] });
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
      // The booking that was refused goes to the new address of the one, and again to that of the other.
      expect(await tell()).toHaveLength(2);
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
  });

  describe('who was told something', () => {
    const undo = (id: string) =>
      t.http.post(`${APPOINTMENTS}/${id}/history/undo`).set(admin.bearer).expect(200);
    const remove = (id: string) => t.http.delete(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(204);
    const told = (mails: ParsedMail[]) =>
      mails.map(({ to, subject }) => `${[to].flat()[0]!.text}: ${subject}`).sort();

    it.each([
      ['confirmed again', (id: string) => change(id, { status: 'confirmed' })],
      ['put back by an undo', (id: string) => undo(id)],
    ])('hears that a cancelled appointment is %s', async (_, restore) => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await tell();
      await change(id, { status: 'cancelled' });
      const [cancelled] = await tell('2026-02-02T08:01:00Z');
      await restore(id);
      const [restored, ...more] = await tell('2026-02-02T08:02:00Z');
      expect(more).toEqual([]);
      expect(restored!.subject).toBe('Findet statt: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00');
      expect([cancelled!, restored!].map(eventIn)).toMatchObject([
        { method: 'CANCEL', sequence: 1 },
        { method: 'REQUEST', sequence: 2, starts: '2026-02-10T09:00:00.000Z' },
      ]);
    });

    it('hears that the appointment was given to another, who hears of it as booked', async () => {
      const { id, client } = await book('2026-02-10T09:00:00Z');
      const other = await book('2026-02-10T12:00:00Z');
      await tell();
      await change(id, { client_id: other.client.id });
      const mails = await tell('2026-02-02T08:01:00Z');
      expect(told(mails)).toEqual([
        `client-${made - 1}@example.com: Abgesagt: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00`,
        `client-${made}@example.com: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00`,
      ]);
      const [cancelled] = mails.filter(({ subject }) => subject!.startsWith('Abgesagt'));
      expect(eventIn(cancelled!)).toMatchObject({
        method: 'CANCEL',
        attendees: [`MAILTO:client-${made - 1}@example.com`],
      });
      expect(await listed({ client_id: client.id })).toMatchObject([
        { kind: 'cancelled' },
        { kind: 'booked' },
      ]);
      expect(await tell('2026-02-02T08:02:00Z')).toEqual([]);
    });

    it.each([
      ['after both heard', true],
      ['before', false],
    ])('hears nothing where the two who had it are merged %s', async (_, isTold) => {
      const [anna, double] = [await book('2026-02-10T09:00:00Z'), await book('2026-02-10T12:00:00Z')];
      await tell();
      await change(anna.id, { client_id: double.client.id });
      if (isTold) await tell('2026-02-02T08:01:00Z');
      const path = `/api/clients/${anna.client.id}/merges`;
      const merge = { client_id: double.client.id };
      await t.http.post(path).set(admin.bearer).send(merge).expect(201);
      expect(await tell('2026-02-02T08:02:00Z')).toEqual([]);
      await change(anna.id, { status: 'cancelled' });
      expect(told(await tell('2026-02-02T08:03:00Z'))).toEqual([
        expect.stringContaining(': Abgesagt: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00'),
      ]);
    });

    it('hears that it has an appointment again, though bookings are not mailed', async () => {
      const { id, client_id } = await book('2026-02-10T09:00:00Z');
      const { client_id: other } = await book('2026-02-10T12:00:00Z');
      await tell();
      await send({ ...ALL, booked: false, confirmed: false });
      await change(id, { client_id: other });
      await tell('2026-02-02T08:01:00Z');
      await change(id, { client_id });
      expect(told(await tell('2026-02-02T08:07:00Z'))).toEqual([
        `client-${made - 1}@example.com: Findet statt: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00`,
      ]);
    });

    it('hears of a series that another got in one mail', async () => {
      const client = { name: 'Susanne', email: 'susanne@example.com' };
      const rule = { rrule: 'FREQ=WEEKLY;COUNT=3', starts_at: '2026-02-10T09:00:00Z', duration_minutes: 30 };
      const series = await t.http
        .post('/api/series')
        .set(admin.bearer)
        .send({ client, ...rule })
        .expect(201);
      const { client_id: other } = await book('2026-02-10T12:00:00Z');
      await tell();
      for (const { id } of series.body.created as AppointmentDto[]) await change(id, { client_id: other });
      expect(told(await tell('2026-02-02T08:01:00Z'))).toEqual([
        `client-${made}@example.com: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00 und 2 weitere`,
        'susanne@example.com: Abgesagt: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00 und 2 weitere',
      ]);
    });

    it('hears that the appointment was deleted', async () => {
      const { id, client } = await book('2026-02-10T09:00:00Z');
      await tell();
      await remove(id);
      const [cancelled, ...more] = await tell('2026-02-02T08:01:00Z');
      expect(more).toEqual([]);
      expect(cancelled!.subject).toMatch(/^Abgesagt: Ihr Termin am Dienstag, 10\. Februar/);
      expect(eventIn(cancelled!)).toMatchObject({
        method: 'CANCEL',
        uid: `${id}@groupless`,
        sequence: 1,
        starts: '2026-02-10T09:00:00.000Z',
      });
      expect(await listed({ client_id: client.id })).toMatchObject([
        { kind: 'cancelled' },
        { kind: 'booked' },
      ]);
      expect(await tell('2026-02-02T08:02:00Z')).toEqual([]);
    });

    it('hears of the cancellation at the address that was told, of the time that was told', async () => {
      const { id, client } = await book('2026-02-10T09:00:00Z');
      await tell();
      await t.http
        .patch(`/api/clients/${client.id}`)
        .set(admin.bearer)
        .send({ email: 'new@example.com' })
        .expect(200);
      await change(id, { starts_at: '2026-02-11T09:00:00Z' });
      await change(id, { status: 'cancelled' });
      expect(told(await tell('2026-02-02T08:01:00Z'))).toEqual([
        `client-${made}@example.com: Abgesagt: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00`,
      ]);
    });

    it('hears nothing where it is as it was told, whatever happened in between', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await tell();
      for (const starts_at of ['2026-02-11T09:00:00Z', '2026-02-10T09:00:00Z'])
        await change(id, { starts_at });
      await change(id, { status: 'cancelled' });
      await undo(id);
      expect(await tell('2026-02-02T08:01:00Z')).toEqual([]);
    });

    it('hears nothing of a merge and its undo', async () => {
      const [anna, ben] = [await book('2026-02-10T09:00:00Z'), await book('2026-02-10T12:00:00Z')];
      await tell();
      const path = `/api/clients/${anna.client.id}/merges`;
      const merge = await t.http.post(path).set(admin.bearer).send({ client_id: ben.client.id }).expect(201);
      expect(await tell('2026-02-02T08:01:00Z')).toEqual([]);
      await t.http.post(`${path}/${merge.body.id}/undo`).set(admin.bearer).expect(200);
      expect(await tell('2026-02-02T08:02:00Z')).toEqual([]);
    });
  });

  describe('of a business of several', () => {
    beforeEach(() => setAgent(t, { resources: ['Emil', 'Frieda'] }));
    afterAll(() => setAgent(t, { resources: ['main'] }));

    it('hears with whom it is, and that somebody else does it, but not that somebody has another name', async () => {
      const { id } = await book('2026-02-10T09:00:00Z', { resource: 'Emil' });
      const [first] = await tell();
      expect(first!.text).toContain('10:00\n30 Min.\nEmil\n');
      const rename = { from: 'Emil', to: 'Emil Huber' };
      await t.http.post('/api/settings/resources/rename').set(admin.bearer).send(rename).expect(200);
      expect(await tell('2026-02-02T08:01:00Z')).toEqual([]);
      await change(id, { resource: 'Frieda' });
      const [changed, ...more] = await tell('2026-02-02T08:02:00Z');
      expect(more).toEqual([]);
      expect(changed!.text).toContain(
        'hat sich geändert:\n\nHaarschnitt\nDienstag, 10. Februar 2026, 10:00\n30 Min.\nFrieda',
      );
    });

    it('hears of a series of several persons in one mail, of each time with whom it is and how long', async () => {
      const at = { starts_at: '2026-02-10T09:00:00Z', duration_minutes: 30 };
      await book('2026-02-17T09:00:00Z', { resource: 'Emil', duration_minutes: 30 });
      await tell();
      const client = { name: 'Susanne', email: `client-${++made}@example.com` };
      const rule = { ...at, client, title: 'Schnitt', rrule: 'FREQ=WEEKLY;COUNT=3', resource: 'any' };
      const { body } = await t.http.post('/api/series').set(admin.bearer).send(rule).expect(201);
      const { created } = body as SeriesDto;
      expect(created.map(({ resource }) => resource)).toEqual(['Emil', 'Frieda', 'Emil']);
      const [mail, ...more] = await tell();
      expect(more).toEqual([]);
      expect(mail!.text).toContain(
        'Schnitt\nDienstag, 10. Februar 2026, 10:00, Emil\nDienstag, 17. Februar 2026, 10:00, Frieda\nDienstag, 24. Februar 2026, 10:00, Emil\n30 Min.\n\nSalon',
      );
      expect(mail!.attachments[0]!.content.toString().match(/BEGIN:VEVENT/g)).toHaveLength(3);
      await change(created[0]!.id, { ends_at: '2026-02-10T10:00:00Z' });
      await change(created[1]!.id, { starts_at: '2026-02-18T09:00:00Z' });
      const [changed, ...others] = await tell();
      expect(others).toEqual([]);
      expect(changed!.text).toContain(
        'Schnitt\nDienstag, 10. Februar 2026, 10:00, 60 Min., Emil\nMittwoch, 18. Februar 2026, 10:00, 30 Min., Frieda\n\nSalon',
      );
      await emptyTables(t.panel, 'clients');
    });

    describe('whose mails are written anew', () => {
      const own = { subject: 'Neu: {date}', text: '{date}, {time}' };
      const path = (kind: string) => `/api/settings/mail/texts/${kind}/de`;
      const write = (kind: string) => t.http.put(path(kind)).set(admin.bearer).send(own).expect(200);
      afterEach(async () => {
        for (const kind of ['booked', 'moved']) await t.http.delete(path(kind)).set(admin.bearer);
      });

      it('hears nothing of that where no mail that is on names who does it', async () => {
        await send({});
        await send({ booked: true, moved: true });
        for (const kind of ['booked', 'moved']) await write(kind);
        const { id } = await book('2026-02-10T09:00:00Z', { resource: 'Emil' });
        await tell();
        await change(id, { resource: 'Frieda' });
        expect(await tell('2026-02-02T08:01:00Z')).toEqual([]);
      });

      it('hears who does it and how long it takes by then, though the text has no place for that', async () => {
        await write('moved');
        const { id } = await book('2026-02-10T09:00:00Z', { resource: 'Emil' });
        await tell();
        await change(id, { resource: 'Frieda' });
        const [other] = await tell('2026-02-02T08:01:00Z');
        expect(other!.text!.trim()).toBe('Dienstag, 10. Februar 2026, 10:00, Frieda');
        await change(id, { ends_at: '2026-02-10T10:00:00Z' });
        const [longer] = await tell('2026-02-02T08:02:00Z');
        expect(longer!.text!.trim()).toBe('Dienstag, 10. Februar 2026, 10:00, 60 Min.');
      });
    });
  });

  it('hears of a series in one mail with its times and one calendar, when it is made, moved and ended', async () => {
    const client = { name: 'Susanne', email: `client-${++made}@example.com` };
    const rule = {
      rrule: 'FREQ=WEEKLY;COUNT=3',
      starts_at: '2026-02-10T09:00:00Z',
      client,
      title: 'Schnitt',
    };
    const { body } = await t.http.post('/api/series').set(admin.bearer).send(rule).expect(201);
    const { series_id: id, created } = body as SeriesDto;
    const calendarOf = (mail: ParsedMail) => {
      const calendar = ICAL.Component.fromString(mail.attachments[0]!.content.toString());
      const events = calendar.getAllSubcomponents('vevent');
      const all = (name: string) => events.map((event) => event.getFirstPropertyValue(name));
      return { method: calendar.getFirstPropertyValue('method'), uids: all('uid'), status: all('status') };
    };
    const uids = created.map((one) => `${one.id}@groupless`);
    const one = async () => {
      const [mail, ...more] = await tell();
      expect(more).toEqual([]);
      return mail!;
    };
    const booked = await one();
    expect(booked.subject).toBe('Ihr Termin am Dienstag, 10. Februar 2026 um 10:00 und 2 weitere');
    expect(booked.text).toContain(
      'Schnitt\nDienstag, 10. Februar 2026, 10:00\nDienstag, 17. Februar 2026, 10:00\nDienstag, 24. Februar 2026, 10:00\n30 Min.\n',
    );
    expect(calendarOf(booked)).toEqual({
      ...{ method: 'PUBLISH', uids },
      status: ['CONFIRMED', 'CONFIRMED', 'CONFIRMED'],
    });
    const patch = { starts_at: '2026-02-10T11:00:00Z' };
    await t.http.patch(`/api/series/${id}`).set(admin.bearer).send(patch).expect(200);
    const moved = await one();
    expect(moved.subject).toBe(
      'Ihr Termin hat sich geändert: Dienstag, 10. Februar 2026 um 12:00 und 2 weitere',
    );
    expect(calendarOf(moved)).toMatchObject({ method: 'PUBLISH', uids });
    await change(created[1]!.id, { starts_at: '2026-02-18T11:00:00Z' });
    expect(calendarOf(await one())).toMatchObject({ method: 'REQUEST', uids: [uids[1]] });
    await setAgent(t, { resources: ['main', 'Emil'] });
    await change(created[2]!.id, { resource: 'Emil' });
    await tell();
    await t.http.delete(`/api/series/${id}?from=${created[1]!.id}`).set(admin.bearer).expect(204);
    const ended = await one();
    expect(ended.subject).toBe(
      'Abgesagt: Ihr Termin am Mittwoch, 18. Februar 2026 um 12:00 und ein weiterer',
    );
    expect(ended.text).toMatch(/Folgendes ist abgesagt:\n\nSchnitt\nMittwoch, 18\. .*\nDienstag, 24\./);
    await emptyTables(t.panel, 'clients');
    await setAgent(t, { resources: ['main'] });
    expect(calendarOf(ended)).toEqual({
      ...{ method: 'PUBLISH', uids: uids.slice(1) },
      status: ['CANCELLED', 'CANCELLED'],
    });
    expect((await listed({ status: 'failed' })).length).toBe(0);
  });

  describe('of whom somebody says that it is not told', () => {
    const toldOf = async (id: string) =>
      ((await t.http.get(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(200)).body as AppointmentDto).told;

    it('hears nothing of that, nor of a note after it, but of what comes next, with its reason', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await tell();
      await change(id, { starts_at: '2026-02-11T09:00:00Z', notify: false });
      await change(id, { notes: 'Rang up.' });
      expect(await tell('2026-02-02T08:10:00Z')).toEqual([]);
      expect(await toldOf(id)).toMatchObject({ kind: 'booked', starts_at: '2026-02-10T09:00:00.000Z' });
      await change(id, { status: 'cancelled', reason: ' Anna ist\nkrank. ' });
      const [ended, ...more] = await tell('2026-02-02T08:11:00Z');
      expect(more).toEqual([]);
      expect(ended!.text).toContain('10. Februar 2026, 10:00\n30 Min.\n\nAnna ist krank.\n\n');
      await t.http.post(`${APPOINTMENTS}/${id}/history/undo`).set(admin.bearer).expect(200);
      const [again] = await tell('2026-02-02T08:12:00Z');
      expect(again!.subject).toMatch(/^Findet statt/);
      expect(again!.text).not.toContain('krank');
    });

    it('hears of the same state where somebody brings it about later and does not say so', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await tell();
      await change(id, { starts_at: '2026-02-11T09:00:00Z', notify: false });
      await change(id, { starts_at: '2026-02-12T09:00:00Z' });
      await change(id, { starts_at: '2026-02-11T09:00:00Z' });
      expect((await tell()).map(({ subject }) => subject)).toEqual([
        'Ihr Termin hat sich geändert: Mittwoch, 11. Februar 2026 um 10:00',
      ]);
    });

    it('hears the reason of this end, and of none before', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await tell();
      await change(id, { status: 'cancelled', reason: 'Anna ist krank.' });
      await t.http.post(`${APPOINTMENTS}/${id}/history/undo`).set(admin.bearer).expect(200);
      await tell();
      await change(id, { status: 'cancelled' });
      await change(id, { notes: 'Rang up.' });
      const [ended] = await tell();
      expect([ended!.subject, ended!.text]).toEqual([
        expect.stringMatching(/^Abgesagt/),
        expect.not.stringContaining('krank'),
      ]);
    });

    it('hears nothing of it where clients are merged or a person gets another name', async () => {
      await setAgent(t, { resources: ['Anna', 'Ben'] });
      const { id, client } = await book('2026-02-10T09:00:00Z', { resource: 'Anna' });
      const other = await book('2026-02-10T12:00:00Z');
      await tell();
      await change(id, { starts_at: '2026-02-11T09:00:00Z', notify: false });
      const path = `/api/clients/${other.client.id}/merges`;
      const merge = await t.http.post(path).set(admin.bearer).send({ client_id: client.id }).expect(201);
      expect(await tell('2026-02-02T08:01:00Z')).toEqual([]);
      await t.http.post(`${path}/${merge.body.id}/undo`).set(admin.bearer).expect(200);
      expect(await tell('2026-02-02T08:02:00Z')).toEqual([]);
      const name = { from: 'Anna', to: 'Anna M' };
      await t.http.post('/api/settings/resources/rename').set(admin.bearer).send(name).expect(200);
      await change(id, { notes: 'Rang up.' });
      expect(await tell('2026-02-02T08:03:00Z')).toEqual([]);
      await emptyTables(t.panel, 'clients');
      await setAgent(t, { resources: ['main'] });
    });

    it('hears nothing of one that was given away untold, where who had it is merged into another', async () => {
      const [{ id, client }, { client: same }, { client: next }] = [
        await book('2026-02-10T09:00:00Z'),
        await book('2026-02-11T09:00:00Z'),
        await book('2026-02-12T09:00:00Z'),
      ];
      await tell();
      await change(id, { client_id: next.id, notify: false });
      const merged = { client_id: client.id };
      await t.http.post(`/api/clients/${same.id}/merges`).set(admin.bearer).send(merged).expect(201);
      expect(await tell('2026-02-02T08:01:00Z')).toEqual([]);
    });

    it('hears of the end of a time that is still to come, though that which was told has passed', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await tell();
      await change(id, { starts_at: '2026-02-13T09:00:00Z', notify: false });
      t.clock.set('2026-02-11T09:00:00Z');
      await change(id, { status: 'cancelled' });
      const [ended] = await tell('2026-02-11T09:01:00Z');
      expect(ended!.subject).toMatch(/^Abgesagt.*13\. Februar/);
    });

    it.each(['moved', 'deleted'])('who had it before hears of that, though it is %s untold', async (how) => {
      const { id } = await book('2026-02-10T09:00:00Z');
      const other = await book('2026-02-10T12:00:00Z');
      await tell();
      await change(id, { client_id: other.client.id });
      if (how === 'moved') await change(id, { starts_at: '2026-02-11T09:00:00Z', notify: false });
      else
        await t.http.delete(`${APPOINTMENTS}/${id}`).query({ notify: false }).set(admin.bearer).expect(204);
      const heard = (await tell()).map(({ to, subject }) => [[to].flat()[0]!.text, subject]);
      expect(heard).toEqual([[expect.stringContaining('@'), expect.stringMatching(/^Abgesagt/)]]);
      if (how === 'moved') await change(id, { notes: 'Rang up.' });
      expect(await tell('2026-02-02T08:30:00Z')).toEqual([]);
    });

    it('who lost it untold hears of that with what is told next', async () => {
      const [{ id }, { client_id }] = [
        await book('2026-02-10T09:00:00Z'),
        await book('2026-02-10T12:00:00Z'),
      ];
      await tell();
      await change(id, { client_id, notify: false });
      expect(await tell('2026-02-02T08:10:00Z')).toEqual([]);
      await change(id, { starts_at: '2026-02-11T09:00:00Z' });
      const heard = (await tell('2026-02-02T08:11:00Z')).map(({ subject }) => subject!).sort();
      expect(heard).toEqual([
        'Abgesagt: Ihr Termin am Dienstag, 10. Februar 2026 um 10:00',
        'Ihr Termin am Mittwoch, 11. Februar 2026 um 10:00',
      ]);
    });

    it('is not told of an end that is no more to be told, where it is deleted untold', async () => {
      const [{ id }, { client_id }] = [
        await book('2026-02-10T09:00:00Z'),
        await book('2026-02-10T12:00:00Z'),
      ];
      await tell();
      await change(id, { client_id, notify: false });
      await t.http.delete(`${APPOINTMENTS}/${id}`).query({ notify: false }).set(admin.bearer).expect(204);
      expect(await tell('2026-02-02T08:10:00Z')).toEqual([]);
    });

    it('hears of what was changed before, where only a note is added untold', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await change(id, { notes: 'Rang up.', notify: false });
      expect((await tell()).map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^Ihr Termin am Dienstag/),
      ]);
    });

    it('hears of a deletion as it is said', async () => {
      const [silent, told] = [await book('2026-02-10T09:00:00Z'), await book('2026-02-10T11:00:00Z')];
      await tell();
      const remove = (id: string, query: object) =>
        t.http.delete(`${APPOINTMENTS}/${id}`).query(query).set(admin.bearer).expect(204);
      await remove(silent.id, { notify: false });
      await remove(told.id, { reason: 'Wir schließen.' });
      const mails = await tell();
      expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('\n\nWir schließen.\n\n')]);
    });

    it('hears of the end of a series as it is said', async () => {
      const client = { name: 'Susanne', email: `client-${++made}@example.com` };
      const rule = { rrule: 'FREQ=WEEKLY;COUNT=2', starts_at: '2026-02-10T09:00:00Z', client };
      const series = async () =>
        (
          await t.http
            .post('/api/series')
            .set(admin.bearer)
            .send({ ...rule, title: 'x' })
            .expect(201)
        ).body.series_id as string;
      const end = (id: string, query: object) =>
        t.http.delete(`/api/series/${id}`).query(query).set(admin.bearer).expect(204);
      const silent = await series();
      await tell();
      await end(silent, { notify: false });
      expect(await tell()).toEqual([]);
      const told = await series();
      await tell();
      await end(told, { reason: 'Umbau.' });
      for (const { text } of await tell()) expect(text).toContain('Umbau.');
    });

    it.each([
      [{}, 'all'],
      [{ cancelled: false }, 'moved'],
    ])('is named beforehand, where mails would go: %j', async (off, which) => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await tell();
      await send({ booked: true, moved: true, cancelled: true, ...off });
      const { body } = await t.http.get(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(200);
      const to = `client-${made}@example.com`;
      const ends = which === 'all' ? to : null;
      expect((body as AppointmentDto).would_tell).toEqual({ cancelled: ends, deleted: ends, moved: to });
      await send(ALL);
    });

    it('hears nothing of a swap', async () => {
      const [one, other] = [await book('2026-02-10T09:00:00Z'), await book('2026-02-11T09:00:00Z')];
      await tell();
      const swap = (notify: boolean) =>
        t.http
          .post(`${APPOINTMENTS}/swap`)
          .set(admin.bearer)
          .send({ a: one.id, b: other.id, notify })
          .expect(200);
      await swap(false);
      expect((await tell()).map(({ subject }) => subject)).toEqual([]);
      await change(one.id, { starts_at: '2026-02-12T09:00:00Z' });
      expect((await tell()).map(({ subject }) => subject)).toEqual([
        expect.stringContaining('12. Februar 2026'),
      ]);
    });

    it('is refused a reason of anything but a cancellation', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      const body = { reason: 'Why', title: 'x' };
      const refused = await t.http.patch(`${APPOINTMENTS}/${id}`).set(admin.bearer).send(body);
      expect(refusedFields(refused)).toEqual([['reason', 'not_allowed']]);
    });
  });

  it('is shown with what was told last to people, and without the address to keys', async () => {
    const { id, client } = await book('2026-02-10T09:00:00Z');
    const read = async (headers: Record<string, string>) =>
      (await t.http.get(`${APPOINTMENTS}/${id}`).set(headers).expect(200)).body as AppointmentDto;
    expect((await read(admin.bearer)).told).toBeNull();
    await tell();
    const told = {
      ...{ kind: 'booked', at: '2026-02-02T08:00:00.000Z', starts_at: '2026-02-10T09:00:00.000Z' },
      ...{ resource: 'main', status: 'confirmed' },
    };
    const to = `client-${made}@example.com`;
    expect((await read(admin.bearer)).told).toEqual({ ...told, to });
    const key = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({ name: `reader ${made}`, scopes: ['panel:read'] })
      .expect(201);
    expect((await read({ 'x-api-key': key.body.key as string })).told).toEqual(told);
    const { body } = await t.http.get(APPOINTMENTS).query({ client_id: client.id }).set(admin.bearer);
    expect((body as PageDto<AppointmentDto>).items[0]).not.toHaveProperty('told');
  });

  it('who was told nothing of a booking hears nothing of its end', async () => {
    const cancelled = await book('2026-02-10T09:00:00Z');
    await change(cancelled.id, { status: 'cancelled' });
    const deleted = await book('2026-02-10T11:00:00Z');
    await t.http.delete(`${APPOINTMENTS}/${deleted.id}`).set(admin.bearer).expect(204);
    expect(await tell()).toEqual([]);
  });

  describe('who asked for an appointment', () => {
    const ask = async (starts_at: string) => {
      await setAgent(t, { auto_confirm: false, agent_hours: 'any' });
      const client = { name: `Client ${++made}`, email: `client-${made}@example.com` };
      const booking = { client, starts_at, title: 'Haarschnitt' };
      return (await t.http.post(APPOINTMENTS).set(AS_AGENT).send(booking).expect(201)).body as AppointmentDto;
    };

    it('hears that it waits, and then that it is confirmed', async () => {
      const { id } = await ask('2026-02-10T09:00:00Z');
      const [requested] = await tell();
      expect(requested!.subject).toMatch(/^Ihre Anfrage: Dienstag, 10\. Februar/);
      expect(requested!.text).not.toContain('gebucht');
      await change(id, { status: 'confirmed' });
      const [confirmed, ...more] = await tell('2026-02-02T08:01:00Z');
      expect(more).toEqual([]);
      expect(confirmed!.subject).toMatch(/^Bestätigt/);
    });

    it.each([
      ['as such', {}, /^Leider nicht möglich/],
      ['as an end, where refusals are off', { declined: false }, /^Abgesagt/],
    ])('hears that it is declined, %s', async (_, off, subject) => {
      await send({ ...ALL, ...off });
      const { id } = await ask('2026-02-10T09:00:00Z');
      await tell();
      await change(id, { status: 'cancelled' });
      const [declined, ...more] = await tell('2026-02-02T08:01:00Z');
      expect(more).toEqual([]);
      expect(declined!.subject).toMatch(subject);
    });

    it.each([
      [{}, /^Bestätigt/],
      [{ confirmed: false }, /^Ihr Termin am/],
    ])(
      'hears that what was declined takes place after all, where %j and ends are off',
      async (off, subject) => {
        await send({ ...ALL, cancelled: false, ...off });
        const { id } = await ask('2026-02-10T09:00:00Z');
        await tell();
        await change(id, { status: 'cancelled' });
        expect(await tell('2026-02-02T08:01:00Z')).toHaveLength(1);
        await change(id, { status: 'confirmed' });
        const mails = await tell('2026-02-02T08:02:00Z');
        expect(mails.map((mail) => mail.subject)).toEqual([expect.stringMatching(subject)]);
      },
    );

    it('hears that a deleted wish is not possible, where ends are off', async () => {
      await send({ ...ALL, cancelled: false });
      const { id } = await ask('2026-02-10T09:00:00Z');
      await tell();
      await t.http.delete(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(204);
      const mails = await tell('2026-02-02T08:01:00Z');
      expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Leider nicht möglich/)]);
    });

    it.each([
      ['at once', []],
      ['after a run', ['2026-02-02T08:01:00Z']],
      ['after many', ['2026-02-02T08:01:00Z', '2026-02-02T08:07:00Z']],
    ])('hears that it is confirmed %s, where the others are off', async (_, runs) => {
      await send({ confirmed: true });
      const { id } = await ask('2026-02-10T09:00:00Z');
      for (const now of runs) expect(await tell(now)).toEqual([]);
      await change(id, { status: 'confirmed' });
      expect((await tell('2026-02-02T08:08:00Z')).map(({ subject }) => subject)).toEqual([
        expect.stringMatching(/^Bestätigt/),
      ]);
    });

    it('hears of a new time, where only that is on', async () => {
      await send({ moved: true });
      const { id } = await book('2026-02-10T09:00:00Z');
      expect(await tell('2026-02-02T08:06:00Z')).toEqual([]);
      await change(id, { starts_at: '2026-02-11T09:00:00Z' });
      expect(await tell('2026-02-02T08:07:00Z')).toHaveLength(1);
    });

    it.each([
      ['requested', {}],
      ['moved', { requested: false }],
    ])('hears by %s that another time than the confirmed one has to be confirmed anew', async (kind, off) => {
      await send({ ...ALL, ...off });
      await setAgent(t, { auto_confirm: false, agent_hours: 'any' });
      const client = { name: `Client ${++made}`, email: `client-${made}@example.com` };
      const external_id = `anew-${made}`;
      const booking = { client, starts_at: '2026-02-10T11:00:00Z', title: 'Haarschnitt', external_id };
      const { body } = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(booking).expect(201);
      const { id } = body as AppointmentDto;
      await change(id, { status: 'confirmed' });
      await tell();
      const own = t.http.patch(`${APPOINTMENTS}/external/${external_id}`).set(AS_AGENT);
      await own.send({ starts_at: '2026-02-10T11:30:00Z' }).expect(200);
      const [anew, ...more] = await tell();
      expect(more).toEqual([]);
      expect(anew!.subject).toBe(
        'Ihre Anfrage für einen anderen Termin: Dienstag, 10. Februar 2026 um 12:30',
      );
      expect(anew!.text).toContain(
        'Der bisherige gilt nicht mehr; der neue ist angefragt und noch nicht bestätigt:',
      );
      expect((await listed({ appointment_id: id }))[0]).toMatchObject({ kind, status: 'sent' });
      await change(id, { starts_at: '2026-01-27T11:00:00Z' });
      expect((await tell()).map(({ subject }) => subject)).toEqual([
        'Abgesagt: Ihr Termin am Dienstag, 10. Februar 2026 um 12:30',
      ]);
    });

    it('is not reminded before it is confirmed, and not after that of a time that was over by then', async () => {
      await send({ reminder: true }, { reminder_hours: [24, 2] });
      const { id } = await ask('2026-02-10T09:00:00Z');
      expect(await tell('2026-02-09T09:00:01Z')).toEqual([]);
      await change(id, { status: 'confirmed' });
      expect(await tell('2026-02-09T09:01:00Z')).toEqual([]);
      expect(await tell('2026-02-10T07:00:00Z')).toHaveLength(1);
    });
  });

  it('is told nothing of what was changed before mails to clients were on', async () => {
    await send({});
    await book('2026-02-10T09:00:00Z');
    expect(await tell('2026-02-02T08:06:00Z')).toEqual([]);
    await send({ booked: true });
    expect(await tell('2026-02-02T08:07:00Z')).toEqual([]);
  });

  it.each<[string, Partial<MailSendsDto>, object, string[]]>([
    ['its kind was', { ...ALL, booked: false }, {}, ['Abgesagt']],
    ['all mail was', {}, { enabled: false }, []],
  ])('is told nothing of what was changed just before, where %s off', async (_, sends, more, kept) => {
    const { id } = await book('2026-02-10T09:00:00Z');
    await tell('2026-02-02T08:01:00Z');
    await send(sends, more);
    const untold = await book('2026-02-10T11:00:00Z');
    await change(id, { status: 'cancelled' });
    await send(ALL);
    const begins = async (now: string) => (await tell(now)).map(({ subject }) => subject!.split(/:| am /)[0]);
    expect(await begins('2026-02-02T08:02:00Z')).toEqual(kept);
    await change(untold.id, { starts_at: '2026-02-11T11:00:00Z' });
    expect(await begins('2026-02-02T08:03:00Z')).toEqual(['Ihr Termin hat sich geändert']);
  });

  it('is told nothing of what was changed while mail was off', async () => {
    await send({ booked: true }, { enabled: false });
    const tomorrow = await book('2026-02-10T09:00:00Z');
    expect(await tell('2026-02-02T08:10:00Z')).toEqual([]);
    await t.panel.query('update mail_settings set enabled = true');
    expect(await tell('2026-02-02T08:11:00Z')).toEqual([]);
    await send({ booked: true }, { enabled: false });
    await book('2026-02-10T11:00:00Z');
    expect(await tell('2026-02-02T08:16:00Z')).toEqual([]);
    await send({ booked: true });
    expect(await tell('2026-02-02T08:17:00Z')).toEqual([]);
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
    const [booked, ...more] = await tell();
    expect(booked!.subject).toBe('Ihr Termin am Mittwoch, 11. Februar 2026 um 10:00');
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
      ['booked', 'sent'],
      ['booked', 'failed'],
    ]);
  });

  describe('whose mails wait for the server', () => {
    const write = () => t.app.get(ClientMailsService, { strict: false }).notify();
    const datesIn = ({ text = '' }: ParsedMail) =>
      [...text.matchAll(/(\d\d)\. Februar/g)].map(([, day]) => day);

    /** The server is away, defers or refuses what was written, and the client gets none of it. */
    const OUTAGES: Record<string, (id: string) => Promise<unknown>> = {
      away: () => write(),
      deferring: async () => {
        await write();
        for (const { id } of await listed({ status: 'waiting' })) {
          server.recipients = [{ code: 451, words: 'try later' }];
          await expect(t.app.get(MailSenderService, { strict: false }).send({ id })).rejects.toThrow('451');
        }
      },
      refusing: async () => {
        await write();
        for (const { id } of await listed({ status: 'waiting' })) {
          server.recipients = [{ code: 550, words: '5.1.1 No such mailbox' }];
          await t.app.get(MailSenderService, { strict: false }).send({ id });
        }
      },
    };
    const at = (day: number) => `2026-02-${day}T09:00:00Z`;
    const HISTORIES: [string, boolean, object[], RegExp[]][] = [
      ['a booking and its end', false, [{ status: 'cancelled' }], []],
      ['a booking and a new time', false, [{ starts_at: at(11) }], [/^Ihr Termin am Mittwoch, 11/]],
      ['a new time and the former one', true, [{ starts_at: at(11) }, { starts_at: at(10) }], []],
      ['an end and that it takes place', true, [{ status: 'cancelled' }, { status: 'confirmed' }], []],
      ['two new times', true, [{ starts_at: at(11) }, { starts_at: at(12) }], [/^Ihr Termin hat sich.*12/]],
      ['a new time and the end', true, [{ starts_at: at(11) }, { status: 'cancelled' }], [/^Abgesagt.*10/]],
    ];

    it.each(Object.keys(OUTAGES).flatMap((how) => HISTORIES.map((one) => [how, ...one] as const)))(
      'of a server that was %s hears how it stands after %s, by what has reached them',
      async (how, _, isTold, changes, subjects) => {
        const { id } = await book(at(10));
        if (isTold) expect(await tell()).toHaveLength(1);
        else await OUTAGES[how]!(id);
        for (const [index, patch] of changes.entries()) {
          await change(id, patch);
          if (index < changes.length - 1) await OUTAGES[how]!(id);
        }
        expect((await tell()).map(({ subject }) => subject)).toEqual(
          subjects.map((words) => expect.stringMatching(words) as unknown),
        );
      },
    );

    it('counts as told by the answer only what has left', async () => {
      const { id } = await book(at(10));
      const told = async () =>
        ((await t.http.get(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(200)).body as AppointmentDto)
          .told;
      await OUTAGES['deferring']!(id);
      expect(await told()).toBeNull();
      await tell();
      await change(id, { starts_at: at(11) });
      await OUTAGES['refusing']!(id);
      expect(await told()).toMatchObject({ kind: 'booked', starts_at: '2026-02-10T09:00:00.000Z' });
    });

    it.each(['deferring', 'refusing'])(
      'gets a booking at another address, where the server is %s',
      async (how) => {
        const { id, client } = await book(at(10));
        await OUTAGES[how]!(id);
        await t.http
          .patch(`/api/clients/${client.id}`)
          .set(admin.bearer)
          .send({ email: `new-${made}@example.com` })
          .expect(200);
        const heard = (await tell()).map(({ to, subject }) => [[to].flat()[0]!.text, subject]);
        expect(heard).toEqual([
          [`new-${made}@example.com`, expect.stringMatching(/^Ihr Termin am Dienstag/)],
        ]);
        expect(await tell()).toEqual([]);
      },
    );

    it('is not asked again about what it refused at this address, also where a note is added', async () => {
      const { id } = await book(at(10));
      await OUTAGES['refusing']!(id);
      await change(id, { notes: 'Rang up.' });
      expect(await tell()).toEqual([]);
      expect(await listed({ appointment_id: id })).toMatchObject([{ kind: 'booked', status: 'failed' }]);
      const [{ id: mail }] = (await listed({ appointment_id: id })) as [MailDto];
      await t.http.post(`/api/mail/${mail}/again`).set(admin.bearer).expect(200);
      expect(await tell()).toHaveLength(1);
    });

    it.each([
      ['not before a booking that waits', 'deferring', ['booked', 'reminder']],
      ['all the same after one that was refused', 'refusing', ['reminder']],
    ])('is reminded %s', async (_, how, kinds) => {
      const { id } = await book(at(10));
      await OUTAGES[how]!(id);
      t.clock.set('2026-02-09T09:00:30Z');
      await write();
      if (how === 'deferring')
        expect(await listed({ status: 'waiting' })).toMatchObject([{ kind: 'booked' }]);
      await tell('2026-02-09T09:01:00Z');
      await tell('2026-02-09T09:02:00Z');
      const sent = await listed({ appointment_id: id, status: 'sent' });
      expect(sent.map(({ kind }) => kind).reverse()).toEqual(kinds);
    });

    it('hears the end of what may have reached them, where the server broke off', async () => {
      const { id } = await book(at(10));
      await write();
      const [{ id: mail }] = (await listed({ status: 'waiting' })) as [MailDto];
      server.contents = ['breaks off'];
      const sender = t.app.get(MailSenderService, { strict: false });
      await expect(sender.send({ id: mail })).rejects.toThrow();
      await change(id, { status: 'cancelled' });
      t.clock.set('2026-02-02T08:01:00Z');
      await write();
      expect(await listed({ appointment_id: id })).toMatchObject([{ kind: 'booked' }]);
      t.clock.set('2026-02-02T08:03:00Z');
      await write();
      expect(await listed({ appointment_id: id })).toMatchObject([{ kind: 'cancelled' }, { kind: 'booked' }]);
    });

    it.each([
      ['of the mail', `update mails set content = 'lost.' || content where status = 'waiting'`],
      ['of the server', `update mail_settings set password = 'lost'`],
    ])('was not told of what never left, as no key opens what is sealed %s', async (_, lose) => {
      const { id } = await book(at(10));
      await write();
      const [{ id: mail }] = (await listed({ status: 'waiting' })) as [MailDto];
      await t.panel.query(lose);
      await expect(t.app.get(MailSenderService, { strict: false }).send({ id: mail })).rejects.toThrow();
      await t.panel.query('update mail_settings set password = null');
      await change(id, { status: 'cancelled' });
      t.clock.set('2026-02-02T08:05:00Z');
      await write();
      expect(await listed({ appointment_id: id })).toMatchObject([{ kind: 'booked' }]);
      const { body } = await t.http.get(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(200);
      expect((body as AppointmentDto).told?.kind ?? null).toBeNull();
      await t.panel.query(`delete from mails where status = 'waiting'`);
    });

    it('reads in that of a series what is so when it is sent', async () => {
      const client = { name: 'Susanne', email: `client-${++made}@example.com` };
      const rule = {
        rrule: 'FREQ=DAILY;COUNT=5',
        starts_at: '2026-02-10T09:00:00Z',
        client,
        title: 'Schnitt',
      };
      const { body } = await t.http.post('/api/series').set(admin.bearer).send(rule).expect(201);
      const [first, second, third, fourth] = (body as SeriesDto).created;
      await write();
      const [waiting] = await listed({ status: 'waiting' });
      await change(first!.id, { status: 'cancelled' });
      await change(second!.id, { starts_at: '2026-02-20T09:00:00Z' });
      await change(third!.id, { starts_at: '2026-02-21T09:00:00Z', notify: false });
      const [moved, ofSeries, ...more] = await tell();
      expect([moved, ofSeries].map((one) => datesIn(one!))).toEqual([['20'], ['13', '14']]);
      expect(ofSeries!.subject).toContain('13. Februar');
      expect(ofSeries!.attachments[0]!.content.toString().match(/DTSTART/g)).toHaveLength(2);
      expect(more).toEqual([]);
      expect(await listed({ appointment_id: fourth!.id })).toMatchObject([
        { id: waiting!.id, status: 'sent', subject: ofSeries!.subject },
      ]);
    });

    it('gets none before a later change was compared with it', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await write();
      await change(id, { starts_at: '2026-02-11T09:00:00Z' });
      const [{ id: waiting }] = (await listed({ status: 'waiting' })) as [MailDto];
      const sender = t.app.get(MailSenderService, { strict: false });
      await expect(sender.send({ id: waiting })).rejects.toThrow('has changed');
      await change(id, { starts_at: '2026-02-10T09:00:00Z' });
      expect((await tell()).map(datesIn)).toEqual([['10']]);
    });

    it('hears of no end where it has the appointment again', async () => {
      const { id, client_id } = await book('2026-02-10T09:00:00Z');
      const { client_id: other } = await book('2026-02-12T09:00:00Z');
      await tell();
      await change(id, { client_id: other });
      await write();
      await change(id, { client_id });
      const own = await t.http.get(`/api/clients/${client_id}`).set(admin.bearer).expect(200);
      const { email } = own.body as ClientDto;
      const heard = (await tell()).filter(({ to }) => [to].flat()[0]!.text === email);
      expect(heard.map(({ subject }) => subject)).toEqual([]);
    });

    it('is not told of a time that somebody has changed untold', async () => {
      const { id } = await book('2026-02-10T09:00:00Z');
      await write();
      await change(id, { starts_at: '2026-02-11T09:00:00Z', notify: false });
      expect((await tell()).map(datesIn)).toEqual([]);
    });
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

  it('ends reminders by mail with the address in each, by a program of mail or by a button, and those alone', async () => {
    const settings = t.app.get<{ public_url: string | null }>(SETTINGS);
    const before = settings.public_url;
    settings.public_url = 'http://127.0.0.1:4999';
    await send({ reminder: true });
    const { client } = await book('2026-02-10T09:00:00Z');
    const [reminder] = await tell('2026-02-09T09:00:00Z');
    settings.public_url = before;
    const { unsubscribe, 'unsubscribe-post': post } = reminder!.headers.get('list') as unknown as Record<
      string,
      { url?: string; name?: string }
    >;
    expect(post).toEqual({ name: 'List-Unsubscribe=One-Click' });
    const path = new URL(unsubscribe!.url!).pathname;
    const page = await t.http.get(path).expect(200);
    expect(page.text).toContain('<form method="post"><button>Keine Erinnerungen per E-Mail</button></form>');
    const wishes = async () =>
      ((await t.http.get(`/api/clients/${client.id}`).set(admin.bearer)).body as ClientDto).no_reminders;
    expect(await wishes()).toEqual([]);
    await t.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await wishes()).toEqual(['mail']);
    await t.http.post(`${path}x`).expect(404);
    await t.http
      .post(APPOINTMENTS)
      .set(admin.bearer)
      .send({ client_id: client.id, starts_at: '2026-02-12T09:00:00Z', title: 'x' })
      .expect(201);
    expect(await tell('2026-02-11T09:00:00Z')).toEqual([]);
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
