import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UndoSeveralDto, VersionKind } from '@groupless/shared-dto';
import { DataSource, MoreThan, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import type { WriteSource } from '../../shared/access/write-source';
import { tellSource } from './change-source.repository';
import { MemoryVersion } from './memory-version.entity';
import { isSameRow, rowOf } from './stored-row.repository';
import { VERSIONED, type VersionedRow } from './versioned-kinds';
import { VersionsRepository, type Change } from './versions.repository';

export type Undone = { change: Change } | { kind: VersionKind; standing: VersionedRow | null };

/** The rows that go with a row: what belongs to a project, and the decisions of a session. */
const RIDERS = `
  select 'state' as kind, id from assistant_state where $1 = 'project' and project_id = $2
  union select 'decision', id from assistant_decisions
    where $1 = 'project' and project_id = $2 or $1 = 'session' and session_id = $2
  union select kind, row_id from memory_versions
    where kind in ('state', 'decision')
      and ($1 = 'project' and before->>'project_id' = $2::bigint::text
           or $1 = 'session' and before->>'session_id' = $2::bigint::text)`;

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

  /** Whether a row is what it was before a change. */
  async isAsBefore(version: number): Promise<boolean> {
    const { manager } = this.dataSource;
    const change = await manager.findOneBy(MemoryVersion, { version });
    if (change === null) return false;
    const { kind, row_id, before } = change;
    const live = await manager.findOneBy(VERSIONED[kind].entity, { id: row_id });
    return isSameRow(manager, kind, [rowOf(manager, kind, before), live]);
  }

  /** Some of the rows that a user or key made in a time and no other changed since. */
  listMade(kind: VersionKind, wish: UndoSeveralDto, most: number): Promise<VersionedRow[]> {
    return madeRows(this.dataSource.manager, kind, wish).limit(most).getMany();
  }

  countMade(kind: VersionKind, wish: UndoSeveralDto): Promise<number> {
    return madeRows(this.dataSource.manager, kind, wish).getCount();
  }

  /** Deletes some of those rows. */
  deleteMade(kind: VersionKind, wish: UndoSeveralDto, most: number, source: WriteSource): Promise<number[]> {
    return this.dataSource.transaction(async (transaction) => {
      await tellSource(transaction, source);
      const made = await madeRows(transaction, kind, wish).select('made.id').limit(most).getMany();
      const ids = made.map(({ id }) => id);
      if (ids.length > 0) await transaction.delete(VERSIONED[kind].entity, ids);
      return ids;
    });
  }

  /** The state and decisions that belong to a project, or did before, and the decisions that a session said. */
  async listRidersOf(kind: VersionKind, id: number): Promise<{ kind: VersionKind; id: number }[]> {
    const rows = await this.dataSource.query<{ kind: VersionKind; id: string }[]>(RIDERS, [kind, id]);
    return rows.map((row) => ({ kind: row.kind, id: Number(row.id) }));
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

function madeRows(
  manager: EntityManager,
  kind: VersionKind,
  { by, through, since, until = 'infinity' }: UndoSeveralDto,
): SelectQueryBuilder<VersionedRow> {
  const { entity, created } = VERSIONED[kind];
  const made = manager
    .createQueryBuilder(entity, 'made')
    .where(`${created} between :since and :until::timestamptz`, { since, until })
    .andWhere('written_by is not distinct from :by::text', { by })
    .orderBy('made.id', 'DESC');
  if (through !== undefined) made.andWhere('written_through = :through', { through });
  // What the same one changed after the time that is asked about stays.
  const hasChanges = made.expressionMap.mainAlias?.metadata.findColumnWithPropertyName('updated_at');
  return hasChanges === undefined ? made : made.andWhere('updated_at <= :until::timestamptz');
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
