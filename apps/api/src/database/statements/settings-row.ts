import type { FindOptionsWhere, Repository } from 'typeorm';
import { AppError } from '../../platform/errors/app-error';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import type { Transaction } from '../transaction';

/** A table of settings has one row, whose id is `true`. */
export const THE_ROW = { id: true };

interface SettingsRow {
  id: boolean;
  version: number;
}

/**
 * Replaces the one row of a table of settings, which has one writer at a time.
 * @param change the new columns, from the stored ones; what belongs to them is stored in the transaction
 * @throws AppError `version_mismatch` if the row has none of the expected versions
 */
export function replaceSettings<Row extends SettingsRow>(
  settings: Repository<Row>,
  versions: ExpectedVersions,
  change: (stored: Row, transaction: Transaction) => Promise<Partial<Row>>,
): Promise<Row> {
  const where = THE_ROW as FindOptionsWhere<Row>;
  return settings.manager.transaction(async (transaction) => {
    const rows = transaction.withRepository(settings);
    const stored = await rows.findOneOrFail({ where, lock: { mode: 'pessimistic_write' } });
    if (versions !== null && !versions.includes(stored.version))
      throw new AppError('version_mismatch', 'The settings were changed meanwhile. Read them again.');
    const columns = { ...(await change(stored, transaction)), version: stored.version + 1 };
    await rows.update(where, columns as Parameters<typeof rows.update>[1]);
    return rows.findOneByOrFail(where);
  });
}
