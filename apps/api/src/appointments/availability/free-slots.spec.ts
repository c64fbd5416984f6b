import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { ChatAgentSettingsDto, ClosureDto, WorkingHoursDto } from '@groupless/shared-dto';
import { freeSlots, takenTimes } from './free-slots';
import { withBuffers } from './free-times';
import { openingHours, openingsOf, startOfDay } from '../../shared/opening-hours/open-hours';
import type { TimeRange } from '../../shared/opening-hours/time-range';

const MINUTE_MS = 60_000;

const withBuffer = (booked: readonly TimeRange[], between_minutes: number) =>
  withBuffers(
    booked.map((one) => ({ ...one, buffer_minutes: 0 })),
    { between_minutes, buffer_minutes: 0 },
  );

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

/** How many minutes of the clocks are looked at, from two and a half days before noon of a day on. */
const SHOWN_MINUTES = 6 * 1440;
const firstMinuteOf = (date: string) => Date.parse(`${date}T12:00:00Z`) - 2.5 * 1440 * MINUTE_MS;

/** What the clocks of a zone show, minute by minute, around a day. */
const walls = new Map(
  DAYS.map(([time_zone, date]) => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const first = firstMinuteOf(date);
    const shown = Array.from({ length: SHOWN_MINUTES }, (_, minute) =>
      format.format(first + minute * MINUTE_MS),
    );
    return [time_zone + date, shown] as const;
  }),
);

const time = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

interface Case {
  time_zone: string;
  date: string;
  /** When hours begin and end, in turn, in minutes from the midnight of the day before. */
  hours: number[];
  step: number;
  length: number;
  buffer: number;
  /** In minutes of those that are looked at. */
  closed: [from: number, to: number][];
  booked: [from: number, to: number][];
}

const spans = (most: number, longest: number) =>
  fc
    .array(fc.tuple(fc.nat(SHOWN_MINUTES / 5 - 1), fc.integer({ min: 1, max: longest })), { maxLength: most })
    .map((all) => all.map(([at, minutes]) => [at * 5, at * 5 + minutes] as [number, number]));

const cases: fc.Arbitrary<Case> = fc
  .record({
    day: fc.constantFrom(...DAYS),
    // Of three days; two that touch at midnight are as likely as a night in one piece.
    hours: fc.uniqueArray(
      fc.oneof(
        fc.nat(3 * 288 - 1).map((five) => five * 5),
        fc.constantFrom(1380, 1440, 1500, 2820, 2880, 2940),
      ),
      { minLength: 2, maxLength: 8 },
    ),
    step: fc.constantFrom(5, 15, 20, 30, 45, 60, 480),
    length: fc.constantFrom(1, 15, 30, 45, 60, 90, 240, 1500),
    buffer: fc.constantFrom(0, 0, 5, 10),
    closed: spans(2, 300),
    booked: spans(14, 180),
  })
  .map(({ day: [time_zone, date], hours, ...rest }) => {
    const sorted = [...hours].sort((a, b) => a - b);
    return { time_zone, date, hours: sorted.slice(0, sorted.length - (sorted.length % 2)), ...rest };
  });

/** As the settings have them: hours that last past midnight close at a time that is not later than they open. */
function workingHours({ date, hours }: Case): WorkingHoursDto[] {
  const before = Temporal.PlainDate.from(date).subtract({ days: 1 });
  return pairs(hours).flatMap(([opens, closes]) => {
    const first = Math.floor(opens / 1440);
    const day = (minute: number) => before.add({ days: minute }).dayOfWeek;
    if (closes - opens <= 1440) {
      const last = closes % 1440 === 0 && closes / 1440 === first + 1 ? '24:00' : time(closes % 1440);
      return [{ day: day(first), opens: time(opens % 1440), closes: last }];
    }
    // More than a day: hours that touch.
    const middle = (first + 1) * 1440;
    return [
      { day: day(first), opens: time(opens % 1440), closes: '24:00' },
      ...pairs([middle, closes]).flatMap(([from, to]) =>
        to - from <= 1440
          ? [{ day: day(first + 1), opens: '00:00', closes: to - from === 1440 ? '24:00' : time(to - from) }]
          : [
              { day: day(first + 1), opens: '00:00', closes: '24:00' },
              { day: day(first + 2), opens: '00:00', closes: time(to - from - 1440) },
            ],
      ),
    ];
  });
}

const pairs = (all: number[]) =>
  all.flatMap((from, index) => (index % 2 === 0 ? [[from, all[index + 1]!] as const] : []));

/** The slow, obvious way: looks at every minute. */
function slowly(one: Case): TimeRange[] {
  const { time_zone, date, hours, step, length, buffer, closed, booked } = one;
  const shown = walls.get(time_zone + date) ?? [];
  const minutes = shown.map((_, index) => index);
  const before = Temporal.PlainDate.from(date).subtract({ days: 1 });
  const whenShown = (minute: number) => {
    const wanted = `${before.add({ days: Math.floor(minute / 1440) }).toString()} ${time(minute % 1440)}`;
    return shown.findIndex((wall) => wall >= wanted);
  };
  const open = pairs(hours).map(([opens, closes]) => [whenShown(opens), whenShown(closes)] as const);
  const within = (spans: readonly (readonly [number, number])[], around = 0) =>
    minutes.map((minute) => spans.some(([from, to]) => from - around <= minute && minute < to + around));
  const isOpen = within(open);
  const [isClosed, isBooked] = [within(closed), within(booked, buffer)];
  const isFree = minutes.map((minute) => isOpen[minute] && !isClosed[minute] && !isBooked[minute]);
  const ends = new Set(booked.map(([, to]) => to + buffer));
  const starts = new Set(booked.map(([from]) => from - buffer));
  const slots: TimeRange[] = [];
  let opened = 0;
  for (const minute of minutes) {
    if (!isOpen[minute]) opened = minute + 1;
    if (!isFree[minute] || !shown[minute]!.startsWith(date)) continue;
    const isStart = (minute - opened) % step === 0 || ends.has(minute) || starts.has(minute + length);
    if (!isStart || minutes.slice(minute, minute + length).some((each) => !isFree[each])) continue;
    slots.push(range(date, [minute, minute + length]));
  }
  return slots;
}

const range = (date: string, [from, to]: readonly [number, number]): TimeRange => ({
  start: firstMinuteOf(date) + from * MINUTE_MS,
  end: firstMinuteOf(date) + to * MINUTE_MS,
});

function quickly(one: Case): TimeRange[] {
  const { time_zone, date, step, length, buffer, closed, booked } = one;
  const closures = closed.map((span): ClosureDto => {
    const { start, end } = range(date, span);
    return { from: new Date(start).toISOString(), to: new Date(end).toISOString(), reason: '' };
  });
  const settings = { time_zone, working_hours: workingHours(one), closures };
  const taken = booked.map((span) => range(date, span));
  return slotsOn(date, settings, { length, step, booked: withBuffer(taken, buffer) });
}

function slotsOn(
  date: string,
  settings: Pick<ChatAgentSettingsDto, 'time_zone' | 'working_hours' | 'closures'>,
  { length, step, booked = [] }: { length: number; step: number; booked?: TimeRange[] },
): TimeRange[] {
  const day = Temporal.PlainDate.from(date);
  const hours = openingHours(
    { ...settings, schedules: [], resources: ['main'] } as unknown as ChatAgentSettingsDto,
    'main',
  );
  const grid = { length: length * MINUTE_MS, step: step * MINUTE_MS };
  const openings = openingsOf(day, day, hours, grid.length);
  const [begin, end] = [day, day.add({ days: 1 })].map((one) => startOfDay(one, settings.time_zone));
  return freeSlots(openings, takenTimes(hours.closed, booked), grid).filter(
    ({ start }) => begin! <= start && start < end!,
  );
}

describe('the free slots of a day', () => {
  it('are those that a slow look at every minute finds, wherever clocks change and nights are long', () => {
    fc.assert(
      fc.property(cases, (one) => {
        expect(quickly(one)).toEqual(slowly(one));
      }),
      { numRuns: 600 },
    );
  });

  it('leave no gap: twelve cuts of 45 minutes fit a day of nine hours', () => {
    const working_hours = [{ day: 1, opens: '09:00', closes: '18:00' }];
    const booked: TimeRange[] = [];
    for (;;) {
      const [first] = slotsOn(
        '2026-11-30',
        { time_zone: 'UTC', working_hours, closures: [] },
        {
          length: 45,
          step: 30,
          booked: [...booked].sort((a, b) => a.start - b.start),
        },
      );
      if (first === undefined) break;
      booked.push(first);
    }
    expect(booked).toHaveLength(12);
  });

  const times = (
    settings: Partial<ChatAgentSettingsDto>,
    more: { length: number; step: number; booked?: TimeRange[] },
    date = '2026-12-04',
  ) =>
    slotsOn(date, { time_zone: 'UTC', working_hours: [], closures: [], ...settings }, more).map(({ start }) =>
      new Date(start).toISOString().slice(11, 16),
    );

  it('begin where a booking ends with its buffer, and end where one begins', () => {
    const working_hours = [{ day: 5, opens: '09:00', closes: '13:00' }];
    const at = (text: string) => Date.parse(`2026-12-04T${text}:00Z`);
    const booked = withBuffer([{ start: at('10:00'), end: at('10:45') }], 10);
    expect(times({ working_hours }, { length: 45, step: 30, booked })).toEqual([
      '09:00',
      '09:05',
      '10:55',
      '11:00',
      '11:30',
      '12:00',
    ]);
  });

  it('stay on the grid of the opening behind what is closed', () => {
    const working_hours = [{ day: 5, opens: '09:00', closes: '13:00' }];
    const closures = [{ from: '2026-12-04T10:15', to: '2026-12-04T11:20', reason: '' }];
    expect(times({ working_hours, closures }, { length: 30, step: 30 })).toEqual([
      '09:00',
      '09:30',
      '11:30',
      '12:00',
      '12:30',
    ]);
  });

  it.each([
    ['in one piece', [{ day: 5, opens: '20:00', closes: '02:00' }]],
    [
      'in two that touch',
      [
        { day: 5, opens: '20:00', closes: '24:00' },
        { day: 6, opens: '00:00', closes: '02:00' },
      ],
    ],
  ])('go on past midnight where a night stands %s', (_, working_hours) => {
    expect(times({ working_hours }, { length: 120, step: 45 })).toEqual([
      '20:00',
      '20:45',
      '21:30',
      '22:15',
      '23:00',
      '23:45',
    ]);
    expect(times({ working_hours }, { length: 60, step: 45 }, '2026-12-05')).toEqual(['00:30']);
  });

  it('begin anew each day where it is always open', () => {
    const working_hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' }));
    for (const date of ['2026-12-04', '2026-12-05'])
      expect(times({ working_hours }, { length: 3 * 1440, step: 500 }, date)).toEqual([
        '00:00',
        '08:20',
        '16:40',
      ]);
  });

  const slotsOf = (time_zone: string, date: string, opens: string, closes: string, minutes = 60) => {
    const working_hours = [{ day: Temporal.PlainDate.from(date).dayOfWeek, opens, closes }];
    const slots = slotsOn(
      date,
      { time_zone, working_hours, closures: [] },
      { length: minutes, step: minutes },
    );
    return slots.map(({ start }) => new Date(start).toISOString().slice(0, 16));
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
    const minutes = (from: number, to: number): TimeRange => ({
      start: from * MINUTE_MS,
      end: to * MINUTE_MS,
    });
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
