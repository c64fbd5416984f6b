import type { StateDto } from '@groupless/shared-dto';
import type { StateScope } from '../memory-api';

/** By what an entry is addressed beside its key: nothing where it belongs to no project. */
export function scopeOf({ id, project_id }: StateDto): StateScope | undefined {
  return project_id === undefined ? undefined : { id };
}
