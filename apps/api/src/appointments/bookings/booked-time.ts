import type { FieldErrorDto } from '@groupless/shared-dto';
import { LIMITS } from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';
import { readTime } from '../../platform/validation/times/local-time';
import { instantOf, isStorable } from '../../platform/validation/times/time-fields';
import type { TimeRange } from '../../shared/opening-hours/time-range';

const MINUTE_MS = 60_000;

/** How times without offset are read; null: they are refused. */
export type LocalZone = string | null;

/** The fields of a request that set the time, unparsed. */
interface AskedTime {
  starts_at: string;
  ends_at?: string | undefined;
  duration_minutes?: number | undefined;
}

/**
 * The time of an appointment that is booked. Each field was validated by itself before.
 * @param defaultMinutes its length if the request has none
 * @throws AppError `invalid_request`
 */
export function bookedTime(
  { starts_at, ends_at, duration_minutes }: AskedTime,
  zone: LocalZone,
  defaultMinutes: number,
): TimeRange {
  refuseTwoLengths({ ends_at, duration_minutes });
  const start = readInstant('starts_at', starts_at, zone);
  const end =
    ends_at === undefined
      ? start + (duration_minutes ?? defaultMinutes) * MINUTE_MS
      : readInstant('ends_at', ends_at, zone);
  return demandValid({ start, end });
}

/**
 * The time of an appointment after a change. If only the start changes, it keeps its length.
 * @throws AppError `invalid_request`
 */
export function movedTime(
  present: TimeRange,
  { starts_at, ends_at, duration_minutes }: Partial<AskedTime>,
  zone: LocalZone,
): TimeRange {
  refuseTwoLengths({ ends_at, duration_minutes });
  const start = starts_at === undefined ? present.start : readInstant('starts_at', starts_at, zone);
  if (ends_at !== undefined) return demandValid({ start, end: readInstant('ends_at', ends_at, zone) });
  const length = duration_minutes === undefined ? present.end - present.start : duration_minutes * MINUTE_MS;
  return demandValid({ start, end: start + length });
}

function refuseTwoLengths({
  ends_at,
  duration_minutes,
}: Pick<AskedTime, 'ends_at' | 'duration_minutes'>): void {
  if (ends_at === undefined || duration_minutes === undefined) return;
  throw refusal('duration_minutes', 'not_allowed', 'Send ends_at or duration_minutes, not both.');
}

function readInstant(field: string, text: string, zone: LocalZone): number {
  if (zone !== null) return readTime(field, text, zone);
  const instant = instantOf(text);
  if (instant !== null) return instant;
  throw refusal(field, 'invalid_format', `${field} needs an offset from UTC, such as Z or +01:00.`);
}

function demandValid({ start, end }: TimeRange): TimeRange {
  if (!isStorable(start))
    throw refusal('starts_at', 'out_of_range', 'starts_at must be in the years 1 to 9999.');
  if (!isStorable(end)) throw refusal('ends_at', 'out_of_range', 'The end must be in the years 1 to 9999.');
  if (end <= start) throw refusal('ends_at', 'out_of_range', 'ends_at must be later than starts_at.');
  const { max } = LIMITS.appointment_minutes;
  if (end - start > max * MINUTE_MS) {
    throw refusal('ends_at', 'out_of_range', `An appointment lasts at most ${max} minutes.`);
  }
  return { start, end };
}

function refusal(field: string, code: FieldErrorDto['code'], message: string) {
  return invalidRequest([{ field, code, message }]);
}
