import {
  hoursOfResource,
  isSameName,
  joinedHours,
  minutesOf,
  MINUTES_A_DAY,
  openingsOfDay,
  scheduleOf,
  type ChatAgentSettingsDto,
  type ClosureDto,
  type DayOpening,
  type ScheduleExceptionDto,
} from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { firstInstantOf, lastInstantOf } from '../../platform/validation/times/day-or-time';
import { joined, type TimeRange } from './time-range';
import { unambiguousInstantOf } from './zone-offset';

export interface ClosedRange extends TimeRange {
  /** Empty where it is the team's. */
  reason: string;
}

export interface OpeningHours {
  time_zone: string;
  /** Monday to Sunday. */
  week: readonly (readonly DayOpening[])[];
  /** Days with other hours than those of the week. */
  exceptions: readonly ScheduleExceptionDto[];
  closed: readonly ClosedRange[];
}

/** Working hours of a day, as instants. */
export interface Opening extends TimeRange {
  /** The instant from which slots are counted: the start, or that of the hours it continues. */
  grid: number;
}

const MINUTE_MS = 60_000;
const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** The largest change of the clocks (daylight saving time). */
const LONGEST_JUMP_MINUTES = 120;

/** By the settings, which are one object until they are read anew. */
const worked = new WeakMap<ChatAgentSettingsDto, Map<string, OpeningHours>>();
const AS_THE_BUSINESS = '';

/** The hours in which a resource can be booked, from the settings. Those without hours of their own share one object. */
export function openingHours(settings: ChatAgentSettingsDto, resource: string): OpeningHours {
  const known = worked.get(settings) ?? new Map<string, OpeningHours>();
  worked.set(settings, known);
  const before = known.get(resource);
  if (before !== undefined) return before;
  const isCommon = isAsTheBusiness(settings, resource);
  const hours = (isCommon ? known.get(AS_THE_BUSINESS) : undefined) ?? hoursFrom(settings, resource);
  if (isCommon) known.set(AS_THE_BUSINESS, hours);
  // Names that the settings do not have are any that somebody sends.
  if (settings.resources.includes(resource)) known.set(resource, hours);
  return hours;
}

function isAsTheBusiness(
  { schedules, working_hours, closures }: ChatAgentSettingsDto,
  resource: string,
): boolean {
  const isOf = (one: { resource?: string }) =>
    one.resource !== undefined && isSameName(one.resource, resource);
  return !schedules.some(isOf) && !working_hours.some(isOf) && !closures.some(isOf);
}

function hoursFrom(settings: ChatAgentSettingsDto, resource: string): OpeningHours {
  const { time_zone, closures } = settings;
  const hours = hoursOfResource(settings, resource);
  const exceptions = scheduleOf(settings, resource)?.exceptions ?? [];
  const closed = closures
    .filter((closure) => closure.resource === undefined || isSameName(closure.resource, resource))
    .map((closure) => closedTime(closure, time_zone));
  return { time_zone, week: DAYS.map((day) => openingsOfDay(hours, day)), exceptions, closed };
}

/** The hours of the business. If only resources have hours, those of all resources. */
export function businessHours(settings: ChatAgentSettingsDto): OpeningHours {
  const { time_zone, closures, working_hours } = settings;
  const common = working_hours.filter(({ resource }) => resource === undefined);
  const hours = common.length > 0 ? common : working_hours;
  const closed = closures
    .filter(({ resource }) => resource === undefined)
    .map((closure) => closedTime(closure, time_zone));
  return { time_zone, week: DAYS.map((day) => openingsOfDay(hours, day)), exceptions: [], closed };
}

/**
 * The working hours that begin on a day, ignoring closures, as instants: a day in the business's time zone may have 23
 * or 25 hours.
 */
export function openingsOn(date: Temporal.PlainDate, hours: OpeningHours): Opening[] {
  let before: Opening | null = null;
  return rangesOn(date, hours).map(({ start, end }) => {
    // Two hours touch if the clocks skip the time between them.
    const grid: number = before?.end === start ? before.grid : gridOf(date, start, hours);
    before = { start, end, grid };
    return before;
  });
}

/**
 * The working hours of some days: with hours of the day before that go past midnight, and with hours after the last day
 * that continue without a break, as long as a slot that begins within.
 */
export function openingsOf(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  hours: OpeningHours,
  length_ms = 0,
): Opening[] {
  const before = first.subtract({ days: 1 });
  const openings = lastsBeyond(before, hours, MINUTES_A_DAY) ? openingsOn(before, hours) : [];
  let date = first;
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    openings.push(...openingsOn(date, hours));
  }
  const enough = (openings.at(-1)?.end ?? 0) + length_ms;
  for (
    ;
    lastsBeyond(date.subtract({ days: 1 }), hours, MINUTES_A_DAY - LONGEST_JUMP_MINUTES);
    date = date.add({ days: 1 })
  ) {
    const end = openings.at(-1)?.end ?? 0;
    const next = openingsOn(date, hours);
    if (end >= enough || next[0] === undefined || next[0].start > end) break;
    openings.push(...next);
  }
  return openings;
}

/** Whether the business is open during the whole range. */
export function isOpenAll(wanted: TimeRange, hours: OpeningHours): boolean {
  const { time_zone, closed } = hours;
  if (closed.some(({ start, end }) => start < wanted.end && wanted.start < end)) return false;
  const openings = openingsOf(dateOf(wanted.start, time_zone), dateOf(wanted.end, time_zone), hours);
  return joined(openings).some(({ start, end }) => start <= wanted.start && wanted.end <= end);
}

/** The date in a time zone at an instant. */
export function dateOf(instantMs: number, time_zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(time_zone).toPlainDate();
}

/** The instant at which a day begins. */
export function startOfDay(date: Temporal.PlainDate, time_zone: string): number {
  return date.toZonedDateTime(time_zone).epochMilliseconds;
}

/** The day of an instant in a time zone. */
export function dayAround(instantMs: number, time_zone: string): TimeRange {
  const date = dateOf(instantMs, time_zone);
  return { start: startOfDay(date, time_zone), end: startOfDay(date.add({ days: 1 }), time_zone) };
}

function closedTime({ from, to, ...why }: ClosureDto, time_zone: string): ClosedRange {
  const reason = why.public === true ? why.reason : '';
  return { start: firstInstantOf(from, time_zone), end: lastInstantOf(to, time_zone), reason };
}

/** The hours that begin on a day: those of an exception, else those of the week. */
function hoursOn(date: Temporal.PlainDate, { week, exceptions }: OpeningHours): readonly DayOpening[] {
  if (exceptions.length === 0) return week[date.dayOfWeek - 1] ?? [];
  const day = date.toString();
  const special = exceptions.filter(({ from, to }) => from <= day && day <= to);
  if (special.length === 0) return week[date.dayOfWeek - 1] ?? [];
  return joinedHours(special.map(minutesOf));
}

/** Whether hours of the day close later than `minutes` after its midnight. */
function lastsBeyond(date: Temporal.PlainDate, hours: OpeningHours, minutes: number): boolean {
  return hoursOn(date, hours).some(({ closes }) => closes > minutes);
}

/** Hours that begin where those of the day before end continue their slots. If always open, each day starts again. */
function gridOf(date: Temporal.PlainDate, start: number, hours: OpeningHours): number {
  let [day, grid] = [date, start];
  for (const _ of DAYS) {
    day = day.subtract({ days: 1 });
    if (!lastsBeyond(day, hours, MINUTES_A_DAY - LONGEST_JUMP_MINUTES)) return grid;
    const continued = rangesOn(day, hours).find(({ end }) => end === grid);
    if (continued === undefined) return grid;
    grid = continued.start;
  }
  return start;
}

function rangesOn(date: Temporal.PlainDate, hours: OpeningHours): TimeRange[] {
  return hoursOn(date, hours)
    .map(({ opens, closes }) => ({
      start: instantAt(date, opens, hours.time_zone),
      end: instantAt(date, closes, hours.time_zone),
    }))
    .filter(({ start, end }) => start < end);
}

/**
 * The first instant at which the clocks of a zone show a time. If the time does not exist that day (spring), the moment
 * the clocks jump.
 * @param minutes from midnight by the clock; 1,440 and more are on the next day
 */
function instantAt(date: Temporal.PlainDate, minutes: number, time_zone: string): number {
  const midnight = Date.UTC(date.year, date.month - 1, date.day);
  const unambiguous =
    date.year < 100 ? null : unambiguousInstantOf(midnight + minutes * MINUTE_MS, time_zone);
  if (unambiguous !== null) return unambiguous;
  const day = minutes < MINUTES_A_DAY ? date : date.add({ days: Math.floor(minutes / MINUTES_A_DAY) });
  const hour = Math.floor((minutes % MINUTES_A_DAY) / 60);
  const wall = day.toPlainDateTime({ hour, minute: minutes % 60 });
  const found = wall.toZonedDateTime(time_zone, { disambiguation: 'earlier' });
  if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
  // For a skipped time, Temporal returns an instant before the jump.
  return (found.getTimeZoneTransition('next') ?? found).epochMilliseconds;
}
