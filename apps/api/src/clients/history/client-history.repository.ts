import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto } from '@groupless/shared-dto';
import { LessThanOrEqual, Repository } from 'typeorm';
import { MOST_CLIENT_CHANGES } from '../../database/functions/panel/audit';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { countBefore } from '../../database/statements/count-before';
import { PART, removeInParts } from '../../database/statements/remove-in-parts';
import type { Transaction } from '../../database/transaction';
import { CountsRetained, Retention, type RetentionCount } from '../../shared/retention';
import { ClientChange } from './client-change.entity';

const NEWEST_FIRST: SortKey[] = [{ sql: 'change.version', kind: 'integer', descending: true }];

/** Lets this transaction remove changes: a trigger keeps them. */
const ALLOW = `select set_config('groupless.audit_retention', 'on', true)`;

const REMOVE_PART = `
  with old as (
    delete from client_changes where ctid = any(array(
      select ctid from client_changes where at < $1 order by at limit ${PART}))
    returning 1
  ) select count(*)::int as removed from old`;

@Injectable()
export class ClientHistoryRepository {
  constructor(@InjectRepository(ClientChange) private readonly changes: Repository<ClientChange>) {}

  /** @throws AppError `invalid_cursor` */
  listChanges(client_id: string, page: PageInput): Promise<PageDto<ClientChange>> {
    const query = this.changes
      .createQueryBuilder('change')
      .where('change.client_id = :client_id', { client_id });
    return readEntityPage(query, NEWEST_FIRST, page);
  }

  findChange(client_id: string, version: number): Promise<ClientChange | null> {
    return this.changes.findOneBy({ client_id, version });
  }

  /** Kept as long as the audit, which names the changed fields; the history has their values. */
  @Retention({ what: 'client_changes', days: ({ audit_retention_days: days }) => days })
  removeBefore(before: Date): Promise<number> {
    return removeInParts(() =>
      this.changes.manager.transaction(async (transaction) => {
        await transaction.query(ALLOW);
        const [{ removed }] = await transaction.query<[{ removed: number }]>(REMOVE_PART, [before]);
        return removed;
      }),
    );
  }

  @CountsRetained('client_changes')
  countBefore(before: Date, most: number): Promise<RetentionCount> {
    return countBefore(this.changes, 'at', before, most);
  }
}

/** Stores the values that a change replaces, in the transaction of the change. */
export async function keepChange(transaction: Transaction, change: ClientChange | null): Promise<void> {
  if (change === null) return;
  await transaction.insert(ClientChange, change);
  const { client_id, version } = change;
  if (version > MOST_CLIENT_CHANGES)
    await transaction.delete(ClientChange, {
      client_id,
      version: LessThanOrEqual(version - MOST_CLIENT_CHANGES),
    });
}
