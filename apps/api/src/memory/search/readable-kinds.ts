import { SEARCH_KINDS, type SearchKind } from '@groupless/shared-dto';
import { demandOfRole, satisfies } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';

export const WITHOUT_STATE: readonly SearchKind[] = SEARCH_KINDS.filter((kind) => kind !== 'state');

/** The kinds of rows that a caller may read: state is for operators, admins and keys of scope `memory`. */
export function readableKinds(caller: Caller): readonly SearchKind[] {
  const { role, scopes } = demandOfRole('operator');
  return satisfies(caller, { role, scopes: [...scopes, 'memory'], is_memory: true })
    ? SEARCH_KINDS
    : WITHOUT_STATE;
}
