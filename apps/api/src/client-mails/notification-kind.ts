import type { MailKind } from '@groupless/shared-dto';
import type { NotifiedChange } from './client-mails.repository';

/**
 * Which mail a client gets about the changes of one appointment since the last run (the oldest first): at most one, about its
 * present state. Null: none.
 */
export function notificationKind(changes: readonly NotifiedChange[]): MailKind | null {
  const kinds = changes.map(kindOf);
  if (changes.at(-1)?.status === 'cancelled') return kinds.includes('cancelled') ? 'cancelled' : null;
  if (kinds.includes('booked')) return 'booked';
  return kinds.findLast((kind) => kind !== null && kind !== 'cancelled') ?? null;
}

function kindOf({ change_version, from_status, to_status, has_moved }: NotifiedChange): MailKind | null {
  if (change_version === 1) return 'booked';
  if (to_status === 'cancelled') return from_status === 'cancelled' ? null : 'cancelled';
  if (has_moved) return 'moved';
  return from_status === 'pending' && to_status === 'confirmed' ? 'confirmed' : null;
}
