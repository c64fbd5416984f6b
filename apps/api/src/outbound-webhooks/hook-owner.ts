import type { Caller } from '../platform/access/caller';
import type { HookOwner } from './hooks.repository';

/** The owner filter of a caller: a key sees the webhooks that it made, an admin sees all. */
export function ownerOf(caller: Pick<Caller, 'kind' | 'id'>): HookOwner {
  return caller.kind === 'key' ? { key_id: caller.id } : 'admins';
}
