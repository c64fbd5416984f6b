import { VERSION_KINDS, type VersionKind } from '@groupless/shared-dto';
import type { Caller } from '../../platform/access/caller';
import { demandOneOf } from '../../platform/access/demand';
import { READS_STATE } from '../readers/reader';
import { readableKinds } from '../search/readable-kinds';

/**
 * The kinds whose versions a caller may read.
 * @throws AppError `forbidden` where the state is asked for by somebody who may not read it
 */
export function readableVersions(caller: Caller, asked: VersionKind | undefined): VersionKind[] {
  if (asked === 'state') demandOneOf([caller], READS_STATE);
  const readable = readableKinds(caller);
  return VERSION_KINDS.filter((kind) => readable.includes(kind));
}
