import { mayActAs, seesMemory, type EventType, type Role } from '@groupless/shared-dto';
import type { Caller } from '../../platform/access/caller';

/** The lowest role that receives an event: a caller gets no events of objects that they may not read. */
const SEEN_FROM: Record<EventType, Role> = {
  'client.created': 'viewer',
  'client.updated': 'viewer',
  'client.deleted': 'viewer',
  'clients.imported': 'viewer',
  'appointments.imported': 'viewer',
  'appointment.created': 'viewer',
  'appointment.updated': 'viewer',
  'appointment.deleted': 'viewer',
  'block.updated': 'viewer',
  'waiting.updated': 'viewer',
  'conversation.updated': 'viewer',
  'conversation.replied': 'viewer',
  'conversation.waiting': 'viewer',
  'conversation.mentioned': 'desk',
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
  'decision.updated': 'viewer',
  'user.updated': 'admin',
  'workflow.updated': 'admin',
  'settings.updated': 'viewer',
  'resource.updated': 'viewer',
  'service.updated': 'viewer',
  resync: 'viewer',
};

/** Events of the memory and of the assistant accounts. */
const HIDDEN_FROM_DESK = /^(?:project|person|state|task|session|decision|account)\./;

interface Recipient {
  caller: Caller;
  role: Role;
}

interface Sent {
  type: EventType;
  row_id: string | null;
  owner_id?: string;
}

export function mayReceive({ caller, role }: Recipient, { type, row_id, owner_id }: Sent): boolean {
  if (owner_id !== undefined && (caller.kind !== 'user' || caller.id !== owner_id)) return false;
  // Users receive events of their own row, because an admin may have changed their role.
  const isOwn = type === 'user.updated' && caller.kind === 'user' && caller.id === row_id;
  return isOwn || (mayActAs(role, SEEN_FROM[type]) && (seesMemory(role) || !HIDDEN_FROM_DESK.test(type)));
}
