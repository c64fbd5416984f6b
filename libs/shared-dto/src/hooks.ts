import type { HookEvent, HookSubscription } from './event-types';
import type { Instant, Uuid } from './kinds';

/** An address outside that is told of events. */
export interface HookDto {
  id: Uuid;
  /** @example https://hooks.example.com/groupless */
  url: string;
  /** @example ["appointment.booked"] */
  events: HookSubscription[];
  active: boolean;
  /** The name of the API key that made it, which sees no other; null: an admin did. */
  made_by_key: string | null;
  /** Until then the secret before a rotation signs too. */
  previous_secret_until: Instant | null;
  /** Since when every attempt has failed. */
  failing_since: Instant | null;
  /** When it was switched off after days of failure. */
  switched_off_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface CreateHookDto {
  url: string;
  events: HookSubscription[];
  /** True unless said. */
  active?: boolean;
}

export interface PatchHookDto {
  url?: string;
  events?: HookSubscription[];
  active?: boolean;
}

/** The secret is told this once. */
export interface CreatedHookDto extends HookDto {
  /**
   * Signs what is sent. Shown this once.
   * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
   */
  secret: string;
}

export const HOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type HookDeliveryStatus = (typeof HOOK_DELIVERY_STATUSES)[number];

/** @page HookDeliveryPage */
export interface HookDeliveryDto {
  /** The header `webhook-id` is `msg_` and this. */
  id: Uuid;
  /** @example appointment.created */
  event: HookEvent | 'test';
  object_id: string | null;
  status: HookDeliveryStatus;
  attempts: number;
  /** Of the last answer; null if none came. */
  response_status: number | null;
  /**
   * What is sent; of a longer one the first 16384 characters.
   * @example "{\"type\":\"appointment.booked\",\"timestamp\":\"2027-03-01T09:00:00.000Z\",\"data\":{}}"
   */
  request_body: string;
  /**
   * The first 2048 bytes of the last answer, as UTF-8; null if none came.
   * @example ok
   */
  response_body: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  duration_ms: number | null;
  created_at: Instant;
  last_attempt_at: Instant | null;
  /** Null once it is delivered or given up. */
  next_attempt_at: Instant | null;
}

export interface HookDeliveriesQueryDto {
  limit?: number;
  cursor?: string;
}
