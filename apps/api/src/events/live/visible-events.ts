import { mayActAs, seesMemory, type EventType, type Role } from '@groupless/shared-dto';
import { EVENTS } from '@groupless/shared-dto/event-types';
import type { Caller } from '../../platform/access/caller';

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
  return (
    isOwn || (mayActAs(role, EVENTS[type].seen_from) && (seesMemory(role) || !HIDDEN_FROM_DESK.test(type)))
  );
}
