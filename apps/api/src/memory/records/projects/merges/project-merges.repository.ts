import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type MergePreviewDto } from '@groupless/shared-dto';
import { DataSource, LessThan, type EntityManager } from 'typeorm';
import { inLongTransaction } from '../../../../database/statements/long-transaction';
import { MEMORY } from '../../../../database/memory.data-source';
import type { WriteSource } from '../../../../platform/access/write-source';
import { tellSource } from '../../../history/change-source.statements';
import { isProjectFor, type Reader } from '../../../readers/reader';
import { Retention } from '../../../../shared/retention';
import { AssistantProject } from '../assistant-project.entity';
import {
  ProjectMerge,
  type MergedRows,
  type RenamedSession,
  type StoredColumns,
} from './project-merge.entity';
import * as statements from './project-merge-statements';

/** The kinds of the memory's versions. */
const VERSIONED = { state: 'state', tasks: 'task', decisions: 'decision' } as const;

/** Joins two projects into one, and takes that back. */
@Injectable()
export class ProjectMergesRepository {
  constructor(@InjectDataSource(MEMORY) private readonly dataSource: DataSource) {}

  /** @returns false: one of the projects is not there */
  merge(id: number, into_id: number, source: WriteSource, { owner }: Reader): Promise<boolean> {
    return inLongTransaction(this.dataSource, async (transaction) => {
      const locked = await transaction.query<unknown[]>(statements.LOCK, [id, into_id]);
      const project = await transaction.findOneBy(AssistantProject, { id });
      if (locked.length !== 2 || project === null) return false;
      await tellSource(transaction, source);
      const moved = await move(transaction, [id, into_id], owner);
      await transaction.insert(ProjectMerge, { project: project as object, into_id, moved });
      await transaction.delete(AssistantProject, { id });
      return true;
    });
  }

  /**
   * Takes the last merge of a project back, within 30 days.
   * @returns null if there is none; 'gone' if the project that has its rows is not there
   */
  undo(id: number, source: WriteSource, { owner }: Reader): Promise<ProjectMerge | 'gone' | null> {
    return inLongTransaction(this.dataSource, async (transaction) => {
      const merge = await transaction
        .createQueryBuilder(ProjectMerge, 'merge')
        .where(`project ->> 'id' = :id::text`, { id: String(id) })
        .andWhere(`merged_at > now() - make_interval(days => ${LIMITS.merge_undo_days})`)
        .andWhere(isProjectFor(`(project ->> 'private_to')`, ':owner'), { owner })
        .orderBy('id', 'DESC')
        .setLock('pessimistic_write')
        .limit(1)
        .getOne();
      if (merge === null) return null;
      const locked = await transaction.query<{ id: number }[]>(statements.LOCK, [id, merge.into_id]);
      if (!locked.some((project) => project.id === merge.into_id)) return 'gone';
      await tellSource(transaction, source);
      await transaction.insert(AssistantProject, merge.project);
      await transaction.query(statements.PROJECT_IS_BACK, [id, source.by, source.through]);
      await moveBack(transaction, [id, merge.into_id], merge.moved, source);
      await transaction.delete(ProjectMerge, { id: merge.id });
      return merge;
    });
  }

  /** What a merge would move. */
  async preview(id: number, into_id: number, { owner }: Reader): Promise<MergePreviewDto> {
    const [counted] = await this.dataSource.query<[MergePreviewDto]>(statements.PREVIEW, [
      id,
      into_id,
      owner,
    ]);
    return counted;
  }

  /** What was merged into a project and can still come back. */
  listInto(id: number): Promise<{ project_id: number; name: string; merged_at: Date }[]> {
    return this.dataSource.query(statements.LIST, [id, LIMITS.merge_undo_days]);
  }

  @Retention({ what: 'merges of projects', days: LIMITS.merge_undo_days })
  async removeBefore(before: Date): Promise<void> {
    await this.dataSource.manager.delete(ProjectMerge, { merged_at: LessThan(before) });
  }
}

async function move(
  transaction: EntityManager,
  ids: [from: number, to: number],
  owner: string,
): Promise<MergedRows> {
  const kept = await transaction.query<{ row: StoredColumns }[]>(statements.KEEP_DECISIONS, ids);
  const replaced = await changed<{ id: number; by: number }>(transaction, statements.REPOINT, ids);
  const duplicates: MergedRows['twins'] = { tasks: [], state: [], decisions: [] };
  for (const kind of statements.DUPLICATES) {
    const removed = await changed<{ row: StoredColumns }>(
      transaction,
      statements.removeDuplicates(kind),
      ids,
    );
    duplicates[kind] = removed.map(({ row }) => row);
  }
  const moved = { tasks: [], state: [], decisions: [], identities: [] } as Pick<
    MergedRows,
    (typeof statements.MOVED)[number]
  >;
  for (const kind of statements.MOVED) {
    const rows = await changed<{ id: number }>(transaction, statements.moveAll(kind), ids);
    moved[kind] = rows.map(({ id }) => id);
  }
  const sessions = await changed<RenamedSession>(transaction, statements.RENAME_IN_SESSIONS, [...ids, owner]);
  return { ...moved, sessions, twins: duplicates, kept_decisions: kept.map(({ row }) => row), replaced };
}

async function moveBack(
  transaction: EntityManager,
  [id, into_id]: [back: number, from: number],
  { sessions, twins: duplicates, kept_decisions, replaced, ...moved }: MergedRows,
  { by, through }: WriteSource,
): Promise<void> {
  for (const kind of statements.MOVED)
    await transaction.query(statements.moveBack(kind), [id, into_id, moved[kind]]);
  for (const kind of statements.DUPLICATES) {
    // A decision that replaced a duplicate may be gone meanwhile.
    const rows = duplicates[kind].map((row) => ('replaced_by' in row ? { ...row, replaced_by: null } : row));
    const statement = statements.insertAgain(kind, VERSIONED[kind]);
    await transaction.query(statement, [JSON.stringify(rows), by, through]);
  }
  const replacedBy = new Map(duplicates.decisions.map((row) => [row.id, row.replaced_by ?? null]));
  for (const pair of replaced) replacedBy.set(pair.id, pair.by);
  const pairs = [...replacedBy].map(([old, newer]) => ({ id: old, by: newer }));
  await transaction.query(statements.REPLACE_AGAIN, [JSON.stringify(pairs)]);
  const renamed = sessions.map((session) => session.id);
  await transaction.query(statements.KEPT_AGAIN, [JSON.stringify(kept_decisions), into_id, renamed]);
  await transaction.query(statements.RENAME_BACK, [id, into_id, JSON.stringify(sessions)]);
}

/** An update or a deletion answers its rows and how many they are. */
async function changed<Row>(
  transaction: EntityManager,
  statement: string,
  values: readonly (number | string)[],
): Promise<Row[]> {
  const [rows] = await transaction.query<[Row[], number]>(statement, [...values]);
  return rows;
}
