import type { SlotDto } from './appointments';

/** Time that a resource, or every one, cannot be booked: by an operator, not by an appointment. */
export interface BlockDto extends SlotDto {
  id: string;
  /** Null: all resources. */
  resource: string | null;
  reason: string;
  /** Of the blocks that were made together by one rule; null: it stands alone. */
  series_id: string | null;
  created_at: string;
  updated_at: string;
}

export interface CreateBlockDto extends SlotDto {
  resource?: string | null;
  reason?: string;
  /** A recurrence rule of RFC 5545, such as `FREQ=WEEKLY;COUNT=10`. */
  rrule?: string;
}

/** What is left out stays as it is. With a new start alone, the block keeps its length. */
export interface PatchBlockDto {
  resource?: string | null;
  starts_at?: string;
  ends_at?: string;
  reason?: string;
}

/** Which of a series a change is about: the one alone, that one and those after it, or all. */
export const SERIES_SCOPES = ['this', 'following', 'all'] as const;
export type SeriesScope = (typeof SERIES_SCOPES)[number];

/** A coming appointment within the time of a block. */
export interface MetAppointmentDto extends SlotDto {
  id: string;
  resource: string;
  client: { id: string; name: string };
}

export interface SavedBlockDto extends BlockDto {
  /** How many blocks were made or changed. */
  count: number;
  /** The coming appointments within their time, the first ones. */
  affected: MetAppointmentDto[];
}

export interface BlockListQueryDto {
  from?: string;
  to?: string;
  resource?: string;
  limit?: number;
  cursor?: string;
}

/** A stretch of time in which a resource, or every one, is busy without an appointment. */
export interface BusyTimeDto extends SlotDto {
  /** Null: all resources. */
  resource: string | null;
  /** The reason of a block, or the title of an event of a calendar that shows titles. */
  title: string | null;
  calendar_id: string | null;
  block_id: string | null;
}

export interface BusyTimesQueryDto {
  from: string;
  to: string;
  resource?: string;
}

/** A calendar outside, whose events are busy times. Its address is never told. */
export interface BusyCalendarDto {
  id: string;
  /** Null: all resources. */
  resource: string | null;
  name: string;
  /** Whether the team sees the titles of its events. */
  show_titles: boolean;
  last_read_at: string | null;
  /** Why it was not read last, or what of it was not. One that is suddenly empty counts as not read for a day. */
  last_error: string | null;
  /** How many busy times are known of it. */
  events: number;
  created_at: string;
}

export interface CreateBusyCalendarDto {
  resource?: string | null;
  name: string;
  url: string;
  show_titles?: boolean;
}

export type PatchBusyCalendarDto = Partial<CreateBusyCalendarDto>;
