import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UndoSeveralDto, VersionKind } from '@groupless/shared-dto';
import { DataSource, MoreThan, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import type { WriteSource } from '../../platform/access/write-source';
import { OF_PROJECTS, type Reader } from '../readers/reader';
import { rowsFor } from '../readers/rows-for.statements';
import { HAND_OVER } from '../records/decisions/said-statements';
import { tellSource } from './change-source.statements';
import { MemoryVersion } from './memory-version.entity';
import { isSameRow, rowOf } from './stored-row.statements';
import { VERSIONED, type VersionedRow } from './versioned-kinds';
import { VersionsRepository, type Change } from './versions.repository';

export type Undone =
  | { change: Change }
  /** The row changed since; or it has rows, which would go with it. */
  | { kind: VersionKind; standing: VersionedRow | null; has_rows?: true };

/** Whether a version's row belonged to the project or session $2; $1 is which of the two. */
const BELONGED = `kind in ('state', 'decision')
  and ($1 = 'project' and before ->> 'project_id' = $2::bigint::text
       or $1 = 'session' and kind = 'decision' and before ->> 'session_id' = $2::bigint::text)`;

/** The rows that go with a row: what belongs to a project, and the decisions of a session; also what did so last and is gone. */
const DEPENDENTS = `
  select 'state' as kind, id from assistant_state where $1 = 'project' and project_id = $2
  union select 'decision', id from assistant_decisions
    where $1 = 'project' and project_id = $2 or $1 = 'session' and session_id = $2
  union select kind, row_id from memory_versions as last
    where ${BELONGED}
      and not exists (select from memory_versions as later
                      where later.kind = last.kind and later.row_id = last.row_id
                        and later.version > last.version and later.before is not null)
      and not exists (select from assistant_state where last.kind = 'state' and id = last.row_id)
      and not exists (select from assistant_decisions where last.kind = 'decision' and id = last.row_id)`;

/** Removes the versions of rows that belong to others now. */
const FORGET_BELONGING = `delete from memory_versions where ${BELONGED}`;

/** A merge stores the merged project and the rows that it deleted. */
const FORGET_MERGE = `delete from project_merges where $1 = 'project' and project ->> 'id' = $2::bigint::text`;
const FORGET_IN_MERGES = (path: string) => `
  update project_merges set moved = jsonb_set(moved, '${path}', (
    select coalesce(jsonb_agg(kept), '[]') from jsonb_array_elements(moved #> '${path}') as kept where kept -> 'id' <> to_jsonb($1::bigint)))
  where moved #> '${path}' @> jsonb_build_array(jsonb_build_object('id', $1::bigint))`;

/** The place of a kind's rows in a stored merge. */
const IN_MERGES: Partial<Record<VersionKind, readonly string[]>> = {
  session: ['{sessions}'],
  state: ['{twins,state}'],
  task: ['{twins,tasks}'],
  decision: ['{twins,decisions}', '{kept_decisions}'],
};

/** What goes with a project, or loses it. */
const IN_PROJECTS = OF_PROJECTS.filter(([kind]) => kind !== 'project');

const HAS_ROWS = `
  select ${IN_PROJECTS.map(([, table]) => `exists (select from ${table} where project_id = $1)`).join(' or ')} as has_rows`;

/** Undoes changes, and erases rows. */
@Injectable()
export class CorrectionsRepository {
  constructor(
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
    private readonly versions: VersionsRepository,
  ) {}

  /**
   * Restores a row to its state before a change, if it has not changed since.
   * @returns the undo as a change, or the present row if it changed since; null: no such version
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
      if (kind === 'project' && change.before === null && (await hasRows(transaction, row_id)))
        return { kind, standing: live, has_rows: true };
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

  /** Whether a row has the state before a change. */
  async isAsBefore(version: number): Promise<boolean> {
    const { manager } = this.dataSource;
    const change = await manager.findOneBy(MemoryVersion, { version });
    if (change === null) return false;
    const { kind, row_id, before } = change;
    const live = await manager.findOneBy(VERSIONED[kind].entity, { id: row_id });
    return isSameRow(manager, kind, [rowOf(manager, kind, before), live]);
  }

  /** Rows for a reader that a user or key created in a period and nobody else changed since; limited. */
  listMade(kind: VersionKind, wish: UndoSeveralDto, most: number, reader: Reader): Promise<VersionedRow[]> {
    return madeRows(this.dataSource.manager, kind, wish, reader).limit(most).getMany();
  }

  countMade(kind: VersionKind, wish: UndoSeveralDto, reader: Reader): Promise<number> {
    return madeRows(this.dataSource.manager, kind, wish, reader).getCount();
  }

  /** Deletes some of those rows. */
  deleteMade(
    kind: VersionKind,
    wish: UndoSeveralDto,
    most: number,
    source: WriteSource,
    reader: Reader,
  ): Promise<number[]> {
    return this.dataSource.transaction(async (transaction) => {
      await tellSource(transaction, source);
      const made = await madeRows(transaction, kind, wish, reader).select('made.id').limit(most).getMany();
      const ids = made.map(({ id }) => id);
      if (ids.length > 0) await transaction.delete(VERSIONED[kind].entity, ids);
      return ids;
    });
  }

  /**
   * The state and decisions of a project, or the decisions that no session says but this one. What belongs to others by now is
   * not among them.
   */
  async listDependents(
    kind: VersionKind,
    id: number,
    source: WriteSource,
  ): Promise<{ kind: VersionKind; id: number }[]> {
    if (kind === 'session')
      await this.dataSource.transaction(async (transaction) => {
        await tellSource(transaction, source);
        await transaction.query(HAND_OVER, [id]);
      });
    const rows = await this.dataSource.query<{ kind: VersionKind; id: string }[]>(DEPENDENTS, [kind, id]);
    return rows.map((row) => ({ kind: row.kind, id: Number(row.id) }));
  }

  /**
   * Erases a row, its versions, and those of rows that belonged to it; false if there is neither a row nor a version.
   */
  erase(kind: VersionKind, id: number, source: WriteSource): Promise<boolean> {
    return this.dataSource.transaction(async (transaction) => {
      await tellSource(transaction, source);
      const row = await transaction.delete(VERSIONED[kind].entity, { id });
      const versions = await transaction.delete(MemoryVersion, { kind, row_id: id });
      await transaction.query(FORGET_BELONGING, [kind, id]);
      await transaction.query(FORGET_MERGE, [kind, id]);
      for (const path of IN_MERGES[kind] ?? []) await transaction.query(FORGET_IN_MERGES(path), [id]);
      return Number(row.affected) + Number(versions.affected) > 0;
    });
  }
}

async function hasRows(transaction: EntityManager, project_id: number): Promise<boolean> {
  const [{ has_rows }] = await transaction.query<[{ has_rows: boolean }]>(HAS_ROWS, [project_id]);
  return has_rows;
}

function madeRows(
  manager: EntityManager,
  kind: VersionKind,
  wish: UndoSeveralDto,
  reader: Reader,
): SelectQueryBuilder<VersionedRow> {
  const { by, through, since, until = 'infinity' } = wish;
  const { entity, created } = VERSIONED[kind];
  const made = manager
    .createQueryBuilder(entity, 'made')
    .where(`${created} between :since and :until::timestamptz`, { since, until })
    .andWhere('written_by is not distinct from :by::text', { by })
    .orderBy('made.id', 'DESC');
  rowsFor(made, kind, reader);
  if (through !== undefined) made.andWhere('written_through = :through', { through });
  // With a project would go what is in it: it stays while something of others is, or of another time.
  if (kind === 'project')
    for (const [owned, table] of IN_PROJECTS) {
      const own = madeRows(manager, owned, wish, reader).select('made.id').orderBy();
      made.andWhere(
        `not exists (select from ${table} as owned where owned.project_id = made.id and owned.id not in (${own.getQuery()}))`,
      );
    }
  // Later changes by the same author stay.
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
    // Triggers store only the former state; this records that there was none.
    await transaction.insert(MemoryVersion, { kind, row_id, by, through, before: null });
  }
}
