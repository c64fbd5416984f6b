import type { Instant } from '../kinds';

/** A stretch of time that an appointment can take. */
export interface SlotDto {
  starts_at: Instant;
  ends_at: Instant;
}

/**
 * A stretch of time that is free, in UTC and as the clocks of the business show it.
 * @schema FreeSlot
 */
export interface FreeSlotDto extends SlotDto {
  /**
   * As the clocks of the business show it, in the time zone of the settings. Of appointments: only in answers
   * to the chat agent.
   * @example 2026-11-20T10:30
   */
  local_starts_at: string;
  /**
   * As the clocks of the business show it, in the time zone of the settings. Of appointments: only in answers
   * to the chat agent.
   * @example 2026-11-20T10:30
   */
  local_ends_at: string;
  /**
   * Who or what is free then.
   * @example main
   */
  resource: string;
  /**
   * In the time zone of the visitor, where one was asked for.
   * @example 2027-03-01T04:00
   */
  visitor_starts_at?: string;
  /**
   * In the time zone of the visitor, where one was asked for.
   * @example 2027-03-01T04:00
   */
  visitor_ends_at?: string;
}

export interface AvailabilityQueryDto {
  /** `2026-11-20`, in the time zone of the settings. */
  date: string;
  /** How many days from then on; one by default. */
  days?: number;
  /** Default: as long as the service, else as a slot of the settings. */
  duration_minutes?: number;
  /** The name of a service of the settings. */
  service?: string;
  /** Several by comma, in place of `service`. */
  service_ids?: string;
  /** As of a booking. */
  resource?: string;
  /** In place of `resource`. */
  resource_id?: string;
  /** The id of an appointment that is to be moved: its own time counts as free. */
  except?: string;
  /** That of a visitor, in which the times are told too. */
  time_zone?: string;
  /** `true`: the resource may be one that the settings do not have. Not for the chat agent. */
  new_resource?: 'true' | 'false';
}

export interface AvailabilityDto {
  /**
   * The first day.
   * @format date
   */
  date: string;
  /**
   * In which the date is meant.
   * @example Europe/Vienna
   */
  time_zone: string;
  /**
   * That of the visitor, where one was asked for.
   * @example America/New_York
   */
  visitor_time_zone?: string;
  /**
   * Of whom free times were asked: a resource, or `any`.
   * @example main
   */
  resource: string;
  /** Why it is closed on all these days; null where it is open, though perhaps full. */
  closed: string | null;
  /** By time, of all the days. They may overlap each other. */
  slots: FreeSlotDto[];
}
