import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { findAlternatives, searched } from './alternatives';
import { freeSlots } from './free-slots';
import { openHours } from './open-hours';
import type { Stretch } from './stretch';

const MINUTE_MS = 60_000;
const at = (text: string) => Date.parse(`${text}:00Z`);
const stretch = (from: string, to: string): Stretch => ({ start: at(from), end: at(to) });
const shown = (stretches: readonly Stretch[]) =>
  stretches.map(({ start }) => new Date(start).toISOString().slice(0, 16));

const WEEKDAYS = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' }));
const HOURS = { time_zone: 'UTC', working_hours: WEEKDAYS, closed: [] };
const search = { hours: HOURS, slot_minutes: 60, earliest: at('2026-11-01T00:00') };

describe('alternatives to a time that is taken', () => {
  it('are the nearest before and after it, by time', () => {
    const asked = stretch('2026-11-19T12:00', '2026-11-19T13:00');
    const booked = [stretch('2026-11-19T10:30', '2026-11-19T13:00')];
    expect(shown(findAlternatives({ ...search, asked, booked }))).toEqual([
      '2026-11-19T09:00',
      '2026-11-19T13:00',
      '2026-11-19T14:00',
      '2026-11-19T15:00',
      '2026-11-19T16:00',
    ]);
  });

  it('lie on other days where the day is full or closed', () => {
    const saturday = stretch('2026-11-21T12:00', '2026-11-21T15:00');
    expect(shown(findAlternatives({ ...search, asked: saturday, booked: [] }))).toEqual([
      '2026-11-20T10:00',
      '2026-11-20T11:00',
      '2026-11-20T12:00',
      '2026-11-20T13:00',
      '2026-11-20T14:00',
    ]);
  });

  it('are not in the past for who asks for the future', () => {
    const asked = stretch('2026-11-19T12:00', '2026-11-19T13:00');
    const found = findAlternatives({ ...search, asked, booked: [asked], earliest: at('2026-11-19T11:30') });
    expect(shown(found)).toEqual(
      [13, 14, 15, 16].map((hour) => `2026-11-19T${hour}:00`).concat('2026-11-20T09:00'),
    );
  });

  it('may be in the past for who asks for the past; of two that are as near the earlier counts', () => {
    const asked = stretch('2026-11-19T12:00', '2026-11-19T13:00');
    const found = findAlternatives({ ...search, asked, booked: [asked], earliest: -Infinity });
    expect(shown(found)).toEqual(['09', 10, 11, 13, 14].map((hour) => `2026-11-19T${hour}:00`));
  });

  it('are none where it is never open, or never for so long', () => {
    const asked = stretch('2026-11-19T12:00', '2026-11-19T13:00');
    const closed = { ...HOURS, working_hours: [] };
    expect(findAlternatives({ ...search, asked, booked: [], hours: closed })).toEqual([]);
    const day = stretch('2026-11-19T12:00', '2026-11-20T12:00');
    expect(findAlternatives({ ...search, asked: day, booked: [] })).toEqual([]);
  });

  it('may lie two weeks away, and no further', () => {
    const asked = stretch('2026-11-18T12:00', '2026-11-18T13:00');
    const openOn = (date: string) => {
      const everyDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '12:00', closes: '13:00' }));
      const day = stretch(`${date}T00:00`, `${date}T24:00`);
      const closed = [
        { start: at('2026-01-01T00:00'), end: day.start },
        { start: day.end, end: at('2027-12-31T00:00') },
      ];
      return { ...HOURS, working_hours: everyDay, closed };
    };
    const found = (date: string) => findAlternatives({ ...search, asked, booked: [], hours: openOn(date) });
    expect(shown(found('2026-12-02'))).toEqual(['2026-12-02T12:00']);
    expect(shown(found('2026-11-04'))).toEqual(['2026-11-04T12:00']);
    expect([...found('2026-12-03'), ...found('2026-11-03')]).toEqual([]);
  });

  it('may begin at the first moment that is offered, and not before', () => {
    const asked = stretch('2026-11-19T12:00', '2026-11-19T13:00');
    const first = (earliest: number) =>
      findAlternatives({ ...search, asked, booked: [], earliest })[0]?.start;
    expect(first(at('2026-11-19T15:00'))).toBe(at('2026-11-19T15:00'));
    expect(first(at('2026-11-19T15:00') + 1)).toBe(at('2026-11-19T16:00'));
  });

  it('lie within the stretch of which all bookings are known', () => {
    const asked = stretch('2026-11-19T12:00', '2026-11-19T13:00');
    expect(searched(asked)).toEqual(stretch('2026-11-03T12:00', '2026-12-05T13:00'));
  });

  it('stay within the years that can be written', () => {
    const asked = stretch('9999-12-31T12:00', '9999-12-31T13:00');
    const always = {
      ...HOURS,
      working_hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' })),
    };
    const found = findAlternatives({
      ...search,
      asked,
      booked: [stretch('9999-12-31T00:00', '9999-12-31T23:00')],
      hours: always,
    });
    expect(found).toHaveLength(5);
    for (const { start } of found) expect(new Date(start).getUTCFullYear()).toBe(9999);
  });

  it('are the nearest of all free slots, wherever clocks change', () => {
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
          const start = at(`${day}T00:00`) + minute * MINUTE_MS;
          const asked = { start, end: start + length * MINUTE_MS };
          let clock = start - 8 * 1_440 * MINUTE_MS;
          const booked = gaps.map(([free, busy]) => {
            const begin = clock + free * MINUTE_MS;
            clock = begin + busy * MINUTE_MS;
            return { start: begin, end: clock };
          });
          const hours = { time_zone, working_hours: WEEKDAYS, closed: [] };
          const found = findAlternatives({ asked, hours, slot_minutes: 30, booked, earliest: -Infinity });
          const date = Temporal.PlainDate.from(day);
          const grid = { length: length * MINUTE_MS, step: 30 * MINUTE_MS };
          const all = Array.from({ length: 41 }, (_, index) =>
            freeSlots(openHours(date.add({ days: index - 20 }), hours), booked, grid),
          ).flat();
          const distance = (one: Stretch) => Math.abs(one.start - start);
          const nearest = [...all].sort((a, b) => distance(a) - distance(b)).slice(0, 5);
          expect(found.map(distance).sort((a, b) => a - b)).toEqual(nearest.map(distance));
          expect(found).toEqual([...found].sort((a, b) => a.start - b.start));
          for (const one of found) expect(all).toContainEqual(one);
        },
      ),
      { numRuns: 100 },
    );
  });
});
