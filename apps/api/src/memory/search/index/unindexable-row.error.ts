import type { ChangedRow } from '../../fence/quarantine/judge-rows.statements';

/** One row by itself could not be indexed. */
export class UnindexableRowError extends Error {
  override readonly name = 'UnindexableRowError';
  constructor(
    readonly row: Readonly<ChangedRow>,
    override readonly cause: unknown,
  ) {
    super(`The row ${row.kind} ${row.id} could not be indexed.`);
  }
}
