import type { WriteWay } from '@groupless/shared-dto';
import type { KnownActor } from './caller';

/** Who writes a row of the memory, and by which way. Stored with the row and with its versions. */
export interface WriteSource {
  /** The user's or the key's name, as it is now. Null: unknown. */
  by: string | null;
  through: WriteWay;
}

/** A change that a request to `/api` makes: by a user in the panel, or by a key. */
export function sourceOf({ caller }: KnownActor): WriteSource {
  return { by: caller.name, through: caller.kind === 'user' ? 'panel' : 'api' };
}

/** The columns that keep it. */
export function written({ by, through }: WriteSource): {
  written_by: string | null;
  written_through: WriteWay;
} {
  return { written_by: by, written_through: through };
}
