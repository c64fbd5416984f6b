import type { Versioned } from './api';
import { isProblem, type Problem } from './problem';

interface Change<Row> {
  /** Stores the change of a version. */
  send: (base: Versioned<Row>) => Promise<Versioned<Row>>;
  read: () => Promise<Versioned<Row>>;
  /** Whether what is changed here is still as it was when the change began. */
  isFree: (theirs: Row) => boolean;
}

/** Stored, or in the way: somebody else has stored the same part. */
type Outcome<Row> =
  | { stored: Versioned<Row>; theirs?: undefined }
  | { theirs: Versioned<Row>; stored?: undefined; problem: Problem };

/**
 * Stores a change of what it began with. Where somebody else has stored another part meanwhile, the change is sent again, of
 * that version; where it is the same part, nothing is overwritten: that is a decision.
 */
export async function sendOver<Row>(
  begun: Versioned<Row>,
  { send, read, isFree }: Change<Row>,
): Promise<Outcome<Row>> {
  for (let base = begun; ;) {
    try {
      return { stored: await send(base) };
    } catch (error) {
      if (!isProblem(error, 'version_mismatch')) throw error;
      const theirs = await read();
      // What was read is older than what refused it.
      if (theirs.etag === base.etag) throw error;
      if (!isFree(theirs.row)) return { theirs, problem: error };
      base = theirs;
    }
  }
}
