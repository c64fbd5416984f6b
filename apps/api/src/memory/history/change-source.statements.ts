import type { EntityManager, FindOptionsWhere, ObjectLiteral, Repository } from 'typeorm';
import type { WriteSource } from '../../platform/access/write-source';

const TELL_SOURCE = `select set_config('groupless.written_by', $1, true), set_config('groupless.written_through', $2, true)`;

/** Sets the author of a transaction's changes, for the versions of rows without an author. */
export async function tellSource(transaction: EntityManager, { by, through }: WriteSource): Promise<void> {
  await transaction.query(TELL_SOURCE, [by ?? '', through]);
}

/** Deletes a row; its version has the author. */
export function deleteAs<Row extends ObjectLiteral>(
  rows: Repository<Row>,
  where: FindOptionsWhere<Row>,
  source: WriteSource,
): Promise<boolean> {
  return rows.manager.transaction(async (transaction) => {
    await tellSource(transaction, source);
    return (await transaction.withRepository(rows).delete(where)).affected === 1;
  });
}
