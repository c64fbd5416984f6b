import { Injectable } from '@nestjs/common';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { Transaction } from '../../database/transaction';

/**
 * Waits for all who write blocks, and nobody writes one meanwhile: a block that is on its way would keep the former name of
 * its resource.
 */
const LOCK = 'lock table blocks in exclusive mode';

const RENAME = `
  update blocks set resource = $1 where resource_id = (select resource_named($1)) and resource <> $1`;

const ANY = 'select from blocks where resource_id = $1 limit 1';

const ARE_COMING = `resource_id = (select resource_named($1)) and ends_at > $2`;

const MOVE = `update blocks set resource = $3, updated_at = $2 where ${ARE_COMING} returning id`;

const DROP = `delete from blocks where ${ARE_COMING} returning id`;

/** What begins and ends in the night in which clocks change may last no time by the other clock. */
const SHIFT = `
  update blocks
  set starts_at = starts_at at time zone $2 at time zone $3,
      ends_at = greatest(ends_at at time zone $2 at time zone $3,
                         starts_at at time zone $2 at time zone $3 + interval '1 minute'),
      updated_at = $1
  where starts_at > $1`;

/** What a change of the settings does to blocks, in the transaction of the settings. */
@Injectable()
export class BlockMovesRepository {
  async renameResource(transaction: Transaction, to: string): Promise<void> {
    await transaction.query(LOCK);
    await transaction.query(RENAME, [to]);
  }

  /** Past ones too. */
  async hasBlocks(transaction: Transaction, resource_id: string): Promise<boolean> {
    const [row] = await transaction.query<object[]>(ANY, [resource_id]);
    return row !== undefined;
  }

  /** Coming blocks of a resource that goes: to another one, or away with it. */
  async dropResource(
    transaction: Transaction,
    { from, to, at }: { from: string; to: string | null; at: Date },
    auditOf: (ids: readonly string[]) => AuditEvent,
  ): Promise<void> {
    await transaction.query(LOCK);
    const [rows] = await (to === null
      ? transaction.query<[{ id: string }[], number]>(DROP, [from, at])
      : transaction.query<[{ id: string }[], number]>(MOVE, [from, at, to]));
    if (rows.length > 0) await transaction.insert(AuditEvent, auditOf(rows.map(({ id }) => id)));
  }

  /** Moves coming blocks so that the clocks of another zone show their times. */
  async shift(
    transaction: Transaction,
    { at, from_zone, to_zone }: { at: Date; from_zone: string; to_zone: string },
  ): Promise<void> {
    await transaction.query(SHIFT, [at, from_zone, to_zone]);
  }
}
