import type { AvailabilityDto, FreeSlotDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { offsetAt } from '../../shared/opening-hours/zone-offset';
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

export function toFreeSlotDto({ start, end, resource }: FreeSlot, time_zone: string): FreeSlotDto {
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    local_starts_at: toLocalTime(start, time_zone),
    local_ends_at: toLocalTime(end, time_zone),
    resource,
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

/** For callers that use local times: of a repeated hour only the first one. */
export function withoutRepeatedHours({ slots, time_zone, ...answer }: AvailabilityDto): AvailabilityDto {
  const said = slots.filter(({ starts_at }) => !isShownAgain(Date.parse(starts_at), time_zone));
  return { ...answer, time_zone, slots: said };
}
