/**
 * What live events tell. `id` names the row; who reads an event fetches what it may see of it. `resync` says that
 * events may have been missed: whatever is shown has to be read again.
 */
export const EVENT_TYPES = [
  'client.created',
  'client.updated',
  'client.deleted',
  'clients.imported',
  'appointments.imported',
  'appointment.created',
  'appointment.updated',
  'appointment.deleted',
  'block.updated',
  'waiting.updated',
  'conversation.updated',
  'conversation.replied',
  'conversation.waiting',
  'conversation.mentioned',
  'account.created',
  'account.updated',
  'account.activated',
  'account.deleted',
  'project.updated',
  'person.updated',
  'state.updated',
  'task.updated',
  'session.created',
  'session.updated',
  'decision.updated',
  'user.updated',
  'workflow.updated',
  'settings.updated',
  'resource.updated',
  'service.updated',
  'resync',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface EventDto {
  type: EventType;
  /** Null where the event is not about one row. */
  id: string | null;
  at: string;
}
