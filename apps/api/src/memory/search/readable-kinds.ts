import { SEARCH_KINDS, type SearchKind } from '@groupless/shared-dto';
import { satisfies } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { READS_STATE } from '../readers/reader';

export const WITHOUT_STATE: readonly SearchKind[] = SEARCH_KINDS.filter((kind) => kind !== 'state');

/** The kinds of rows that a caller may read: state is for operators, admins and keys of scope `memory`. */
export function readableKinds(caller: Caller): readonly SearchKind[] {
  return satisfies(caller, READS_STATE) ? SEARCH_KINDS : WITHOUT_STATE;
}
