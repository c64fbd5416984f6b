import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UndoSeveralDto, VersionKind } from '@groupless/shared-dto';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import type { WriteSource } from '../../shared/access/write-source';
import { tellSource } from './change-source.repository';
import { MemoryVersion } from './memory-version.entity';
import { isSameRow, rowOf } from './stored-row.repository';
import { VERSIONED, type VersionedRow } from './versioned-kinds';
import { VersionsRepository, type Change } from './versions.repository';

export type Undone = { change: Change } | { kind: VersionKind; standing: VersionedRow | null };

/** Takes changes back, and erases rows. */
@Injectable()
export class CorrectionsRepository {
  constructor(
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
    private readonly versions: VersionsRepository,
  ) {}

  /**
   * Makes a row what it was before a change, if it still is what the change made it.
   * @returns the undo as a change, or what stands now where the row was changed since; null: no such version
   */
  undo(version: number, source: WriteSource): Promise<Undone | null> {
    return this.dataSource.transaction(async (transaction) => {
      const change = await transaction.findOneBy(MemoryVersion, { version });
      if (change === null) return null;
      const { kind, row_id } = change;
      const rows = transaction.getRepository(VERSIONED[kind].entity);
      const live = await rows.findOne({ where: { id: row_id }, lock: { mode: 'pessimistic_write' } });
      const next = await transaction.findOne(MemoryVersion, {
        where: { kind, row_id, version: MoreThan(version) },
        order: { version: 'ASC' },
      });
      if (next !== null && !isSameRow(transaction, kind, [rowOf(transaction, kind, next.before), live]))
        return { kind, standing: live };
      await tellSource(transaction, source);
      await restore(transaction, change, live, source);
      const undo = await transaction.find(MemoryVersion, {
        where: { kind, row_id },
        order: { version: 'DESC' },
        take: 1,
      });
      const [made] = await this.versions.readChanges(transaction, undo);
      return made === undefined ? null : { change: made };
    });
  }

  /** The rows that a user or key made in a time and no other changed since. */
  listMade(kind: VersionKind, wish: UndoSeveralDto): Promise<VersionedRow[]> {
    return findMade(this.dataSource.manager, kind, wish);
  }

  /** Deletes those rows. */
  deleteMade(kind: VersionKind, wish: UndoSeveralDto, source: WriteSource): Promise<number[]> {
    return this.dataSource.transaction(async (transaction) => {
      await tellSource(transaction, source);
      const ids = (await findMade(transaction, kind, wish)).map(({ id }) => id);
      if (ids.length > 0) await transaction.delete(VERSIONED[kind].entity, ids);
      return ids;
    });
  }

  /** Removes a row and its versions; false if there is neither. */
  erase(kind: VersionKind, id: number, source: WriteSource): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      await tellSource(transaction, source);
      const row = await transaction.delete(VERSIONED[kind].entity, { id });
      const versions = await transaction.delete(MemoryVersion, { kind, row_id: id });
      return Number(row.affected) + Number(versions.affected) > 0;
    });
  }
}

async function findMade(
  manager: EntityManager,
  kind: VersionKind,
  { by, through, since, until }: UndoSeveralDto,
): Promise<VersionedRow[]> {
  const { entity, created } = VERSIONED[kind];
  const made = await manager
    .createQueryBuilder(entity, 'made')
    .where(`${created} between :since and coalesce(:until::timestamptz, 'infinity'::timestamptz)`, {
      since,
      until: until ?? null,
    })
    .andWhere('written_by is not distinct from :by::text', { by })
    .andWhere('written_through = coalesce(:through::text, written_through)', { through: through ?? null })
    .getMany();
  // Changed after the time that is asked about, by the same one.
  return made.filter(
    (row) => until === undefined || !('updated_at' in row) || row.updated_at.getTime() <= Date.parse(until),
  );
}

async function restore(
  transaction: EntityManager,
  { kind, row_id, before }: MemoryVersion,
  live: VersionedRow | null,
  { by, through }: WriteSource,
): Promise<void> {
  const rows = transaction.getRepository(VERSIONED[kind].entity);
  const row = rowOf(transaction, kind, before);
  if (row === null) await rows.delete({ id: row_id });
  else if (live !== null) await rows.update({ id: row_id }, row);
  else {
    await rows.insert(row);
    // Triggers keep what was there before; this says that nothing was.
    await transaction.insert(MemoryVersion, { kind, row_id, by, through, before: null });
  }
}
