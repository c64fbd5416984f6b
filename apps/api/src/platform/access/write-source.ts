import type { SessionPlaceDto, WriteWay } from '@groupless/shared-dto';
import type { Caller, KnownActor } from './caller';

/** Who writes a row of the memory, and through what. Stored with the row and its versions. */
export interface WriteSource {
  /** The current name of the user or key. Null: unknown. */
  by: string | null;
  /** Its id. Null: unknown. */
  id: string | null;
  /** The user for whom it is written. Null: the whole team. */
  owner: string | null;
  through: WriteWay;
  /** What the sender's clock said when it was sent, in milliseconds. Missing: it is not known. */
  sent_ms?: number;
  /** When it was said, in RFC 3339. Null or missing: now. */
  said_at?: string | null;
  /** Where it was said. Null or missing: it is not known. */
  place?: SessionPlaceDto | null;
}

/** The source of a request to `/api`: a user in the panel, or a key. */
export function sourceOf({ caller }: KnownActor): WriteSource {
  return writeSource(caller, caller.kind === 'user' ? 'panel' : 'api');
}

export function writeSource(caller: Caller | null, through: WriteWay): WriteSource {
  return {
    by: caller?.name ?? null,
    id: caller?.id ?? null,
    owner: caller === null ? null : ownerOf(caller),
    through,
  };
}

/** The user for whom somebody calls. Null: the whole team, with a key of the settings. */
export function ownerOf(caller: Caller): string | null {
  return caller.kind === 'user' ? caller.id : (caller.owner_id ?? null);
}

/** To whom a place on a machine belongs: to a user, whatever the key, or else to a key of the settings. */
export function placeOwnerOf({ owner, id }: Pick<WriteSource, 'owner' | 'id'>): string | null {
  return owner ?? id;
}

/** The columns of a write source. */
export function sourceColumns({ by, id, through }: WriteSource): {
  written_by: string | null;
  written_through: WriteWay;
  writer_id: string | null;
} {
  return { written_by: by, written_through: through, writer_id: id };
}
