import { mayActAs, seesMemory, type EventType, type Role } from '@groupless/shared-dto';
import type { Caller } from '../shared/access/caller';

/** The lowest role that receives an event. A caller who may not read an object is not told that it changed. */
const SEEN_FROM: Record<EventType, Role> = {
  'client.created': 'viewer',
  'client.updated': 'viewer',
  'client.deleted': 'viewer',
  'clients.imported': 'viewer',
  'appointment.created': 'viewer',
  'appointment.updated': 'viewer',
  'appointment.deleted': 'viewer',
  'conversation.updated': 'viewer',
  'conversation.replied': 'viewer',
  'account.created': 'admin',
  'account.updated': 'admin',
  // The dashboard shows which account is active.
  'account.activated': 'viewer',
  'account.deleted': 'admin',
  'project.updated': 'viewer',
  'person.updated': 'viewer',
  'state.updated': 'operator',
  'task.updated': 'viewer',
  'session.created': 'viewer',
  'session.updated': 'viewer',
  'user.updated': 'admin',
  'workflow.updated': 'admin',
  'settings.updated': 'viewer',
  resync: 'viewer',
};

/** Of the memory and of the assistants' accounts. */
const NOT_OF_DESK = /^(?:project|person|state|task|session|account)\./;

interface Hearer {
  caller: Caller;
  role: Role;
}

export function mayHear(
  { caller, role }: Hearer,
  { type, row_id }: { type: EventType; row_id: string | null },
): boolean {
  // Users hear of their own row: an admin may have changed their role.
  const isOwn = type === 'user.updated' && caller.kind === 'user' && caller.id === row_id;
  return isOwn || (mayActAs(role, SEEN_FROM[type]) && (seesMemory(role) || !NOT_OF_DESK.test(type)));
}
