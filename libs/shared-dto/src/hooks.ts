import { EVENT_TYPES, type EventType } from './events';

/** What an outbound webhook can be told of: all events but `resync`, which is about a stream. */
export type HookEvent = Exclude<EventType, 'resync'>;
export const HOOK_EVENTS: readonly HookEvent[] = EVENT_TYPES.filter((type) => type !== 'resync');

/** An address outside that is told of events. */
export interface HookDto {
  id: string;
  url: string;
  events: HookEvent[];
  active: boolean;
  /** Since when every delivery has failed; null while they succeed. */
  failing_since: string | null;
  /** When it was switched off after days of failure; null once it is active again. */
  switched_off_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface CreateHookDto {
  url: string;
  events: HookEvent[];
  /** True unless said. */
  active?: boolean;
}

export interface PatchHookDto {
  url?: string;
  events?: HookEvent[];
  active?: boolean;
}

/** The secret is told this once. */
export interface CreatedHookDto extends HookDto {
  secret: string;
}

export const HOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type HookDeliveryStatus = (typeof HOOK_DELIVERY_STATUSES)[number];

export interface HookDeliveryDto {
  /** The `webhook-id` header is `msg_` and this. */
  id: string;
  event: HookEvent | 'test';
  object_id: string | null;
  status: HookDeliveryStatus;
  attempts: number;
  /** What the receiver answered last; null if it did not. */
  response_status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  duration_ms: number | null;
  created_at: string;
  last_attempt_at: string | null;
  /** Null once it is delivered or given up. */
  next_attempt_at: string | null;
}

export interface HookDeliveriesQueryDto {
  limit?: number;
  cursor?: string;
}
