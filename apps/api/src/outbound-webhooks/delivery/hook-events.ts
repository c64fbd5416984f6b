import type {
  AppointmentStatus,
  ChangeEvent,
  DerivedEvent,
  HookEvent,
  HookSubscription,
} from '@groupless/shared-dto';
import { CHANGE_EVENTS, DERIVED_EVENTS } from '@groupless/shared-dto/event-types';

const OF_STATUS: Partial<Record<AppointmentStatus, HookEvent>> = {
  confirmed: 'appointment.confirmed',
  cancelled: 'appointment.cancelled',
  completed: 'appointment.completed',
  no_show: 'appointment.no_show',
};

/** The fields that an update changed. */
export interface Replaced {
  /** The values before. */
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** The changes that must be recorded for these subscriptions. */
export function changeEventsOf(subscriptions: readonly HookSubscription[]): ChangeEvent[] {
  if (subscriptions.includes('*')) return [...CHANGE_EVENTS];
  const events = subscriptions.filter((one) => one !== '*');
  return [...new Set(events.map((event) => (isDerived(event) ? DERIVED_EVENTS[event].of : event)))];
}

function isDerived(event: HookEvent): event is DerivedEvent {
  return event in DERIVED_EVENTS;
}

export function isSubscribed(event: HookEvent, subscriptions: readonly HookSubscription[]): boolean {
  return subscriptions.includes(event) || subscriptions.includes('*');
}

/**
 * The events of a change, its own event first.
 * @param cause why a client is gone; null: it was deleted
 */
export function eventsOf(
  change: ChangeEvent,
  replaced: Replaced | null,
  cause: Extract<DerivedEvent, `client.${string}`> | null = null,
): HookEvent[] {
  // Who follows the cause as well has nothing left to delete.
  if (cause !== null) return [cause, change];
  if (change === 'appointment.created') return [change, 'appointment.booked'];
  if (change !== 'appointment.updated' || replaced === null) return [change];
  const { before, after } = replaced;
  const isMoved = ['starts_at', 'ends_at', 'resource'].some((field) => field in before);
  const status = 'status' in before ? OF_STATUS[after['status'] as AppointmentStatus] : undefined;
  return [
    change,
    ...(isMoved ? ['appointment.moved' as const] : []),
    ...(status === undefined ? [] : [status]),
  ];
}
