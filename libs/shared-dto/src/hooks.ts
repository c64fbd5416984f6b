import { EVENT_TYPES, type EventType } from './events';
import type { Instant, Uuid } from './kinds';

/** Of the panel alone: about its stream, about who waits for a time, and about who is named in a note. */
const PANEL_EVENTS = [
  'resync',
  'waiting.updated',
  'conversation.mentioned',
] as const satisfies readonly EventType[];
type PanelEvent = (typeof PANEL_EVENTS)[number];

/** An event that a change causes by itself, of which programs outside are told. */
export type ChangeEvent = Exclude<EventType, PanelEvent>;
// Marked as pure, so that screens which use none of these lists do not load them.
export const CHANGE_EVENTS: readonly ChangeEvent[] = /* @__PURE__ */ EVENT_TYPES.filter(
  (type): type is ChangeEvent => !(PANEL_EVENTS as readonly EventType[]).includes(type),
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

/** Told before `client.deleted`, of a client that was merged into another one, or erased. */
export const CLIENT_HOOK_EVENTS = ['client.merged', 'client.erased'] as const;

/** What an outbound webhook can be told of. */
export type HookEvent =
  ChangeEvent | (typeof APPOINTMENT_HOOK_EVENTS)[number] | (typeof CLIENT_HOOK_EVENTS)[number];
export const HOOK_EVENTS: readonly HookEvent[] = /* @__PURE__ */ (
  CHANGE_EVENTS as readonly HookEvent[]
).concat(APPOINTMENT_HOOK_EVENTS, CLIENT_HOOK_EVENTS);

/** What one asks for: events by their names, or all there are and will be. */
export type HookSubscription = HookEvent | '*';
export const HOOK_SUBSCRIPTIONS: readonly HookSubscription[] = /* @__PURE__ */ (
  ['*'] as HookSubscription[]
).concat(HOOK_EVENTS);

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
