import type { Instant, Uuid } from '../kinds';
import type { BookedClientDto } from './appointments';

export const WAITING_STATUSES = ['waiting', 'offered', 'booked', 'declined', 'expired', 'removed'] as const;
export type WaitingStatus = (typeof WAITING_STATUSES)[number];

/**
 * Times of day in the business's time zone.
 * @schema WaitingHours
 */
export interface WaitingHoursDto {
  /** @example 16:00 */
  from: string;
  /** @example 20:00 */
  to: string;
}

/**
 * A time that is held for who waited.
 * @schema WaitingOffer
 */
export interface WaitingOfferDto {
  starts_at: Instant;
  ends_at: Instant;
  /** With whom, as it is called now. */
  resource: string | null;
  resource_id: Uuid;
  /** Until when it was held. */
  until: Instant;
  /** When the client was told; null: not yet. */
  told_at: Instant | null;
  /** The appointment, if the time was taken. */
  appointment_id: Uuid | null;
}

/**
 * A client who waits for a time.
 * @schema WaitingEntry
 */
export interface WaitingEntryDto {
  id: Uuid;
  client_id: Uuid;
  client: { id: Uuid; name: string };
  /** For whom it is, where that is not the client. */
  attendee_name: string | null;
  /** The name of the first service. */
  service: string | null;
  services: string[];
  service_ids: Uuid[];
  /** With whom, as it is called now; `any`: with whoever is free. */
  resource: string;
  /** Null: with whoever is free. */
  resource_id: Uuid | null;
  /**
   * The first day that suits, in the time zone of the business.
   * @format date
   */
  from: string;
  /** @format date */
  to: string;
  /** Null: at any hour. */
  hours: WaitingHoursDto | null;
  notes: string;
  chat_id: string | null;
  status: WaitingStatus;
  /** What was offered last; null: nothing. */
  offer: WaitingOfferDto | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface CreateWaitingEntryDto {
  client_id?: string;
  client?: BookedClientDto;
  service?: string;
  services?: string[];
  service_ids?: string[];
  resource?: string;
  resource_id?: string;
  from: string;
  to: string;
  hours?: WaitingHoursDto | null;
  notes?: string;
  chat_id?: string;
}

export interface BookForWaitingDto {
  starts_at: string;
  resource_id: string;
}

export interface WaitingListQueryDto {
  status?: string;
  client_id?: string;
  resource_id?: string;
  limit?: number;
  cursor?: string;
}

/** @schema FittingEntry */
export interface FittingEntryDto {
  entry: WaitingEntryDto;
  /** The first time within it that suits. */
  starts_at: Instant;
  ends_at: Instant;
  /** With whom. */
  resource: string;
  resource_id: Uuid;
}

/**
 * A time that got free, with who waits for it.
 * @schema FreedTime
 */
export interface FreedTimeDto {
  resource: string | null;
  resource_id: Uuid;
  starts_at: Instant;
  ends_at: Instant;
  /** In the order of entry. */
  fitting: FittingEntryDto[];
}
