import type { KnownActor } from '../platform/access/caller';
import { AppError } from '../platform/errors/app-error';
import type { PresentConversation } from './conversations.repository';

type Held = Pick<PresentConversation, 'status' | 'assignee' | 'assigned_at' | 'taken_over_at' | 'updated_at'>;

/**
 * Refuses a change in a colleague's conversation, so that two people do not answer one customer unknowingly.
 * @param force whether the caller knows and takes it anyway
 * @throws AppError `taken_by`
 */
export function refuseHeldByColleague(held: Held, { caller }: KnownActor, force: boolean): void {
  const { status, assignee } = held;
  if (force || status !== 'human' || assignee === null) return;
  if (caller.kind === 'user' && caller.id === assignee.id) return;
  const since = (held.assigned_at ?? held.taken_over_at ?? held.updated_at).toISOString();
  const detail = `${assignee.name} has this conversation since ${since}. To take it all the same, send "force": true.`;
  throw new AppError('taken_by', detail, { members: { id: assignee.id, name: assignee.name, since } });
}

/** The user who holds a conversation that the caller takes; null for a key of an integrator. */
export function heldBy(actor: KnownActor, at: Date) {
  const assigned_to = userOf(actor);
  return assigned_to === null ? {} : { assigned_to, assigned_at: at };
}

export function userOf({ caller }: KnownActor): string | null {
  return caller.kind === 'user' ? caller.id : null;
}
