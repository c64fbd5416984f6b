import type { FreeSlotDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import type { Stretch } from './stretch';

/** What the clocks of a zone show at an instant: `2027-03-01T10:00`, with seconds only if there are any. */
export function toLocalTime(instantMs: number, time_zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instantMs)
    .toZonedDateTimeISO(time_zone)
    .toPlainDateTime();
  return instantMs % 60_000 === 0 ? local.toString({ smallestUnit: 'minute' }) : local.toString();
}

export function toFreeSlotDto({ start, end }: Stretch, time_zone: string): FreeSlotDto {
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    local_starts_at: toLocalTime(start, time_zone),
    local_ends_at: toLocalTime(end, time_zone),
  };
}
