import type { KnownActor } from '../../platform/access/caller';

/** Whether somebody takes along, and brings, only what is their own: admins take all. */
export function isOwn({ caller }: KnownActor): boolean {
  return caller.kind !== 'user' || caller.role !== 'admin';
}

/** The ids by which rows say that somebody wrote them; null: all rows count. */
export function writersOf(actor: KnownActor): string[] | null {
  return isOwn(actor) ? [actor.caller.id] : null;
}
