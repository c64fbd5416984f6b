import ICAL from 'ical.js';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { MAIL_KINDS, MAIL_LANGUAGES, MAIL_PLACEHOLDERS } from '@groupless/shared-dto';
import { appointmentInvite } from '../../../src/client-mails/appointment-invite';
import { deliverMail } from '../../../src/mail/sending/mail-transport';
import { filledText } from '../../../src/mail/texts/filled-text';
import { mailPage } from '../../../src/mail/texts/mail-page';
import { STANDARD_TEXTS } from '../../../src/mail/texts/standard-texts';
import { atOnce } from '../../harness/data/times';
import { MailServer } from '../../harness/http/mail-server';

const AT_ONCE = 10;

/** What parts lines or ends a value, somewhere. */
const BREAKS = [
  ...['', '\r\n', '\n', '\r', '\r\n\r\n', '\n.\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u0000'],
  ...['%0d%0a', '\\r\\n', '"', "'>", '">', '\u202e', '\u200b', '--boundary\r\n'],
];
/** What would do something behind it. */
const ENDS = [
  'Bcc: evil@example.com',
  'To: evil@example.com',
  'Subject: owned',
  'Content-Type: text/html\r\n\r\n<b>x</b>',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '</title></head><body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '</style><style>*{display:none}',
  '{link} {name} {business} {what}',
  '=?utf-8?q?Bcc:_evil=40example.com?=',
  '<evil@example.com>, victim@example.com',
  'ATTENDEE:mailto:evil@example.com',
  'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil',
  'ATTACH:https://evil.example.com/x',
];
const PAYLOADS = BREAKS.flatMap((one) => ENDS.map((end) => `x${one}${end}`));

/** Whether the Python that Debian gives its packages to has this one. */
function hasIcalendar(): boolean {
  if (!existsSync('/usr/bin/python3')) return false;
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import icalendar'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const READ_BY_PYTHON = `
import sys, json, icalendar
read = []
for text in json.load(sys.stdin):
    calendar = icalendar.Calendar.from_ical(text)
    events = [part for part in calendar.walk('VEVENT')]
    read.append([str(calendar['METHOD']), [[str(e['UID']), int(e['SEQUENCE']), e['DTSTART'].dt.isoformat(), str(e['STATUS'])] for e in events]])
print(json.dumps(read))`;

describe(`${PAYLOADS.length} hostile values in every placeholder`, () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await MailServer.start();
  });
  afterAll(() => server.stop());

  const mailOf = (index: number, value: string) => {
    const kind = MAIL_KINDS[index % MAIL_KINDS.length]!;
    const language = MAIL_LANGUAGES[index % MAIL_LANGUAGES.length]!;
    const values = Object.fromEntries(MAIL_PLACEHOLDERS[kind].map((name) => [name, value]));
    const { subject, text } = filledText(STANDARD_TEXTS[language].kinds[kind], values);
    return { subject, text, html: mailPage({ subject, text, language, links: [] }) };
  };
  const invite = (value: string, more: object = {}) =>
    appointmentInvite(
      [
        {
          ...{
            id: '019c1d5d-9c00-7196-be1b-faf4495fcfdd',
            client_id: 'c',
            email: 'jana@example.com',
            language: null,
            reason: value,
          },
          ...{
            is_booker: false,
            client_name: value,
            attendee_name: value,
            title: value,
            services: [{ name: value }],
            resource: value,
          },
          ...{ status: 'confirmed', version: 3, updated_at: new Date('2026-02-01T09:00:00Z') },
          ...{ starts_at: new Date('2026-02-10T09:00:00Z'), ends_at: new Date('2026-02-10T09:30:00Z') },
          ...more,
        },
      ],
      {
        organizer: { name: value, email: 'salon@example.com' },
        summary: value,
        location: value,
        email: 'jana@example.com',
      },
    );

  it('make no header, no recipient and no markup', async () => {
    const to = { host: '127.0.0.1', port: server.port, tls: 'none', user: '', password: '' } as const;
    const from = { name: 'Salon', address: 'salon@example.com' };
    const tags = (html: string) => html.match(/<\/?[a-z!][^>]*>/gi)!.filter((tag) => !/^<\/?p>$/.test(tag));
    const send = async (index: number) => {
      const value = PAYLOADS[index]!;
      const mail = { id: `m${index}`, from, reply_to: null, to: 'jana@example.com', ...mailOf(index, value) };
      await deliverMail(to, { ...mail, calendar: invite(value) });
      const got = server.received.find(({ messageId }) => messageId === `<m${index}@example.com>`)!;
      const seen = [got.to, got.cc, got.bcc].map((one) => [one ?? []].flat().map(({ text }) => text));
      expect([value, seen]).toEqual([value, [['jana@example.com'], [], []]]);
      expect(
        got.headerLines.filter(({ key }) => ['subject', 'bcc', 'cc', 'to', 'from'].includes(key)),
      ).toHaveLength(3);
      expect(tags(got.html as string)).toEqual(tags(mailOf(index, 'x').html));
    };
    await atOnce(AT_ONCE, async (first) => {
      for (let index = first; index < PAYLOADS.length; index += AT_ONCE) await send(index);
    });
    expect(server.received).toHaveLength(PAYLOADS.length);
  });

  it('make no second event and no guest in a calendar', () => {
    for (const value of PAYLOADS) {
      const calendar = ICAL.Component.fromString(invite(value).content);
      const events = calendar.getAllSubcomponents('vevent');
      expect(events).toHaveLength(1);
      const [event] = events as [ICAL.Component];
      const guests = event.getAllProperties('attendee').map((one) => one.getFirstValue());
      expect([value, guests]).toEqual([value, ['MAILTO:jana@example.com']]);
      expect(event.getAllProperties('attach')).toEqual([]);
      expect(event.getFirstPropertyValue('uid')).toBe('019c1d5d-9c00-7196-be1b-faf4495fcfdd@groupless');
    }
  });

  const calendars = hasIcalendar() ? it : it.skip;
  if (!hasIcalendar()) console.warn('SKIPPED: invitations in Python’s icalendar (python3-icalendar).');
  calendars('and all else are read by Python’s icalendar', () => {
    const plain = [
      invite('Haarschnitt, Färben; und mehr'),
      invite('Haarschnitt', {
        version: 4,
        starts_at: new Date('2026-02-11T09:00:00Z'),
        ends_at: new Date('2026-02-11T09:30:00Z'),
      }),
      invite('Haarschnitt', { version: 5, status: 'cancelled' }),
    ];
    const texts = [...plain, ...PAYLOADS.map((value) => invite(value))].map(({ content }) => content);
    const answer = execFileSync('/usr/bin/python3', ['-c', READ_BY_PYTHON], {
      input: JSON.stringify(texts),
    });
    const read = JSON.parse(answer.toString()) as [string, [string, number, string, string][]][];
    const uid = '019c1d5d-9c00-7196-be1b-faf4495fcfdd@groupless';
    expect(read.slice(0, 3)).toEqual([
      ['REQUEST', [[uid, 2, '2026-02-10T09:00:00+00:00', 'CONFIRMED']]],
      ['REQUEST', [[uid, 3, '2026-02-11T09:00:00+00:00', 'CONFIRMED']]],
      ['CANCEL', [[uid, 4, '2026-02-10T09:00:00+00:00', 'CANCELLED']]],
    ]);
    expect(read.every(([, events]) => events.length === 1)).toBe(true);
  });
});
