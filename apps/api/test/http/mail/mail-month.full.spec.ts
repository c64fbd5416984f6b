import { mkdirSync } from 'node:fs';
import ICAL from 'ical.js';
import type { ParsedMail } from 'mailparser';
import {
  CLIENT_MAIL_KINDS,
  MAIL_LANGUAGES,
  type AppointmentDto,
  type SeriesDto,
} from '@groupless/shared-dto';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { launchBrowser } from '../../browser/browser';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS, AS_AGENT, booked, setAgent } from '../../harness/data/appointments';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { MailServer } from '../../harness/http/mail-server';

/** A folder for pictures of the mails, for who wants to look at them. */
const PICTURES = process.env['TEST_PICTURES'];

const HOUR_MS = 3_600_000;
const BEGIN = Date.parse('2026-02-01T08:00:00Z');
const END = Date.parse('2026-03-01T08:00:00Z');
const SALON = { business_name: 'Salon Mia', address: 'Lange Gasse 7, 1080 Wien', phone: '+43 1 5550300' };
const PEOPLE = { de: 'Emil', en: 'Frieda', es: 'Gina', fr: 'Hugo', ru: 'Ida' } as const;

interface Heard {
  kind: string;
  language: string;
  mail: ParsedMail;
}

describe('a month of a salon, in each language', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let server: MailServer;
  let now = BEGIN;
  const heard: Heard[] = [];
  const made: string[] = [];

  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    server = await MailServer.start();
    t.clock.set(new Date(now).toISOString());
    await setAgent(t, {
      ...{ name: 'Mia', ...SALON, time_zone: 'Europe/Vienna', language: 'de', auto_confirm: false },
      ...{ agent_hours: 'any', resources: Object.values(PEOPLE), notice_minutes: 0 },
      services: [{ name: 'Schnitt & Föhnen', duration_minutes: 45, price: '38 €' }],
    });
    const sends = Object.fromEntries(CLIENT_MAIL_KINDS.map((kind) => [kind, true]));
    const { restored: _, ...switches } = { ...server.settings.sends, ...sends } as Record<string, boolean>;
    const settings = { ...server.settings, sends: switches };
    await t.http.put('/api/settings/mail').set(admin.bearer).send(settings).expect(200);
  });
  afterAll(async () => {
    await t.close();
    await server.stop();
  });

  const change = (id: string, patch: object) =>
    t.http.patch(`${APPOINTMENTS}/${id}`).set(admin.bearer).send(patch).expect(200);
  const undo = (id: string) =>
    t.http.post(`${APPOINTMENTS}/${id}/history/undo`).set(admin.bearer).expect(200);

  /** Lets time pass, and notes what the server has got since. */
  async function pass(hours: number): Promise<void> {
    const until = now + hours * HOUR_MS;
    // What has just changed is told within a minute; later on only reminders are due.
    for (let step = 60_000; now < until; step = 6 * HOUR_MS) {
      now = Math.min(until, now + step);
      t.clock.set(new Date(now).toISOString());
      const before = server.received.length;
      await t.app.get(ClientMailsService, { strict: false }).notify();
      const waiting = await t.panel.query<{ id: string }>(
        `select id from mails where status = 'waiting' order by id`,
      );
      for (const mail of waiting.rows) await t.app.get(MailSenderService, { strict: false }).send(mail);
      for (const mail of server.received.slice(before)) {
        const id = /<([\w-]+)@/.exec(mail.messageId ?? '')?.[1];
        const { rows } = await t.panel.query<{ kind: string; language: string }>(
          `select m.kind, c.language from mails as m join clients as c on c.id = m.client_id where m.id = $1`,
          [id],
        );
        heard.push({ ...rows[0]!, mail });
      }
    }
  }

  async function live(language: (typeof MAIL_LANGUAGES)[number]): Promise<void> {
    const resource = PEOPLE[language];
    const email = `${language}@example.com`;
    const name = `Ana ${language.toUpperCase()} O’Neil`;
    const client = await t.http
      .post('/api/clients')
      .set(admin.bearer)
      .send({ name, email, language })
      .expect(201);
    const client_id = (client.body as { id: string }).id;
    const service = 'Schnitt & Föhnen';
    const day = (of: number, at = '10:00') => `2026-02-${of}T${at}:00+01:00`;
    const book = async (starts_at: string, more: object = {}) => {
      const { id } = await booked(t, admin, { client_id, starts_at, service, resource, ...more });
      made.push(id);
      return id;
    };
    const ask = async (starts_at: string) => {
      const { body } = await t.http
        .post(APPOINTMENTS)
        .set(AS_AGENT)
        .send({ client: { name, email }, starts_at, service, resource })
        .expect(201);
      made.push((body as AppointmentDto).id);
      return (body as AppointmentDto).id;
    };
    const plain = await book(day(10), { attendee_name: 'Tim' });
    await pass(6);
    await change(plain, { starts_at: day(12) });
    await pass(6);
    await change(plain, { status: 'cancelled', reason: 'Emil <ist> krank & müde' });
    await pass(6);
    await undo(plain);
    await pass(6);
    const wish = await ask(day(16));
    const other = await ask(day(17));
    await pass(6);
    await change(wish, { status: 'confirmed' });
    await change(other, { status: 'cancelled', reason: 'Urlaub' });
    await pass(6);
    const rule = { rrule: 'FREQ=WEEKLY;COUNT=3', starts_at: day(11, '15:00'), client_id, service, resource };
    const { body } = await t.http.post('/api/series').set(admin.bearer).send(rule).expect(201);
    const { series_id, created } = body as SeriesDto;
    made.push(...created.map(({ id }) => id));
    await pass(6);
    await t.http.delete(`/api/series/${series_id}?from=${created[1]!.id}`).set(admin.bearer).expect(204);
    await pass(6);
  }

  it('is told in whole mails of every kind, by which each calendar is right at its end', async () => {
    for (const language of MAIL_LANGUAGES) await live(language);
    await pass((END - now) / HOUR_MS);
    for (const language of MAIL_LANGUAGES) {
      const own = heard.filter((one) => one.language === language);
      expect([language, [...new Set(own.map(({ kind }) => kind))].sort()]).toEqual([
        language,
        [...CLIENT_MAIL_KINDS].sort(),
      ]);
      // Made, moved, cancelled, restored; two wishes and their answers; a series made and ended; three reminders.
      expect([language, own.length]).toEqual([language, 13]);
    }
    expect(heard.flatMap(faultsOf)).toEqual([]);
    const calendars = eventsOf(heard.map(({ mail }) => mail));
    for (const id of made) {
      const { body } = await t.http.get(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(200);
      const { status, starts_at } = body as AppointmentDto;
      const known = calendars.get(`${id}@groupless`)!;
      expect([id, known.at(-1)]).toEqual([
        id,
        {
          starts_at,
          status: status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
          sequence: expect.any(Number),
        },
      ]);
      const sequences = known.map(({ sequence }) => sequence);
      expect([id, sequences]).toEqual([id, [...new Set(sequences)].sort((a, b) => a - b)]);
    }
    if (PICTURES !== undefined) await draw(heard, PICTURES);
  }, 600_000);
});

/** What is wrong with a mail for whoever opens it. */
function faultsOf({ kind, language, mail: { subject = '', text = '', html, attachments } }: Heard): string[] {
  const page = String(html);
  const faults: [string, boolean][] = [
    ['has an empty place', /[{}]|undefined|null|NaN|\[object/.test(`${subject}${text}`)],
    ['has an empty line too many', /\n{3}/.test(text)],
    ['is in another language', !page.includes(`<html lang="${language}"`)],
    ['lacks the salon', !Object.values(SALON).every((one) => text.includes(one))],
    ['lacks the service', !text.includes('Schnitt & Föhnen')],
    ['lacks the price', !text.includes('38 €')],
    ['lacks who does it', !text.includes(PEOPLE[language as keyof typeof PEOPLE])],
    ['greets nobody', !text.split('\n')[0]!.includes(`Ana ${language.toUpperCase()} O’Neil`)],
    ['has markup of a value', page.includes('<ist>')],
    ['has a calendar, or none', attachments.length > 0 === (kind === 'reminder')],
    [
      'lacks the place in its calendar',
      attachments.some((one) => !one.content.toString().includes('LOCATION:Lange Gasse 7')),
    ],
  ];
  return faults.flatMap(([what, isWrong]) =>
    isWrong ? [`${language} ${kind} ${what}: ${subject}\n${text}`] : [],
  );
}

/** What a calendar that follows the mails knew of each appointment, one after the other. */
function eventsOf(mails: readonly ParsedMail[]) {
  const events = mails
    .flatMap(({ attachments }) => attachments.filter((one) => one.contentType === 'application/ics'))
    .flatMap(({ content }) => ICAL.Component.fromString(content.toString()).getAllSubcomponents('vevent'))
    .map((component) => {
      const { uid, sequence, startDate } = new ICAL.Event(component);
      const status = component.getFirstPropertyValue('status');
      return {
        uid,
        state: { starts_at: startDate.toJSDate().toISOString(), status, sequence },
      };
    });
  return new Map(
    [...Map.groupBy(events, ({ uid }) => uid)].map(([uid, all]) => [uid, all.map(({ state }) => state)]),
  );
}

/** A sheet of the mails of each language, as a mail program shows them. */
async function draw(all: readonly Heard[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await launchBrowser();
  for (const [language, own] of Map.groupBy(all, (one) => one.language)) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const frames = own.map(
      ({ kind, mail }) =>
        `<figure><figcaption><b>${kind}</b> ${mail.subject ?? ''}</figcaption><iframe srcdoc="${String(
          mail.html,
        )
          .replaceAll('&', '&amp;')
          .replaceAll('"', '&quot;')}"></iframe></figure>`,
    );
    await page.setContent(
      `<style>body{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;font:12px sans-serif}
      figure{margin:0}iframe{width:100%;height:470px;border:1px solid #ccc}</style>${frames.join('')}`,
    );
    await page.screenshot({ path: `${folder}/mails-${language}.png`, fullPage: true });
    await page.close();
  }
  await browser.close();
}
