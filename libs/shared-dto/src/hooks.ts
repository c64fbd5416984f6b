import { EVENT_TYPES, type EventType } from './events';

/** An event that a change causes by itself: each but `resync`, which is about a stream. */
export type ChangeEvent = Exclude<EventType, 'resync'>;
// Marked as pure, so that screens which use none of these lists do not load them.
export const CHANGE_EVENTS: readonly ChangeEvent[] = /* @__PURE__ */ EVENT_TYPES.filter(
  (type) => type !== 'resync',
);

/** What happened to an appointment, told beside the event that it was created or updated. */
export const APPOINTMENT_HOOK_EVENTS = [
  'appointment.booked',
  'appointment.confirmed',
  'appointment.moved',
  'appointment.cancelled',
  'appointment.completed',
  'appointment.no_show',
] as const;

/** What an outbound webhook can be told of. */
export type HookEvent = ChangeEvent | (typeof APPOINTMENT_HOOK_EVENTS)[number];
export const HOOK_EVENTS: readonly HookEvent[] = /* @__PURE__ */ (
  CHANGE_EVENTS as readonly HookEvent[]
).concat(APPOINTMENT_HOOK_EVENTS);

/** What one asks for: events by their names, or all there are and will be. */
export type HookSubscription = HookEvent | '*';
export const HOOK_SUBSCRIPTIONS: readonly HookSubscription[] = /* @__PURE__ */ (
  ['*'] as HookSubscription[]
).concat(HOOK_EVENTS);

/** An address outside that is told of events. */
export interface HookDto {
  id: string;
  url: string;
  events: HookSubscription[];
  active: boolean;
  /** The name of the API key that made it, which sees and changes no other; null: an admin did. */
  made_by_key: string | null;
  /** Until then the secret before a rotation signs too. */
  previous_secret_until: string | null;
  /** Since when every delivery has failed; null while they succeed. */
  failing_since: string | null;
  /** When it was switched off after days of failure; null once it is active again. */
  switched_off_at: string | null;
  created_at: string;
  updated_at: string;
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
  /** What is sent, of a very long one the beginning. */
  request_body: string;
  /** How the last answer begins; null if there was none. */
  response_body: string | null;
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
