import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { freeSlots, withBuffer } from './free-slots';
import { openHours } from './open-hours';
import type { Stretch } from './stretch';

const MINUTE_MS = 60_000;

/** Days on which clocks change, with one beside them; each with what is odd about it. */
const DAYS: [time_zone: string, date: string][] = [
  ['Europe/Vienna', '2026-03-29'], // 02:00 becomes 03:00
  ['Europe/Vienna', '2026-10-25'], // 03:00 becomes 02:00
  ['Europe/Vienna', '2026-11-20'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'], // by half an hour
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Beirut', '2026-03-29'], // without a midnight
  ['Asia/Beirut', '2026-10-24'], // 24:00 becomes 23:00
  ['America/Havana', '2026-03-08'], // without a midnight
  ['America/Havana', '2026-11-01'], // with two
  ['Pacific/Apia', '2011-12-30'], // not at all
  ['Asia/Kathmandu', '2026-06-01'],
];

/** What the clocks of a zone show, minute by minute, around a day. */
const walls = new Map(
  DAYS.map(([time_zone, date]) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const noon = Date.parse(`${date}T12:00:00Z`);
    const shown = Array.from({ length: 4 * 1440 }, (_, minute) => {
      const at = noon + (minute - 2 * 1440) * MINUTE_MS;
      return { at, wall: format.format(at) };
    });
    return [time_zone + date, shown] as const;
  }),
);

/** The slow way: looks at a clock every minute. */
function whenClockShows(time_zone: string, date: string, time: string): number {
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
  const wanted = time === '24:00' ? `${next} 00:00` : `${date} ${time}`;
  const shown = walls.get(time_zone + date) ?? [];
  return shown.find(({ wall }) => wall >= wanted)?.at ?? NaN;
}

const time = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

interface Case {
  time_zone: string;
  date: string;
  /** Two times of opening and closing, in minutes of the day. */
  hours: [number, number, number, number];
  step: number;
  length: number;
  booked: Stretch[];
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    day: fc.constantFrom(...DAYS),
    hours: fc.uniqueArray(
      fc.nat(288).map((five) => five * 5),
      { minLength: 4, maxLength: 4 },
    ),
    step: fc.constantFrom(5, 15, 20, 30, 45, 60, 480),
    length: fc.constantFrom(1, 15, 30, 45, 60, 90, 240),
    booked: fc.array(fc.record({ free: fc.nat(240), taken: fc.integer({ min: 1, max: 180 }) }), {
      maxLength: 12,
    }),
  })
  .map(({ day: [time_zone, date], hours, booked, ...rest }) => {
    const sorted = [...hours].sort((a, b) => a - b) as Case['hours'];
    let at = Date.parse(`${date}T12:00:00Z`) - 26 * 60 * MINUTE_MS;
    const stretches = booked.map(({ free, taken }) => {
      const start = at + free * 2 * MINUTE_MS;
      at = start + taken * MINUTE_MS;
      return { start, end: at };
    });
    return { time_zone, date, hours: sorted, booked: stretches, ...rest };
  });

/** The slow, obvious way to the free slots. */
function slowly({ time_zone, date, hours, step, length, booked }: Case): Stretch[] {
  const slots: Stretch[] = [];
  for (const [opens, closes] of [hours.slice(0, 2), hours.slice(2)] as [number, number][]) {
    const open = whenClockShows(time_zone, date, time(opens));
    const close = whenClockShows(time_zone, date, time(closes));
    for (let start = open; start < close; start += step * MINUTE_MS) {
      const end = start + length * MINUTE_MS;
      const isFree = booked.every((one) => one.end <= start || one.start >= end);
      if (end <= close && isFree) slots.push({ start, end });
    }
  }
  return slots;
}

function quickly({ time_zone, date, hours: [a, b, c, d], step, length, booked }: Case): Stretch[] {
  const plainDate = Temporal.PlainDate.from(date);
  const working_hours = [
    { day: plainDate.dayOfWeek, opens: time(c), closes: time(d) },
    { day: plainDate.dayOfWeek, opens: time(a), closes: time(b) },
    { day: (plainDate.dayOfWeek % 7) + 1, opens: '00:00', closes: '24:00' },
  ];
  const open = openHours(plainDate, { time_zone, working_hours, closed: [] });
  return freeSlots(open, booked, { length: length * MINUTE_MS, step: step * MINUTE_MS });
}

describe('the free slots of a day', () => {
  it('are those that a slow look at the clock finds, wherever clocks change', () => {
    fc.assert(
      fc.property(cases, (one) => {
        expect(quickly(one)).toEqual(slowly(one));
      }),
      { numRuns: 600 },
    );
  });

  const slotsOf = (time_zone: string, date: string, opens: string, closes: string, minutes = 60) => {
    const plainDate = Temporal.PlainDate.from(date);
    const open = openHours(plainDate, {
      closed: [],
      time_zone,
      working_hours: [{ day: plainDate.dayOfWeek, opens, closes }],
    });
    return freeSlots(open, [], { length: minutes * MINUTE_MS, step: minutes * MINUTE_MS }).map(({ start }) =>
      new Date(start).toISOString().slice(0, 16),
    );
  };

  it.each([
    ['Europe/Vienna', '2026-03-29', 23],
    ['Europe/Vienna', '2026-10-25', 25],
    ['Europe/Vienna', '2026-10-26', 24],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Beirut', '2026-03-29', 23],
    ['Asia/Beirut', '2026-10-24', 25],
    ['America/Havana', '2026-03-08', 23],
    ['America/Havana', '2026-11-01', 25],
    ['Pacific/Apia', '2011-12-30', 0],
  ])('of %s on %s last %i hours where it is always open', (time_zone, date, hours) => {
    expect(slotsOf(time_zone, date, '00:00', '24:00')).toHaveLength(hours);
  });

  it('of a day that is half an hour shorter, or longer, are one fewer or one more', () => {
    expect(slotsOf('Australia/Lord_Howe', '2026-10-04', '00:00', '24:00', 30)).toHaveLength(47);
    expect(slotsOf('Australia/Lord_Howe', '2026-04-05', '00:00', '24:00', 30)).toHaveLength(49);
  });

  it('skip the hour that the clocks skip, and count twice the one that they repeat', () => {
    expect(slotsOf('Europe/Vienna', '2026-03-29', '01:00', '04:00')).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T01:00',
    ]);
    expect(slotsOf('Europe/Vienna', '2026-10-25', '02:00', '04:00')).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });

  it('keep the time before and after a booking free that the settings ask for', () => {
    const minutes = (from: number, to: number): Stretch => ({ start: from * MINUTE_MS, end: to * MINUTE_MS });
    expect(withBuffer([minutes(60, 90), minutes(120, 150)], 10)).toEqual([
      minutes(50, 100),
      minutes(110, 160),
    ]);
    expect(withBuffer([minutes(60, 90)], 0)).toEqual([minutes(60, 90)]);
  });

  it('are none in hours that do not exist', () => {
    expect(slotsOf('Europe/Vienna', '2026-03-29', '02:00', '03:00', 5)).toEqual([]);
    expect(slotsOf('Asia/Beirut', '2026-03-29', '00:00', '01:00', 5)).toEqual([]);
  });
});
