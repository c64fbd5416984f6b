import type { ChatAgentSettingsDto, ScheduleDto, ServiceDto } from '@groupless/shared-dto';
import { anyBelow } from '../../harness/data/rounds';

/*
 * Weeks that are made by chance, and a slow and obvious answer to what is free in them: minute by minute.
 */

export const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/** Minutes that are known before and after the first of the asked days. */
const BEFORE = 3 * DAY_MINUTES;
const AFTER = 8 * DAY_MINUTES;

/** Days at which clocks change, both ways, and quiet ones. */
export const PLACES: readonly [time_zone: string, date: string][] = [
  ['Europe/Vienna', '2027-03-27'],
  ['Europe/Vienna', '2027-10-30'],
  ['America/New_York', '2027-03-13'],
  ['America/New_York', '2027-11-06'],
  ['Australia/Lord_Howe', '2027-10-02'],
  ['Australia/Lord_Howe', '2027-04-03'],
  ['America/Havana', '2027-03-13'],
  ['America/Havana', '2027-11-06'],
  ['Asia/Kathmandu', '2027-06-01'],
];

export interface Taken {
  resource: string;
  /** In minutes from the first midnight of the asked days in UTC. */
  from: number;
  to: number;
  buffer_minutes: number;
}

export interface MadeWeek {
  time_zone: string;
  date: string;
  days: number;
  settings: Pick<
    ChatAgentSettingsDto,
    'time_zone' | 'working_hours' | 'closures' | 'schedules' | 'resources' | 'buffer_minutes'
  >;
  /** Of which one has to be free, too; null: none is needed. They have hours, closures and bookings as persons have. */
  rooms: string[] | null;
  booked: Taken[];
  /** Without a resource: of all. */
  busy: (Omit<Taken, 'resource' | 'buffer_minutes'> & { resource: string | null })[];
  /** The visit that is wanted, in its order. */
  services: Required<Pick<ServiceDto, 'name' | 'duration_minutes' | 'buffer_minutes'>>[];
  /** Of all of them. */
  length_minutes: number;
  /** That of the last one. */
  buffer_minutes: number;
}

const RESOURCES = ['Anna', 'Ben', 'Carl'];
const ROOMS = ['Red', 'Blue'];
export const SERVICES = ['Cut', 'Colour', 'Wash'];

function oneOf<One>(list: readonly One[]): One {
  return list[anyBelow(list.length)]!;
}

/** One service of any length, or several. */
function visit(): MadeWeek['services'] {
  const first = anyBelow(SERVICES.length);
  const names = [...SERVICES.slice(first), ...SERVICES.slice(0, first)].slice(
    0,
    1 + anyBelow(SERVICES.length),
  );
  const lengths = names.length === 1 ? [1, 15, 45, 180, 1_500] : [5, 15, 45, 180];
  return names.map((name) => ({
    ...{ name, duration_minutes: oneOf(lengths) },
    buffer_minutes: oneOf([0, 0, 30]),
  }));
}

/** What somebody does; null: everything. */
function skills(): string[] | null {
  const some = SERVICES.filter(() => anyBelow(4) > 0);
  return anyBelow(2) === 0 || some.length === 0 ? null : some;
}

function many<One>(most: number, make: () => One): One[] {
  return Array.from({ length: anyBelow(most + 1) }, make);
}

const clock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Hours of a day that overlap no others: they end at midnight at the latest, unless it is the only one. */
function hoursOfDay(hasNights: boolean): { opens: string; closes: string }[] {
  const night = () => ({ opens: clock(17 * 60 + anyBelow(400)), closes: clock(anyBelow(300)) });
  if (!hasNights && anyBelow(8) === 0) return [{ opens: '00:00', closes: '24:00' }];
  if (hasNights && anyBelow(5) === 0) return [night()];
  const [a, b, c, d] = Array.from({ length: 4 }, () => 301 + anyBelow(DAY_MINUTES - 302)).sort(
    (x, y) => x - y,
  ) as [number, number, number, number];
  if (!(a < b && b < c && c < d)) return [];
  return anyBelow(2) === 0
    ? [{ opens: clock(a), closes: clock(d) }]
    : [
        { opens: clock(a), closes: clock(b) },
        { opens: clock(c), closes: clock(d) },
      ];
}

function week(): { day: number; opens: string; closes: string }[] {
  // Settings refuse a night that lasts into hours of the next day.
  const hasNights = anyBelow(2) === 0;
  return [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
    anyBelow(4) === 0 ? [] : hoursOfDay(hasNights).map((hours) => ({ day, ...hours })),
  );
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, 10);
}

export function makeWeek(): MadeWeek {
  const [time_zone, date] = oneOf(PLACES);
  const days = 1 + anyBelow(3);
  const resources = RESOURCES.slice(0, 1 + anyBelow(3));
  const rooms = anyBelow(2) === 0 ? null : ROOMS.slice(0, anyBelow(5) === 0 ? 0 : 1 + anyBelow(2));
  const all = [...resources, ...(rooms ?? [])];
  const span = () => {
    const from = anyBelow(6 * DAY_MINUTES) - DAY_MINUTES;
    return { from, to: from + 5 + anyBelow(300) };
  };
  const schedules = all
    .filter(() => anyBelow(3) > 0)
    .map((resource): ScheduleDto => {
      const day = addDays(date, anyBelow(4) - 1);
      const exceptions =
        anyBelow(2) === 0
          ? []
          : hoursOfDay(anyBelow(2) === 0).map((hours) => ({ from: day, to: day, ...hours }));
      const working_hours = anyBelow(2) === 0 ? null : week();
      return { resource, working_hours, services: skills(), exceptions, colour: null };
    });
  const closures = many(2, () => {
    const whose = anyBelow(2) === 0 ? {} : { resource: oneOf(all) };
    const { from, to } = span();
    const at = (minute: number) => new Date(Date.parse(date) + minute * MINUTE_MS).toISOString();
    const day = addDays(date, anyBelow(4) - 1);
    return anyBelow(2) === 0
      ? { from: day, to: day, reason: '', ...whose }
      : { from: at(from), to: at(to), reason: '', ...whose };
  });
  const booked: Taken[] = [];
  for (const one of many(12, () => ({
    ...span(),
    resource: oneOf(all),
    buffer_minutes: oneOf([0, 0, 7, 45]),
  })))
    if (
      !booked.some((other) => other.resource === one.resource && other.from < one.to && one.from < other.to)
    )
      booked.push(one);
  const busy = many(3, () => ({ ...span(), resource: anyBelow(3) === 0 ? null : oneOf(all) }));
  const services = visit();
  return {
    ...{ time_zone, date, days, rooms, booked, busy, services },
    settings: {
      ...{ time_zone, working_hours: week(), closures, schedules, resources },
      buffer_minutes: oneOf([0, 0, 10, 60]),
    },
    length_minutes: services.reduce((sum, one) => sum + one.duration_minutes, 0),
    buffer_minutes: services.at(-1)!.buffer_minutes,
  };
}

const walls = new Map<string, string[]>();

/** What the clocks show in each minute around the days, such as `2027-03-27 09:00`. */
function wallsOf({ time_zone, date }: MadeWeek): string[] {
  const known = walls.get(time_zone + date);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const first = Date.parse(date) - BEFORE * MINUTE_MS;
  const shown = Array.from({ length: BEFORE + AFTER }, (_, minute) =>
    format.format(first + minute * MINUTE_MS),
  );
  walls.set(time_zone + date, shown);
  return shown;
}

/** Which starts are possible, and with whom: the minute from the midnight of UTC, and the resource. */
export class Oracle {
  private readonly walls: string[];
  private readonly free: Map<string, boolean[]>;
  /** The first minute of the days, and the first one after them. */
  readonly first: number;
  readonly after: number;

  constructor(private readonly made: MadeWeek) {
    this.walls = wallsOf(made);
    const all = [...made.settings.resources, ...(made.rooms ?? [])];
    this.free = new Map(all.map((resource) => [resource, this.freeMinutes(resource)]));
    this.first = this.firstMinute(made.date, 0) - BEFORE;
    this.after = this.firstMinute(addDays(made.date, made.days), 0) - BEFORE;
  }

  /** Whether it does each service of the visit. Rooms are for all of them. */
  does(resource: string): boolean {
    const { services, settings } = this.made;
    const done = settings.schedules.find((one) => one.resource === resource)?.services ?? SERVICES;
    return services.every(({ name }) => done.includes(name));
  }

  /** Whether a resource does the visit and has time from a minute on, in one of the rooms. */
  isFree(resource: string, start: number): boolean {
    const { rooms } = this.made;
    if (!this.does(resource)) return false;
    return this.hasTime(resource, start) && (rooms?.some((room) => this.hasTime(room, start)) ?? true);
  }

  private hasTime(resource: string, start: number): boolean {
    const free = this.free.get(resource) ?? [];
    for (let at = start; at < start + this.made.length_minutes; at++) if (!free[at + BEFORE]) return false;
    return true;
  }

  /** Who is free, the one with the fewest appointments that day first; undefined: nobody. */
  bestAt(start: number): string | undefined {
    const free = this.made.settings.resources.filter((resource) => this.isFree(resource, start));
    const day = this.dayOf(start);
    const load = (resource: string) =>
      this.made.booked.filter((one) => one.resource === resource && this.dayOf(one.from) === day).length;
    return free.sort((a, b) => load(a) - load(b))[0];
  }

  private dayOf(minute: number): string {
    return this.walls[minute + BEFORE]!.slice(0, 10);
  }

  /** The first minute in which the clocks show this time or a later one. */
  private firstMinute(date: string, minute: number): number {
    const day = addDays(date, Math.floor(minute / DAY_MINUTES));
    const wanted = `${day} ${clock(minute % DAY_MINUTES)}`;
    return this.walls.findIndex((shown) => shown >= wanted);
  }

  private freeMinutes(resource: string): boolean[] {
    const { settings, booked, busy, buffer_minutes } = this.made;
    const free = this.walls.map(() => false);
    const fill = (from: number, to: number, isFree: boolean) =>
      free.fill(isFree, Math.max(0, from), Math.max(0, to));
    for (let days = -2; days <= this.made.days + 3; days++) {
      const date = addDays(this.made.date, days);
      for (const [opens, closes] of this.hoursOn(date, resource))
        fill(this.firstMinute(date, opens), this.firstMinute(date, closes), true);
    }
    const instant = (text: string) => (Date.parse(text) - Date.parse(this.made.date)) / MINUTE_MS + BEFORE;
    for (const { from, to, resource: whose } of settings.closures) {
      if (whose !== undefined && whose !== resource) continue;
      if (from.length === 10) fill(this.firstMinute(from, 0), this.firstMinute(addDays(to, 1), 0), false);
      else fill(instant(from), instant(to), false);
    }
    for (const { from, to, resource: whose } of busy)
      if (whose === null || whose === resource) fill(from + BEFORE, to + BEFORE, false);
    for (const one of booked) {
      if (one.resource !== resource) continue;
      const before = Math.max(settings.buffer_minutes, buffer_minutes);
      const after = Math.max(settings.buffer_minutes, one.buffer_minutes);
      fill(one.from - before + BEFORE, one.to + after + BEFORE, false);
    }
    return free;
  }

  /** In minutes from midnight; beyond 1,440 on the next day. */
  private hoursOn(date: string, resource: string): [number, number][] {
    const { schedules, working_hours } = this.made.settings;
    const own = schedules.find((one) => one.resource === resource);
    const special = (own?.exceptions ?? []).filter(({ from, to }) => from <= date && date <= to);
    const day = ((new Date(date).getUTCDay() + 6) % 7) + 1;
    const usual = (own?.working_hours ?? working_hours).filter((one) => one.day === day);
    const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    return (special.length > 0 ? special : usual).map(({ opens, closes }) => {
      const [from, to] = [minutes(opens), minutes(closes)];
      return [from, to > from ? to : to + DAY_MINUTES];
    });
  }
}
