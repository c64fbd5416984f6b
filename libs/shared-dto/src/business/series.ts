import type { AppointmentDto, CreateAppointmentDto, PatchAppointmentDto } from './appointments';
import type { Instant, Uuid } from '../kinds';

/** What becomes of the whole series where one of it is in conflict: nothing is made, or that one is left out. */
export const ON_CONFLICT = ['fail', 'skip'] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

/** A booking that is repeated by a rule; the first one is at its own time. */
export interface CreateSeriesDto extends Omit<CreateAppointmentDto, 'external_id'> {
  /** A recurrence rule of RFC 5545, such as `FREQ=WEEKLY;COUNT=10`. */
  rrule: string;
  /** `fail` unless said. */
  on_conflict?: OnConflict;
  /** Times of the rule at which it is not. */
  exceptions?: SeriesExceptionDto[];
}

/** One time of a series that is left out, or is at another time. */
export interface SeriesExceptionDto {
  /** By the rule. */
  starts_at: string;
  /** Null: left out. */
  moved_to: string | null;
}

/** A change of those of a series; another start moves all by as many days, to the same time of day. */
export interface PatchSeriesDto extends Omit<PatchAppointmentDto, 'client_id' | 'attendee_name'> {
  on_conflict?: OnConflict;
}

/** Why one of a series cannot be at its time. */
export const SERIES_CONFLICT_CODES = ['slot_taken', 'busy', 'outside_hours'] as const;
export type SeriesConflictCode = (typeof SERIES_CONFLICT_CODES)[number];

/** @schema SeriesConflict */
export interface SeriesConflictDto {
  /** By the rule, or where it was moved to. */
  starts_at: Instant;
  /** Another appointment, a block or a calendar, or a closure. */
  code: SeriesConflictCode;
}

export interface SeriesDto {
  series_id: Uuid;
  created: AppointmentDto[];
  /** Those that were left out. */
  conflicts: SeriesConflictDto[];
}

/** @schema ReadSeries */
export interface ReadSeriesDto {
  series_id: Uuid;
  /** As the series was made; null: in an earlier version, which did not keep it. */
  rule: SeriesRuleDto | null;
  /** All of them, by time, also cancelled ones. Where each is now says itself. */
  appointments: AppointmentDto[];
}

/** @schema SeriesRule */
export interface SeriesRuleDto {
  /** @example FREQ=WEEKLY;COUNT=10 */
  rrule: string;
  /** The first time of the rule. */
  starts_at: Instant;
  exceptions: SeriesExceptionDto[];
}

export interface ChangedSeriesDto {
  series_id: Uuid;
  changed: AppointmentDto[];
  /** Those that stayed as they were. */
  conflicts: SeriesConflictDto[];
}
