import type { AvailabilityDto, FreeSlotDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { offsetAt } from '../../shared/opening-hours/zone-offset';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import type { FreeSlot } from './free-times';

const ISO_LENGTH = '2027-03-01T10:00:00.000Z'.length;
const TO_THE_MINUTE = '2027-03-01T10:00'.length;

/** The local time of an instant: `2027-03-01T10:00`, with seconds only if they are not zero. */
export function toLocalTime(instantMs: number, time_zone: string): string {
  if (instantMs % 60_000 === 0) {
    const shown = new Date(instantMs + offsetAt(instantMs, time_zone)).toISOString();
    // Years of more than four digits have another format.
    if (shown.length === ISO_LENGTH) return shown.slice(0, TO_THE_MINUTE);
  }
  const local = Temporal.Instant.fromEpochMilliseconds(instantMs)
    .toZonedDateTimeISO(time_zone)
    .toPlainDateTime();
  return instantMs % 60_000 === 0 ? local.toString({ smallestUnit: 'minute' }) : local.toString();
}

/** `Tuesday, 2 March 2027`, as the clocks of the business show it. */
export function dayInWords(instantMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(instantMs);
}

/** @param day 1 is Monday */
export function weekdayInWords(day: number): string {
  // The first of that month is a Monday.
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2027, 2, day),
  );
}

/** `Tuesday, 2 March 2027, 10:00–10:45`. */
export function timeInWords({ start, end }: TimeRange, time_zone: string): string {
  const [from, to] = [toLocalTime(start, time_zone), toLocalTime(end, time_zone)];
  const hour = (local: string) => local.slice(local.indexOf('T') + 1);
  const isOfOneDay = from.split('T')[0] === to.split('T')[0];
  const ends = isOfOneDay ? hour(to) : ` ${dayInWords(end, time_zone)}, ${hour(to)}`;
  return `${dayInWords(start, time_zone)}, ${hour(from)}–${ends}`;
}

export function toFreeSlotDto({ start, end, resource }: FreeSlot, time_zone: string): FreeSlotDto {
  return {
    // What models read comes first.
    local_starts_at: toLocalTime(start, time_zone),
    local_ends_at: toLocalTime(end, time_zone),
    resource,
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
  };
}

/** Adds the times in the visitor's time zone. */
export function forVisitor(answer: AvailabilityDto, visitor_time_zone: string | undefined): AvailabilityDto {
  if (visitor_time_zone === undefined) return answer;
  const shown = (time: string) => toLocalTime(Date.parse(time), visitor_time_zone);
  const slots = answer.slots.map((slot) => ({
    ...slot,
    visitor_starts_at: shown(slot.starts_at),
    visitor_ends_at: shown(slot.ends_at),
  }));
  return { ...answer, visitor_time_zone, slots };
}

/** Whether this local time occurs for the second time, in an hour that the clocks repeat. */
export function isShownAgain(instantMs: number, time_zone: string): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(time_zone);
  const first = local.toPlainDateTime().toZonedDateTime(time_zone, { disambiguation: 'earlier' });
  return first.epochMilliseconds !== instantMs;
}
