import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { findAlternatives as find, searched } from './alternatives';
import { freeSlots, takenTimes } from './free-slots';
import { ask } from './free-times';
import {
  dateOf,
  openingHours,
  openingsOn,
  startOfDay,
  type OpeningHours,
} from '../../shared/opening-hours/open-hours';
import type { TimeRange } from '../../shared/opening-hours/time-range';

const MINUTE_MS = 60_000;
const at = (text: string) => Date.parse(`${text}:00Z`);
const range = (from: string, to: string): TimeRange => ({ start: at(from), end: at(to) });
const shown = (ranges: readonly TimeRange[]) =>
  ranges.map(({ start }) => new Date(start).toISOString().slice(0, 16));

const WEEKDAYS = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' }));
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const hoursOf = (settings: Partial<ChatAgentSettingsDto> = {}) =>
  openingHours(
    {
      time_zone: 'UTC',
      working_hours: WEEKDAYS,
      closures: [],
      schedules: [],
      resources: ['main'],
      ...settings,
    } as ChatAgentSettingsDto,
    'main',
  );
interface Search {
  asked: TimeRange;
  hours: OpeningHours;
  slot_minutes: number;
  booked: readonly TimeRange[];
  earliest: number;
}

/** Of one resource, without buffers. */
function findAlternatives({ asked, hours, slot_minutes, booked, earliest }: Search): TimeRange[] {
  const times = booked.map((one) => ({ ...one, buffer_minutes: 0 }));
  const wish = {
    length_ms: asked.end - asked.start,
    step_ms: slot_minutes * MINUTE_MS,
    between_minutes: null,
    buffer_minutes: 0,
  };
  const diary = ask({ resource: 'main', hours, busy: [], booked: times, over: [] }, wish);
  const found = find({ asked, diaries: [diary], rooms: null, time_zone: hours.time_zone, earliest });
  return found.map(({ start, end }) => ({ start, end }));
}

const HOURS = hoursOf();
const search = { hours: HOURS, slot_minutes: 60, earliest: at('2026-11-01T00:00') };

describe('alternatives to a time that is taken', () => {
  it('are the nearest of that day, and one of the next open day near the asked hour', () => {
    const asked = range('2026-11-19T12:00', '2026-11-19T13:00');
    const booked = [range('2026-11-19T10:00', '2026-11-19T13:00')];
    expect(shown(findAlternatives({ ...search, asked, booked }))).toEqual([
      '2026-11-19T09:00',
      '2026-11-19T13:00',
      '2026-11-19T14:00',
      '2026-11-19T15:00',
      '2026-11-20T12:00',
    ]);
  });

  it('are of the days after it where the day is full, two a day, near the asked hour', () => {
    const asked = range('2026-12-08T10:00', '2026-12-08T11:00');
    const booked = [range('2026-12-08T09:00', '2026-12-08T17:00')];
    expect(shown(findAlternatives({ ...search, asked, booked }))).toEqual([
      '2026-12-09T09:00',
      '2026-12-09T10:00',
      '2026-12-10T09:00',
      '2026-12-10T10:00',
      '2026-12-11T10:00',
    ]);
  });

  it('skip days that are closed or full', () => {
    const friday = range('2026-11-20T12:00', '2026-11-20T15:00');
    const booked = [friday, range('2026-11-23T00:00', '2026-11-24T00:00')];
    expect(shown(findAlternatives({ ...search, asked: friday, booked }))).toEqual([
      '2026-11-20T09:00',
      '2026-11-24T11:00',
      '2026-11-24T12:00',
      '2026-11-25T11:00',
      '2026-11-25T12:00',
    ]);
  });

  it('are of the days before where too few come after', () => {
    const asked = range('2026-11-19T12:00', '2026-11-19T13:00');
    const hours = hoursOf({ closures: [{ from: '2026-11-19', to: '2027-11-19', reason: '' }] });
    expect(shown(findAlternatives({ ...search, hours, asked, booked: [] }))).toEqual([
      '2026-11-18T11:00',
      '2026-11-18T12:00',
      '2026-11-17T11:00',
      '2026-11-17T12:00',
      '2026-11-16T12:00',
    ]);
  });

  it('of a night go on past midnight', () => {
    const hours = hoursOf({ working_hours: [{ day: 5, opens: '20:00', closes: '02:00' }] });
    const asked = range('2026-11-21T00:00', '2026-11-21T01:00');
    expect(shown(findAlternatives({ ...search, hours, asked, booked: [asked] }))).toEqual([
      '2026-11-20T21:00',
      '2026-11-20T22:00',
      '2026-11-20T23:00',
      '2026-11-21T01:00',
      '2026-11-28T00:00',
    ]);
  });

  it('are not in the past for who asks for the future', () => {
    const asked = range('2026-11-19T12:00', '2026-11-19T13:00');
    const found = findAlternatives({ ...search, asked, booked: [asked], earliest: at('2026-11-19T11:30') });
    expect(shown(found)).toEqual(
      [13, 14, 15, 16].map((hour) => `2026-11-19T${hour}:00`).concat('2026-11-20T12:00'),
    );
  });

  it('may be in the past for who asks for the past; of two that are as near the earlier counts', () => {
    const asked = range('2026-11-19T12:00', '2026-11-19T13:00');
    const found = findAlternatives({ ...search, asked, booked: [asked], earliest: -Infinity });
    expect(shown(found)).toEqual(
      [10, 11, 13, 14].map((hour) => `2026-11-19T${hour}:00`).concat('2026-11-20T12:00'),
    );
  });

  it('are none where it is never open, or never for so long', () => {
    const asked = range('2026-11-19T12:00', '2026-11-19T13:00');
    const closed = hoursOf({ working_hours: [] });
    expect(findAlternatives({ ...search, asked, booked: [], hours: closed })).toEqual([]);
    const day = range('2026-11-19T12:00', '2026-11-20T12:00');
    expect(findAlternatives({ ...search, asked: day, booked: [] })).toEqual([]);
  });

  it('may lie two weeks away, and no further', () => {
    const asked = range('2026-11-18T12:00', '2026-11-18T13:00');
    const openOn = (date: string) => {
      const next = Temporal.PlainDate.from(date).add({ days: 1 });
      return hoursOf({
        working_hours: EVERY_DAY.map((day) => ({ day, opens: '12:00', closes: '13:00' })),
        closures: [
          { from: '2026-01-01T00:00', to: `${date}T00:00`, reason: '' },
          { from: String(next), to: '2027-12-31', reason: '' },
        ],
      });
    };
    const found = (date: string) => findAlternatives({ ...search, asked, booked: [], hours: openOn(date) });
    expect(shown(found('2026-12-02'))).toEqual(['2026-12-02T12:00']);
    expect(shown(found('2026-11-04'))).toEqual(['2026-11-04T12:00']);
    expect([...found('2026-12-03'), ...found('2026-11-03')]).toEqual([]);
  });

  it('may begin at the first moment that is offered, and not before', () => {
    const asked = range('2026-11-19T12:00', '2026-11-19T13:00');
    const first = (earliest: number) =>
      findAlternatives({ ...search, asked, booked: [], earliest })[0]?.start;
    expect(first(at('2026-11-19T15:00'))).toBe(at('2026-11-19T15:00'));
    expect(first(at('2026-11-19T15:00') + 1)).toBe(at('2026-11-19T16:00'));
  });

  it('lie within the range of which all bookings are known', () => {
    const asked = range('2026-11-19T12:00', '2026-11-19T13:00');
    expect(searched(asked)).toEqual(range('2026-11-03T12:00', '2026-12-05T13:00'));
  });

  it('stay within the years that can be written', () => {
    const asked = range('9999-12-31T12:00', '9999-12-31T13:00');
    const always = hoursOf({
      working_hours: EVERY_DAY.map((day) => ({ day, opens: '00:00', closes: '24:00' })),
    });
    const found = findAlternatives({
      ...search,
      asked,
      booked: [range('9999-12-31T00:00', '9999-12-31T23:00')],
      hours: always,
    });
    expect(found).toHaveLength(5);
    for (const { start } of found) expect(new Date(start).getUTCFullYear()).toBe(9999);
  });

  it('are those that a receptionist would name, wherever clocks change', () => {
    const zones = fc.constantFrom('Europe/Vienna', 'America/Havana', 'Australia/Lord_Howe', 'UTC');
    const days = fc.constantFrom(
      '2026-03-08',
      '2026-03-29',
      '2026-10-25',
      '2026-11-01',
      '2026-04-05',
      '2026-11-20',
    );
    const taken = fc.array(fc.tuple(fc.nat(2_000), fc.integer({ min: 30, max: 900 })), { maxLength: 20 });
    fc.assert(
      fc.property(
        zones,
        days,
        fc.nat(1_439),
        fc.constantFrom(15, 60, 180),
        taken,
        (time_zone, day, minute, length, gaps) => {
          const date = Temporal.PlainDate.from(day);
          const start = startOfDay(date, time_zone) + minute * MINUTE_MS;
          const asked = { start, end: start + length * MINUTE_MS };
          let clock = start - 8 * 1_440 * MINUTE_MS;
          const booked = gaps.map(([free, busy]) => {
            const begin = clock + free * MINUTE_MS;
            clock = begin + busy * MINUTE_MS;
            return { start: begin, end: clock };
          });
          const hours = hoursOf({ time_zone });
          const found = findAlternatives({ asked, hours, slot_minutes: 30, booked, earliest: -Infinity });
          const grid = { length: length * MINUTE_MS, step: 30 * MINUTE_MS };
          const freeOn = (away: number) =>
            freeSlots(openingsOn(askedDay.add({ days: away }), hours), takenTimes([], booked), grid);
          const askedDay = dateOf(start, time_zone);
          const dayOf = (one: TimeRange) => askedDay.until(dateOf(one.start, time_zone)).days;
          const foundOn = (away: number) => found.filter((one) => dayOf(one) === away);
          const withFree = Array.from({ length: 14 }, (_, index) => index + 1).filter(
            (away) => freeOn(away).length > 0,
          );

          expect(found).toHaveLength(5);
          const ofToday = foundOn(0);
          expect(found.slice(0, ofToday.length)).toEqual(ofToday);
          expect(ofToday).toHaveLength(Math.min(4, freeOn(0).length));
          expect(foundOn(withFree[0]!).length).toBeGreaterThanOrEqual(1);
          for (const away of new Set(found.map(dayOf))) {
            const ofDay = foundOn(away);
            if (away !== 0) expect(ofDay.length).toBeLessThanOrEqual(2);
            const target = Temporal.Instant.fromEpochMilliseconds(start)
              .toZonedDateTimeISO(time_zone)
              .add({ days: away }).epochMilliseconds;
            const distance = (one: TimeRange) => Math.abs(one.start - target);
            const nearest = freeOn(away)
              .sort((a, b) => distance(a) - distance(b))
              .slice(0, ofDay.length);
            expect(ofDay).toEqual(nearest.sort((a, b) => a.start - b.start));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
