import type { WriteWay } from '@groupless/shared-dto';
import type { KnownActor } from './caller';

/** Who writes a row of the memory, and through what. Stored with the row and its versions. */
export interface WriteSource {
  /** The current name of the user or key. Null: unknown. */
  by: string | null;
  /** Its id. Null: unknown. */
  id: string | null;
  through: WriteWay;
}

/** The source of a request to `/api`: a user in the panel, or a key. */
export function sourceOf({ caller }: KnownActor): WriteSource {
  return { by: caller.name, id: caller.id, through: caller.kind === 'user' ? 'panel' : 'api' };
}

/** The columns of a write source. */
export function sourceColumns({ by, id, through }: WriteSource): {
  written_by: string | null;
  written_through: WriteWay;
  writer_id: string | null;
} {
  return { written_by: by, written_through: through, writer_id: id };
}
