import {
  LIMITS,
  type CreateSeriesDto,
  type FieldErrorCode,
  type SeriesConflictDto,
} from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';
import { openingHours } from '../../shared/opening-hours/open-hours';
import { startsOf } from '../../shared/recurrence/occurrences';
import { readRule } from '../../shared/recurrence/recurrence-rule';
import type { PreparedBooking } from '../bookings/bookings.service';

const DAY_MS = 86_400_000;

type Asked = Pick<CreateSeriesDto, 'rrule' | 'exceptions'>;

/**
 * The starts of a series, by time.
 * @throws AppError `invalid_request`
 */
export function startsOfSeries({ rrule, exceptions = [] }: Asked, first: PreparedBooking): number[] {
  const byRule = startsOf(readRule(rrule), first.starts_at.getTime(), first.settings.time_zone);
  if (byRule.length === 1) throw refusal('rrule', 'gives one time alone: book it as an appointment');
  const starts = new Map<number, number | null>(byRule.map((start) => [start, start]));
  for (const [index, { starts_at, moved_to }] of exceptions.entries()) {
    const start = Date.parse(starts_at);
    // Each start once: its value is the start itself unless an exception moves it.
    if (starts.get(start) !== start)
      throw refusal(`exceptions.${index}.starts_at`, 'must be another time of rrule');
    const moved = moved_to === null ? null : Date.parse(moved_to);
    if (moved !== null && Math.abs(moved - first.starts_at.getTime()) > LIMITS.block_days * DAY_MS)
      throw refusal(
        `exceptions.${index}.moved_to`,
        `must be within ${LIMITS.block_days} days of starts_at`,
        'out_of_range',
      );
    starts.set(start, moved);
  }
  const kept = [...starts.values()].filter((start) => start !== null);
  if (kept.length === 0) throw refusal('exceptions', 'leave nothing of the series');
  return kept.sort((a, b) => a - b);
}

/** The starts whose appointment would overlap a closure. */
export function closedStarts(
  { settings, resource, starts_at, ends_at }: PreparedBooking,
  starts: readonly number[],
): number[] {
  const { closed } = openingHours(settings, resource);
  const length = ends_at.getTime() - starts_at.getTime();
  return starts.filter((start) => closed.some((one) => one.start < start + length && one.end > start));
}

export function closedConflict(start: number): SeriesConflictDto {
  return { starts_at: new Date(start).toISOString(), code: 'outside_hours' };
}

function refusal(field: string, message: string, code: FieldErrorCode = 'incorrect') {
  return invalidRequest([{ field, code, message: `${field} ${message}.` }]);
}
