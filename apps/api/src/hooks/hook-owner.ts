import type { Caller } from '../shared/access/caller';
import type { HookOwner } from './hooks.repository';

/** Whose webhooks a caller deals with: a key with those that it made, an admin with all. */
export function ownerOf(caller: Pick<Caller, 'kind' | 'id'>): HookOwner {
  return caller.kind === 'key' ? { key_id: caller.id } : 'admins';
}
