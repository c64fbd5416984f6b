import type { SlotDto } from './availability';
import type { Fraction, Instant, Uuid } from '../kinds';

/** Time that a resource, or every one, cannot be booked: by an operator, not by an appointment. */
export interface BlockDto extends SlotDto {
  id: Uuid;
  /**
   * Null: all resources.
   * @example main
   */
  resource: string | null;
  resource_id: Uuid | null;
  /**
   * Empty where there is none.
   * @example Delivery
   */
  reason: string;
  /** The same for all blocks that one rule made; null: it stands alone. */
  series_id: Uuid | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface CreateBlockDto extends SlotDto {
  resource?: string | null;
  resource_id?: string | null;
  reason?: string;
  /** A recurrence rule of RFC 5545, such as `FREQ=WEEKLY;COUNT=10`. */
  rrule?: string;
}

/** What is left out stays as it is. With a new start alone, the block keeps its length. */
export interface PatchBlockDto {
  resource?: string | null;
  resource_id?: string | null;
  starts_at?: string;
  ends_at?: string;
  reason?: string;
}

/** Which of a series a change is about: the one alone, that one and those after it, or all. */
export const SERIES_SCOPES = ['this', 'following', 'all'] as const;
export type SeriesScope = (typeof SERIES_SCOPES)[number];

/**
 * A coming appointment within the time of a block.
 * @schema MetClient
 */
export interface MetClientDto {
  id: Uuid;
  /** @example Jana Nováková */
  name: string;
}

/** @schema MetAppointment */
export interface MetAppointmentDto extends SlotDto {
  id: Uuid;
  /** @example main */
  resource: string;
  resource_id: Uuid;
  /** Null: the client was erased. */
  client: MetClientDto | null;
}

export interface SavedBlockDto extends BlockDto {
  /**
   * How many blocks were made or changed.
   * @example 1
   */
  count: Fraction;
  /** Coming appointments within their time: the first 20. They stay as they are. */
  affected: MetAppointmentDto[];
}

export interface BlockListQueryDto {
  from?: string;
  to?: string;
  resource?: string;
  /** In place of `resource`, also of who has left. */
  resource_id?: string;
  limit?: number;
  cursor?: string;
}

/** A stretch of time in which a resource, or every one, is busy without an appointment. */
export interface BusyTimeDto extends SlotDto {
  /**
   * Null: all resources.
   * @example main
   */
  resource: string | null;
  resource_id: Uuid | null;
  /**
   * The reason of a block, or the title of an event of a calendar that shows titles.
   * @example Delivery
   */
  title: string | null;
  /** The calendar that it is an event of. */
  calendar_id: Uuid | null;
  /** The block that it is. */
  block_id: Uuid | null;
}

export interface BusyTimesQueryDto {
  from: string;
  to: string;
  resource?: string;
  /** In place of `resource`, also of who has left. */
  resource_id?: string;
}

/** A calendar outside, whose events are busy times. Its address is never told. */
export interface BusyCalendarDto {
  id: Uuid;
  /**
   * Null: all resources.
   * @example main
   */
  resource: string | null;
  resource_id: Uuid | null;
  /** @example Anna, private */
  name: string;
  /** Whether the team sees the titles of its events. */
  show_titles: boolean;
  /**
   * When it was last read, or found unchanged.
   * @example 2026-11-20T09:30:00.000Z
   */
  last_read_at: Instant | null;
  /** Why it was not read last, or what of it was not. One that is suddenly empty counts as not read for a day. */
  last_error: string | null;
  /**
   * Busy times that are known of it.
   * @example 12
   */
  events: Fraction;
  created_at: Instant;
}

export interface CreateBusyCalendarDto {
  resource?: string | null;
  resource_id?: string | null;
  name: string;
  url: string;
  show_titles?: boolean;
}

export type PatchBusyCalendarDto = Partial<CreateBusyCalendarDto>;
