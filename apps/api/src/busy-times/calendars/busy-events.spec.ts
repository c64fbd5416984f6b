import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { readBusyEvents, type ReadTerms } from './busy-events';
import { CalendarError } from './calendar-text';

const EXAMPLES = join(__dirname, 'examples');
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
const at = (text: string) => Date.parse(text);
const terms = (from: string, to: string, more: Partial<ReadTerms> = {}): ReadTerms => ({
  time_zone: 'Europe/Vienna',
  shown: { start: at(from), end: at(to) },
  now: at(from),
  limit: 1_000,
  ...more,
});
const OF_2027 = terms('2026-12-31T23:00Z', '2027-12-31T23:00Z');
const minute = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'];

interface Rule {
  name: string;
  dtstart: string;
  rrule: string;
  exdate?: string;
  starts: string[];
}

/** Times are moments (with Z), or those of the business's clock. */
interface OddFeed {
  name: string;
  feed: string[];
  /** In each of the zones, or by zone where they differ. */
  busy: string[] | Record<string, string[]>;
  broken?: number;
}

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'];
const ODD_FEEDS = JSON.parse(read('odd-feeds.json')) as OddFeed[];
const RULES = JSON.parse(read('rfc5545.json')) as Rule[];
const EXPECTED = JSON.parse(read('expected.json')) as Record<string, [string, string, string][]>;

describe('the busy times of a calendar', () => {
  // Expected by Python's icalendar with recurring_ical_events.
  it.each(RULES.map((rule) => [rule.name, rule] as const))(
    'repeat as RFC 5545 gives for an example: %s',
    (_, { dtstart, rrule, exdate, starts }) => {
      const zoned = (name: string, time: string) => `${name};TZID=America/New_York:${time}`;
      const text = calendar(
        ...event(
          zoned('DTSTART', dtstart),
          'DURATION:PT5M',
          `RRULE:${rrule}`,
          ...(exdate === undefined ? [] : [zoned('EXDATE', exdate)]),
        ),
      );
      const years = dtstart.startsWith('2007') ? ['2007', '2008'] : ['1996', '2001'];
      const { events } = readBusyEvents(text, terms(`${years[0]}-01-01T00:00Z`, `${years[1]}-01-01T00:00Z`));
      expect(events.map(({ start }) => minute(start)).slice(0, 40)).toEqual(starts);
    },
  );

  const files = readdirSync(EXAMPLES).filter((name) => name.endsWith('.ics'));
  it('are known of twenty files as programs write them', () => {
    expect(files).toHaveLength(20);
    expect(Object.keys(EXPECTED).sort()).toEqual(files.map((name) => name.slice(0, -4)).sort());
  });

  it.each(files)('are those of %s', (name) => {
    const { events } = readBusyEvents(read(name), OF_2027);
    expect(events.map(({ start, end, title }) => [minute(start), minute(end), title])).toEqual(
      EXPECTED[name.slice(0, -4)],
    );
  });

  it('go by the zones of Windows without their description, and by prefixed names', () => {
    for (const zone of ['W. Europe Standard Time', '/freeassociation.sourceforge.net/Europe/Berlin']) {
      const text = calendar(...event(`DTSTART;TZID=${zone}:20270702T100000`, 'DURATION:PT1H'));
      const { events } = readBusyEvents(text, { ...OF_2027, time_zone: 'Asia/Tokyo' });
      expect(events.map(({ start }) => minute(start))).toEqual(['2027-07-02T08:00Z']);
    }
  });

  it.each(['Nowhere/At_all', 'constructor'])('go by the zone of the business where theirs is %s', (zone) => {
    const text = calendar(...event(`DTSTART;TZID=${zone}:20270702T100000`, 'DURATION:PT1H'));
    const { events } = readBusyEvents(text, { ...OF_2027, time_zone: 'Asia/Tokyo' });
    expect(events.map(({ start }) => minute(start))).toEqual(['2027-07-02T01:00Z']);
  });

  // What salons have, and what the trackers of other programs tell of (named by program and number).
  it.each(ODD_FEEDS.flatMap((odd) => ZONES.map((time_zone) => [odd.name, time_zone, odd] as const)))(
    'are right where there is %s, for a business in %s',
    (_, time_zone, odd) => {
      const at = (text: string) =>
        text.endsWith('Z')
          ? Date.parse(text)
          : Temporal.PlainDateTime.from(text).toZonedDateTime(time_zone).epochMilliseconds;
      const busy = Array.isArray(odd.busy) ? odd.busy : odd.busy[time_zone]!;
      const year = terms('2026-11-25T00:00Z', '2027-12-01T00:00Z', { time_zone });
      const { events, broken } = readBusyEvents(calendar(...odd.feed), year);
      expect(events.map(({ start, end }) => [minute(start), minute(end)])).toEqual(
        busy.map((range) => range.split('/').map((time) => minute(at(time)))),
      );
      expect(broken).toBe(odd.broken ?? 0);
    },
  );

  it.each<[string, (text: string) => string]>([
    ['a mark of its encoding', (text) => `\uFEFF${text}`],
    ['lines that end with CR alone', (text) => text.replaceAll('\r\n', '\r')],
    ['lines that end with LF alone', (text) => text.replaceAll('\r\n', '\n')],
    [
      'folded lines, also within a name',
      (text) => text.replaceAll('TART', 'TA\r\n RT').replaceAll('00', '0\r\n\t0'),
    ],
    ['another calendar behind it', (text) => text + calendar()],
    ['a line of a web server behind it', (text) => `${text}<!-- 0.1 s -->\r\n`],
  ])('are read of a text with %s', (_, write) => {
    const text = write(
      calendar(...event('DTSTART:20270304T080000Z', 'DURATION:PT1H', 'SUMMARY:A\\, B\\n C')),
    );
    const { events } = readBusyEvents(text, OF_2027);
    expect(events.map(({ start, title }) => [minute(start), title])).toEqual([
      ['2027-03-04T08:00Z', 'A, B\n C'],
    ]);
  });

  it('are read around events that cannot be', () => {
    const text = calendar(
      ...['BEGIN:VEVENT', 'UID:2', 'DTSTART:nonsense', 'RRULE:FREQ=NEVER', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'UID:3', 'SUMMARY:No start', 'END:VEVENT'],
      ...event('DTSTART;TZID=Nowhere/At_all:-271821-04-20T00:00:00', 'DURATION:PT1H'),
      ...['BEGIN:VEVENT', 'DTSTART:20270303T080000Z', 'DTEND:20270303T090000Z', 'END:VEVENT'],
      ...['BEGIN:VEVENT', 'DTSTART:20270304T080000Z', 'DTEND:20270304T090000Z', 'END:VEVENT'],
    );
    const { events, broken } = readBusyEvents(text, OF_2027);
    expect(events.map(({ start }) => minute(start))).toEqual(['2027-03-03T08:00Z', '2027-03-04T08:00Z']);
    expect(broken).toBe(3);
  });

  // Busy is the safe side: a place of two digits is read as any.
  it('are at least those of the twentieth Monday of a year', () => {
    const text = calendar(
      ...event('DTSTART:20270517T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=YEARLY;BYDAY=20MO'),
    );
    const { events } = readBusyEvents(text, terms('2027-01-01T00:00Z', '2029-01-01T00:00Z'));
    expect(events.map(({ start }) => minute(start))).toEqual(
      expect.arrayContaining(['2027-05-17T08:00Z', '2028-05-15T08:00Z']),
    );
  });

  it.each([
    ['in one series', event('DTSTART:20270101T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')],
    [
      'one by one, the last first',
      Array.from({ length: 20 }, (_, index) => 20_270_120 - index).flatMap((day) => [
        'BEGIN:VEVENT',
        `DTSTART:${day}T080000Z`,
        'DURATION:PT1H',
        'END:VEVENT',
      ]),
    ],
    [
      'in a series by the second',
      event('DTSTART:20270103T080000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;INTERVAL=86400'),
    ],
  ])('are the next ones from now on where there are too many, %s', (_, feed) => {
    const few = { ...OF_2027, now: at('2027-01-04T00:00Z'), limit: 3 };
    const { events, isCut } = readBusyEvents(calendar(...feed), few);
    expect(events.map(({ start }) => minute(start))).toEqual([
      ...['2027-01-04T08:00Z', '2027-01-05T08:00Z', '2027-01-06T08:00Z'],
    ]);
    expect(isCut).toBe(true);
  });

  it('are all where there are as many as can be', () => {
    const text = calendar(...event('DTSTART:20270101T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'));
    expect(readBusyEvents(text, { ...OF_2027, limit: 3 })).toMatchObject({
      events: { length: 3 },
      isCut: false,
    });
  });

  it.each(['BEGIN:VCALENDAR\r\n', calendar(...event('DTSTART:20270304T080000Z')).slice(0, -8)])(
    'are refused of a calendar that was cut off: %j',
    (text) => {
      expect(() => readBusyEvents(text, OF_2027)).toThrow('The calendar is not complete: it has no end.');
    },
  );

  it('are none of what is no calendar', () => {
    expect(() => readBusyEvents('<!doctype html>', OF_2027)).toThrow(CalendarError);
  });
});
