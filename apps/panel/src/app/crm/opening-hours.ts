import {
  hoursOfResource,
  isSameName,
  joinedHours,
  MINUTES_A_DAY,
  minutesOf,
  openingsOfDay,
  scheduleOf,
  type ChatAgentSettingsDto,
  type ClosureDto,
  type DayOpening,
  type ScheduleExceptionDto,
} from '@groupless/shared-dto';
import { toInstant, toLocal } from '../i18n/zoned-time';
import { addDays, weekdayOf } from './dates';
import { endOf, nextSlot } from './slot-times';

/** When the business is open, and in which zone. */
export type OpeningHours = Pick<
  ChatAgentSettingsDto,
  'time_zone' | 'working_hours' | 'slot_minutes' | 'closures' | 'schedules'
> & {
  /** Of one resource: days with other hours than those of the week. */
  exceptions?: readonly ScheduleExceptionDto[];
};

/** Opens and closes, as instants. */
export type Stretch = readonly [opens: string, closes: string];

/** How far a free evening or holiday is skipped at most. */
const DAYS_AHEAD = 14;

/** The opening hours of one resource: its own hours or those of the business, and the closures that are about it. */
export function openingHoursOf(hours: OpeningHours, resource: string): OpeningHours {
  const { closures } = hours;
  return {
    ...hours,
    working_hours: hoursOfResource(hours, resource),
    schedules: [],
    exceptions: scheduleOf(hours, resource)?.exceptions ?? [],
    closures: closures.filter((one) => one.resource === undefined || isSameName(one.resource, resource)),
  };
}

/** Whether it is open from the beginning of an appointment to its end. */
export function isOpen(hours: OpeningHours, starts_at: string, minutes: number): boolean {
  const ends_at = endOf(starts_at, minutes);
  const last = toLocal(ends_at, hours.time_zone).date;
  const open = openBetween(hours, toLocal(starts_at, hours.time_zone).date, last);
  return open.some(([opens, closes]) => opens <= starts_at && ends_at <= closes);
}

/** The next instant from now on at which a slot begins, within the working hours if they come within two weeks. */
export function nextOpenSlot(hours: OpeningHours, now: Date): string {
  const { slot_minutes, time_zone } = hours;
  const at = now.toISOString();
  const today = toLocal(at, time_zone).date;
  for (let days = 0; days <= DAYS_AHEAD; days++) {
    const date = addDays(today, days);
    for (const [opens, closes] of openBetween(hours, date, date)) {
      const start = opens >= at ? opens : nextSlot(now, slot_minutes, opens);
      if (endOf(start, slot_minutes) <= closes) return start;
    }
  }
  return nextSlot(now, slot_minutes, startOf(today, time_zone));
}

/** The reasons of the closures that take the working hours of a day, or a day without hours; empty where none does. */
export function closureOn(hours: OpeningHours, date: string): string {
  const { closures, time_zone } = hours;
  const day: Stretch = [startOf(date, time_zone), startOf(addDays(date, 1), time_zone)];
  const own = stretchesOn(hours, date);
  const times = own.length > 0 ? own : [day];
  const closed = closures.filter((one) => times.some((stretch) => meet(stretch, closedTime(one, time_zone))));
  const left = closed.map((one) => closedTime(one, time_zone)).reduce(lessStretch, own);
  if (left.length > 0) return '';
  return reasonsOf(closed);
}

/** The part of a closure that lies on a day. */
export interface DayClosure {
  /** Whose it is, unless everybody's. */
  resource?: string;
  reason: string;
  times: Stretch;
  isWholeDay: boolean;
}

/** The closures of a day of a zone, for everybody or for one resource. */
export function closuresOn(
  { closures, time_zone }: OpeningHours,
  date: string,
  zone: string,
  resource = '',
): DayClosure[] {
  const [begins, ends]: Stretch = [startOf(date, zone), startOf(addDays(date, 1), zone)];
  return closures
    .filter((one) => resource === '' || one.resource === undefined || isSameName(one.resource, resource))
    .map(({ from, to, reason, ...whose }): DayClosure => {
      const [start, end] = closedTime({ from, to, reason }, time_zone);
      const times: Stretch = [start > begins ? start : begins, end < ends ? end : ends];
      return { ...whose, reason, times, isWholeDay: start <= begins && end >= ends };
    })
    .filter(({ times: [start, end] }) => start < end);
}

/** The reasons of the closures that an appointment meets; empty where it meets none. */
export function closureAt(hours: OpeningHours, starts_at: string, minutes: number): string {
  const then: Stretch = [starts_at, endOf(starts_at, minutes)];
  return reasonsOf(hours.closures.filter((one) => meet(then, closedTime(one, hours.time_zone))));
}

/** The times of a stretch at which it is closed; none where there are no hours at all. */
export function closedWithin(hours: OpeningHours, [from, to]: Stretch): readonly Stretch[] {
  if (hours.working_hours.length === 0 && (hours.exceptions ?? []).length === 0) return [];
  const open = openBetween(hours, toLocal(from, hours.time_zone).date, toLocal(to, hours.time_zone).date);
  return open.reduce(lessStretch, [[from, to]]);
}

/** When it is open on some days, by time; hours that touch are one, as are those of a night. Instants compare as texts. */
function openBetween(hours: OpeningHours, first: string, last: string): readonly Stretch[] {
  const all: Stretch[] = [];
  // A night of the day before may last into the first day, and go on behind the last.
  for (let date = addDays(first, -1); date <= addDays(last, 1); date = addDays(date, 1)) {
    for (const [opens, closes] of stretchesOn(hours, date)) {
      const before = all.at(-1);
      if (before !== undefined && opens <= before[1]) all.splice(-1, 1, [before[0], closes]);
      else all.push([opens, closes]);
    }
  }
  return hours.closures.map((one) => closedTime(one, hours.time_zone)).reduce(lessStretch, all);
}

/** Those of an exception, else those of the week. */
function hoursOn({ working_hours, exceptions = [] }: OpeningHours, date: string): readonly DayOpening[] {
  const special = exceptions.filter(({ from, to }) => from <= date && date <= to);
  return special.length > 0
    ? joinedHours(special.map(minutesOf))
    : openingsOfDay(working_hours, weekdayOf(date));
}

/** The working hours that begin on a day, by time. */
function stretchesOn(hours: OpeningHours, date: string): readonly Stretch[] {
  const { time_zone } = hours;
  return hoursOn(hours, date)
    .map(({ opens, closes }): Stretch => [
      instantAt(date, opens, time_zone),
      instantAt(date, closes, time_zone),
    ])
    .filter(([opens, closes]) => opens < closes);
}

/** Of a time that the clocks skip it is the first behind it. */
function instantAt(date: string, minutes: number, time_zone: string): string {
  for (let minute = minutes; minute < minutes + MINUTES_A_DAY; minute++) {
    const day = addDays(date, Math.floor(minute / MINUTES_A_DAY));
    const time = [Math.floor((minute % MINUTES_A_DAY) / 60), minute % 60].map((part) =>
      String(part).padStart(2, '0'),
    );
    const found = toInstant({ date: day, time: time.join(':') }, time_zone);
    if (found !== null) return found;
  }
  return '';
}

function startOf(date: string, time_zone: string): string {
  return instantAt(date, 0, time_zone);
}

function reasonsOf(closures: readonly ClosureDto[]): string {
  return [...new Set(closures.map(({ reason }) => reason))].filter((reason) => reason !== '').join(', ');
}

function meet([from, to]: Stretch, [start, end]: Stretch): boolean {
  return from < end && start < to;
}

function lessStretch(left: readonly Stretch[], taken: Stretch): readonly Stretch[] {
  return left.flatMap((stretch) => without(stretch, taken));
}

/** A closure as instants: a day counts to its end, a time without an offset is one of the business. */
export function closedTime({ from, to }: ClosureDto, time_zone: string): Stretch {
  return [instantOf(from, time_zone), instantOf(to.includes('T') ? to : addDays(to, 1), time_zone)];
}

function instantOf(text: string, time_zone: string): string {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && text.includes('T')) return new Date(text).toISOString();
  const [date = '', time = '00:00'] = text.split('T');
  return toInstant({ date, time: time.slice(0, 5) }, time_zone) ?? new Date(`${date}T${time}Z`).toISOString();
}

function without([opens, closes]: Stretch, [from, to]: Stretch): Stretch[] {
  const before: Stretch = [opens, closes < from ? closes : from];
  const after: Stretch = [opens > to ? opens : to, closes];
  return [before, after].filter(([start, end]) => start < end);
}
