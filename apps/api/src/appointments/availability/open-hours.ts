import {
  hoursOfResource,
  isSameName,
  type ChatAgentSettingsDto,
  type ClosureDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { firstInstantOf, lastInstantOf } from '../../shared/validation/day-or-time';
import type { Stretch } from './stretch';

export interface OpeningHours extends Pick<ChatAgentSettingsDto, 'time_zone' | 'working_hours'> {
  /** Closures within the opening hours. */
  closed: readonly Stretch[];
}

/** When a resource can be booked, by the settings. */
export function openingHours(settings: ChatAgentSettingsDto, resource: string): OpeningHours {
  const { time_zone, closures } = settings;
  const working_hours = hoursOfResource(settings.working_hours, resource);
  const closed = closures
    .filter((closure) => closure.resource === undefined || isSameName(closure.resource, resource))
    .map((closure) => closedTime(closure, time_zone));
  return { time_zone, working_hours, closed };
}

/**
 * The working hours of a day less the closures, as real time: a day in the time zone of the business may have 23
 * hours, or 25.
 */
export function openHours(
  date: Temporal.PlainDate,
  { time_zone, working_hours, closed }: OpeningHours,
): Stretch[] {
  const open = working_hours
    .filter(({ day }) => day === date.dayOfWeek)
    .map(({ opens, closes }: WorkingHoursDto) => ({
      start: instantAt(date, opens, time_zone),
      end: instantAt(date, closes, time_zone),
    }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  return closed.reduce((left, one) => left.flatMap((stretch) => without(stretch, one)), open);
}

/** Whether the business is open all the time from the start to the end. */
export function isOpenAll(wanted: Stretch, hours: OpeningHours): boolean {
  const last = dateOf(wanted.end, hours.time_zone);
  let openTo = wanted.start;
  let date = dateOf(wanted.start, hours.time_zone);
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const { start, end } of openHours(date, hours)) {
      if (start <= openTo) openTo = Math.max(openTo, end);
    }
  }
  return openTo >= wanted.end;
}

/** The day that the clocks of a zone show at an instant. */
export function dateOf(instantMs: number, time_zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(time_zone).toPlainDate();
}

function closedTime({ from, to }: ClosureDto, time_zone: string): Stretch {
  return { start: firstInstantOf(from, time_zone), end: lastInstantOf(to, time_zone) };
}

function without({ start, end }: Stretch, closed: Stretch): Stretch[] {
  const before = { start, end: Math.min(end, closed.start) };
  const after = { start: Math.max(start, closed.end), end };
  return [before, after].filter((left) => left.start < left.end);
}

/**
 * When the clocks of a zone first show a time of the day. Of a time that they skip it is the moment of the jump,
 * at which it is that late already.
 * @param time of `00:00` to `24:00`, which is the end of the day
 */
function instantAt(date: Temporal.PlainDate, time: string, time_zone: string): number {
  const wall = time === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(time);
  const found = wall.toZonedDateTime(time_zone, { disambiguation: 'earlier' });
  if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
  // In place of a skipped time comes one that lies before the jump.
  return (found.getTimeZoneTransition('next') ?? found).epochMilliseconds;
}
