import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBusyEvents, type ReadTerms } from './busy-events';
import { NoCalendarError } from './calendar-text';

const EXAMPLES = join(__dirname, 'examples');
const read = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
const at = (text: string) => Date.parse(text);
const terms = (from: string, to: string, more: Partial<ReadTerms> = {}): ReadTerms => ({
  time_zone: 'Europe/Vienna',
  shown: { start: at(from), end: at(to) },
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

const RULES = JSON.parse(read('rfc5545.json')) as Rule[];
const EXPECTED = JSON.parse(read('expected.json')) as Record<string, [string, string, string][]>;

describe('the busy times of a calendar', () => {
  // Expected by Python's icalendar with recurring_ical_events; MO20, which it reads otherwise, by RFC 5545 itself.
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

  it('are read around events that cannot be, and are none of what lasts no time', () => {
    const text = calendar(
      ...event('DTSTART:20270302T080000Z', 'DTEND:20270302T080000Z'),
      'BEGIN:VEVENT',
      'UID:2',
      'DTSTART:nonsense',
      'RRULE:FREQ=NEVER',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:3',
      'SUMMARY:No start',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20270303T080000Z',
      'DTEND:20270303T090000Z',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20270304T080000Z',
      'DTEND:20270304T090000Z',
      'END:VEVENT',
    );
    const { events, broken } = readBusyEvents(text, OF_2027);
    expect(events.map(({ start }) => minute(start))).toEqual(['2027-03-03T08:00Z', '2027-03-04T08:00Z']);
    expect(broken).toBe(1);
  });

  it.each([
    ['does not end', ['BEGIN:VEVENT', 'UID:2', 'DTSTART:20270302T080000Z']],
    [
      'has a step of a thousand million years',
      event('DTSTART:20270302T080000Z', 'RRULE:FREQ=YEARLY;INTERVAL=1000000000'),
    ],
    [
      'is on a day that no year has',
      event('DTSTART:20270130T080000Z', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
    ],
    [
      'began before there were years',
      event('DTSTART;TZID=Nowhere/At_all:-271821-04-20T00:00:00', 'DURATION:PT1H'),
    ],
  ])('are read beside one that %s, which is counted', (_, odd) => {
    const after = ['BEGIN:VEVENT', 'DTSTART:20270304T080000Z', 'DURATION:PT1H', 'END:VEVENT'];
    const { events, broken } = readBusyEvents(calendar(...odd, ...after), OF_2027);
    expect(events.map(({ start }) => minute(start))).toContain('2027-03-04T08:00Z');
    expect(broken).toBe(1);
  });

  it('are cut where there are too many, also of a rule without an end', () => {
    const text = calendar(...event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'));
    expect(readBusyEvents(text, OF_2027).isCut).toBe(true);
    const daily = calendar(...event('DTSTART:20270101T080000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'));
    expect(readBusyEvents(daily, { ...OF_2027, limit: 5 })).toMatchObject({
      isCut: true,
      events: { length: 5 },
    });
  });

  it.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;INTERVAL=7;BYDAY=SU',
    'FREQ=YEARLY;BYWEEKNO=53;BYDAY=XX',
    'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
  ])('come to an end where a rule never fits: %s', (rule) => {
    const text = calendar(...event('DTSTART:20270302T080000Z', 'DURATION:PT1H', `RRULE:${rule}`));
    const { events } = readBusyEvents(text, OF_2027);
    expect(events.length).toBeLessThan(3);
  });

  it('are none of what is no calendar', () => {
    expect(() => readBusyEvents('<!doctype html>', OF_2027)).toThrow(NoCalendarError);
  });
});
