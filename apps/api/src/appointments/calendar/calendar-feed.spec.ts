import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { calendarFeed, type CalendarEntry } from './calendar-feed';

const ENTRY: CalendarEntry = {
  id: '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11',
  title: 'Consultation',
  services: [],
  client_name: 'Ada Lovelace',
  attendee_name: null,
  starts_at: new Date('2026-11-20T09:00:00Z'),
  ends_at: new Date('2026-11-20T09:30:00Z'),
  status: 'confirmed',
  resource: 'main',
  room: null,
  notes: '',
  version: 1,
  created_at: new Date('2026-11-01T08:00:00Z'),
  updated_at: new Date('2026-11-02T08:00:00Z'),
};

const between = (from: string, to: string) => ({ starts_at: new Date(from), ends_at: new Date(to) });
const repeated = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

/** Each with what is special about it. Times are where clocks change: of a calendar in UTC they change nothing. */
const CASES: [string, Partial<CalendarEntry>][] = [
  ['nothing special', {}],
  ['Vienna: before the clocks go forward', between('2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z')],
  ['Vienna: across the hour that is skipped', between('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')],
  ['Vienna: after the clocks went forward', between('2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z')],
  ['Vienna: the first of a repeated time', between('2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z')],
  ['Vienna: the second of a repeated time', between('2026-10-25T01:30:00Z', '2026-10-25T02:00:00Z')],
  ['Vienna: across the hour that is repeated', between('2026-10-24T23:30:00Z', '2026-10-25T02:30:00Z')],
  ['New York: across the skipped hour', between('2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z')],
  ['New York: the first of a repeated time', between('2026-11-01T05:30:00Z', '2026-11-01T06:00:00Z')],
  ['New York: the second of a repeated time', between('2026-11-01T06:30:00Z', '2026-11-01T07:00:00Z')],
  ['Lord Howe: across the skipped half hour', between('2026-10-03T15:15:00Z', '2026-10-03T15:45:00Z')],
  ['Lord Howe: the repeated half hour', between('2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z')],
  ['Havana: where midnight is skipped', between('2026-03-08T04:30:00Z', '2026-03-08T05:30:00Z')],
  ['at midnight', between('2026-11-20T00:00:00Z', '2026-11-20T00:30:00Z')],
  ['up to midnight', between('2026-11-19T23:30:00Z', '2026-11-20T00:00:00Z')],
  ['over midnight', between('2026-11-19T23:30:00Z', '2026-11-20T00:30:00Z')],
  ['over the end of a year', between('2026-12-31T23:30:00Z', '2027-01-01T00:30:00Z')],
  ['on a leap day', between('2028-02-29T09:00:00Z', '2028-02-29T10:00:00Z')],
  ['over several days', between('2026-11-20T09:00:00Z', '2026-11-27T09:00:00Z')],
  ['a whole day', between('2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z')],
  ['pending', { status: 'pending' }],
  ['completed', { status: 'completed' }],
  ['cancelled', { status: 'cancelled' }],
  ['nobody came', { status: 'no_show' }],
  ['moved once', { version: 2, updated_at: new Date('2026-11-03T08:00:00Z') }],
  ['moved and cancelled', { version: 8, status: 'cancelled' }],
  [
    'commas and semicolons',
    { title: 'a, b; c', client_name: 'Doe, John; jr.', resource: 'room 1, left; up', room: 'Room, 2' },
  ],
  ['backslashes', { title: 'C:\\new\\table', notes: '\\n is no line; \\\\ neither' }],
  ['lines', { notes: 'first\nsecond\n\nfourth', title: 'two\nlines' }],
  ['colons and quotes', { title: 'a: "b" \'c\' BEGIN:VEVENT', notes: 'END:VEVENT\nEND:VCALENDAR' }],
  ['emoji', { title: '👩‍👩‍👧‍👦 🇦🇹 ✂️', client_name: '😀' }],
  ['right to left', { title: 'פגישה ראשונה', client_name: 'ليلى', notes: 'مرحبا\nשלום' }],
  ['accents of two kinds', { title: 'e\u0301 é', client_name: 'Jana Nováková' }],
  ['no title', { title: '' }],
  ['white space around', { title: ' a ', notes: '\tx ' }],
  ['75 octets', { title: repeated('abcdefghij', 66 - ENTRY.client_name.length - 2) }],
  ['76 octets', { title: repeated('abcdefghij', 67 - ENTRY.client_name.length - 2) }],
  ['long in one octet each', { title: repeated('abc ', 200), notes: repeated('word ', 10_000) }],
  [
    'long in two, three and four octets each',
    { title: repeated('é', 200), notes: repeated('漢', 5_000), client_name: '😀'.repeat(100) },
  ],
  ['long with what is escaped', { notes: repeated(',;\\\n', 2_000) }],
];

const STATUSES = {
  pending: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  completed: 'CONFIRMED',
  no_show: 'CANCELLED',
  cancelled: 'CANCELLED',
};

function eventsOf(feed: string): InstanceType<typeof ICAL.Component>[] {
  return new ICAL.Component(ICAL.parse(feed) as unknown[]).getAllSubcomponents('vevent');
}

describe('the calendar feed', () => {
  it('has cases enough', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(40);
  });

  it.each(CASES)('is read by another program as it was meant: %s', (_, special) => {
    const entry = { ...ENTRY, ...special };
    const [component, ...others] = eventsOf(calendarFeed([entry]));
    expect(others).toEqual([]);
    const value = (name: string) => component!.getFirstPropertyValue(name) as unknown;
    const time = (name: string) => value(name) as InstanceType<typeof ICAL.Time>;
    const { title, client_name, notes, status, resource, room, version } = entry;
    expect(component!.getAllProperties('dtstart')[0]!.getFirstParameter('tzid')).toBeUndefined();
    expect({
      uid: value('uid'),
      summary: value('summary'),
      status: value('status'),
      sequence: value('sequence'),
      location: value('location'),
      description: value('description') ?? '',
      times: ['dtstart', 'dtend', 'dtstamp', 'created', 'last-modified'].map((name) => [
        name,
        time(name).zone.tzid,
        time(name).toJSDate(),
      ]),
    }).toEqual({
      uid: `${entry.id}@groupless`,
      summary: title === '' ? client_name : `${title}: ${client_name}`,
      status: STATUSES[status],
      sequence: version - 1,
      location: room === null ? resource : `${resource}, ${room}`,
      description: notes,
      times: [
        ['dtstart', 'UTC', entry.starts_at],
        ['dtend', 'UTC', entry.ends_at],
        ['dtstamp', 'UTC', entry.updated_at],
        ['created', 'UTC', entry.created_at],
        ['last-modified', 'UTC', entry.updated_at],
      ],
    });
  });

  it.each(CASES)(
    'has lines of at most 75 octets of whole characters, each with its end: %s',
    (_, special) => {
      const feed = calendarFeed([{ ...ENTRY, ...special }]);
      expect(feed.endsWith('END:VCALENDAR\r\n')).toBe(true);
      for (const line of feed.slice(0, -2).split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.isWellFormed()).toBe(true);
      }
    },
  );

  it('says the same of the same appointments, and is a calendar without any', () => {
    const entries = CASES.map(([, special]) => ({ ...ENTRY, ...special }));
    expect(calendarFeed(entries)).toBe(calendarFeed(entries));
    expect(eventsOf(calendarFeed(entries))).toHaveLength(entries.length);
    expect(eventsOf(calendarFeed([]))).toEqual([]);
  });

  it('says whose it is, and how often to ask for it', () => {
    const calendar = new ICAL.Component(ICAL.parse(calendarFeed([ENTRY])) as unknown[]);
    const said = ['prodid', 'method', 'x-wr-calname', 'refresh-interval', 'x-published-ttl'];
    expect(said.map((name) => String(calendar.getFirstPropertyValue(name)))).toEqual([
      '-//Groupless//Appointments//EN',
      'PUBLISH',
      'Appointments',
      'PT15M',
      'PT15M',
    ]);
  });

  it('names the services of a visit that has no subject', () => {
    const services = [{ name: 'Cut' }, { name: 'Colour' }];
    const [event] = eventsOf(calendarFeed([{ ...ENTRY, title: '', services }]));
    expect(event!.getFirstPropertyValue('summary')).toBe('Cut, Colour: Ada Lovelace');
  });

  it('has no control characters, which a calendar may not hold', () => {
    const [event] = eventsOf(
      calendarFeed([{ ...ENTRY, title: 'a\u0007b\u001b[0m', notes: 'x\r\ny\rz\u000b' }]),
    );
    expect(event!.getFirstPropertyValue('summary')).toBe('a b [0m: Ada Lovelace');
    expect(event!.getFirstPropertyValue('description')).toBe('x\ny\nz ');
  });

  it('is read as it was meant whatever the texts are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const shown = (from: string) => from.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, ' ');
    fc.assert(
      fc.property(text, text, text, text, (title, client_name, resource, notes) => {
        const [event, ...others] = eventsOf(
          calendarFeed([{ ...ENTRY, title, client_name, resource, notes }]),
        );
        expect(others).toEqual([]);
        const value = (name: string) => event!.getFirstPropertyValue(name) ?? '';
        expect([value('summary'), value('location'), value('description')]).toEqual([
          shown(title === '' ? client_name : `${title}: ${client_name}`),
          shown(resource),
          shown(notes),
        ]);
      }),
    );
  });
});
