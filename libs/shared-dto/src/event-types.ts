import type { Role } from './access/users';

interface Told {
  /** The lowest role that is told: nobody hears of an object that they may not read. */
  seen_from: Role;
  /** What it says to an outbound webhook; null: it is for open panels alone. */
  says: string | null;
}

/**
 * All that live events and outbound webhooks tell. `id` names the row; who reads an event fetches what it may see of it.
 * `resync` says that events may have been missed: whatever is shown has to be read again.
 */
export const EVENTS = {
  'client.created': { seen_from: 'viewer', says: 'A client was added' },
  'client.updated': { seen_from: 'viewer', says: 'A client was changed' },
  'client.deleted': { seen_from: 'viewer', says: 'A client was removed' },
  'clients.imported': { seen_from: 'viewer', says: 'Clients were imported from a file' },
  'appointments.imported': { seen_from: 'viewer', says: 'Appointments were imported from a file' },
  'appointment.created': { seen_from: 'viewer', says: 'An appointment was made' },
  'appointment.updated': { seen_from: 'viewer', says: 'An appointment was changed' },
  'appointment.deleted': { seen_from: 'viewer', says: 'An appointment was removed' },
  'block.updated': { seen_from: 'viewer', says: 'A block of time was made, changed or removed' },
  'waiting.updated': { seen_from: 'viewer', says: null },
  'conversation.updated': { seen_from: 'viewer', says: 'A conversation began or went on' },
  'conversation.replied': { seen_from: 'viewer', says: 'Somebody of the team replied in a conversation' },
  'conversation.waiting': {
    seen_from: 'viewer',
    says: 'A client has waited for a person for as long as a limit of the settings says',
  },
  'conversation.mentioned': { seen_from: 'desk', says: null },
  'account.created': { seen_from: 'admin', says: 'An assistant account was added' },
  'account.updated': { seen_from: 'admin', says: 'An assistant account was changed' },
  // The dashboard shows which account is active.
  'account.activated': { seen_from: 'viewer', says: 'Another assistant account became the active one' },
  'account.deleted': { seen_from: 'admin', says: 'An assistant account was removed' },
  'project.updated': { seen_from: 'viewer', says: 'A project of the memory was changed' },
  'person.updated': { seen_from: 'viewer', says: 'A person of the memory was changed' },
  'state.updated': { seen_from: 'operator', says: 'An entry of the state was changed' },
  'task.updated': { seen_from: 'viewer', says: 'A task of the memory was changed' },
  'session.created': { seen_from: 'viewer', says: 'A session of a coding assistant was summed up' },
  'session.updated': { seen_from: 'viewer', says: 'A summary of a session was changed or removed' },
  'decision.updated': {
    seen_from: 'viewer',
    says: 'A decision of the memory was made, changed or withdrawn',
  },
  'user.updated': { seen_from: 'admin', says: 'A user of the panel was changed' },
  'workflow.updated': { seen_from: 'admin', says: 'A webhook of the memory was changed' },
  'settings.updated': { seen_from: 'viewer', says: 'The settings of the chat agent were changed' },
  'resource.updated': { seen_from: 'viewer', says: 'A resource was made, changed, archived or removed' },
  'service.updated': { seen_from: 'viewer', says: 'A service was made, changed, archived or removed' },
  resync: { seen_from: 'viewer', says: null },
} as const satisfies Record<string, Told>;
export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** An event that a change causes by itself, of which programs outside are told. */
export type ChangeEvent = {
  [Type in EventType]: (typeof EVENTS)[Type]['says'] extends null ? never : Type;
}[EventType];
export const CHANGE_EVENTS: readonly ChangeEvent[] = EVENT_TYPES.filter(
  (type): type is ChangeEvent => EVENTS[type].says !== null,
);

/** What outbound webhooks are told beside a change: what happened to an appointment; before it, why a client is gone. */
export const DERIVED_EVENTS = {
  'appointment.booked': { of: 'appointment.created', says: 'An appointment was booked' },
  'appointment.confirmed': {
    of: 'appointment.updated',
    says: 'An appointment was confirmed, or takes place after all',
  },
  'appointment.moved': { of: 'appointment.updated', says: 'An appointment has another time or resource' },
  'appointment.cancelled': { of: 'appointment.updated', says: 'An appointment was cancelled' },
  'appointment.completed': { of: 'appointment.updated', says: 'An appointment took place' },
  'appointment.no_show': { of: 'appointment.updated', says: 'Nobody came to an appointment' },
  'client.merged': { of: 'client.deleted', says: 'A client was merged into another one' },
  'client.erased': {
    of: 'client.deleted',
    says: 'A client was erased, with all that was kept of the person',
  },
} as const satisfies Record<string, { of: ChangeEvent; says: string }>;
export type DerivedEvent = keyof typeof DERIVED_EVENTS;

/** What an outbound webhook can be told of. */
export type HookEvent = ChangeEvent | DerivedEvent;
export const HOOK_EVENTS: readonly HookEvent[] = [
  ...CHANGE_EVENTS,
  ...(Object.keys(DERIVED_EVENTS) as DerivedEvent[]),
];

/** What one asks for: events by their names, or all there are and will be. */
export type HookSubscription = HookEvent | '*';
export const HOOK_SUBSCRIPTIONS: readonly HookSubscription[] = ['*', ...HOOK_EVENTS];
