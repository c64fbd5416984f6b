import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { DataSource, type EntityManager } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import type { WriteSource } from '../../../shared/access/write-source';
import { tellSource } from '../../versions/change-source.repository';
import { AssistantProject } from './assistant-project.entity';
import { ProjectMerge, type MovedRows } from './project-merge.entity';

/** Ids of the rows that a statement moved. $1 is the project that goes, $2 the one that stays. */
const MOVES: Record<keyof MovedRows, string> = {
  sessions: `
    update assistant_sessions as said
    set projects_touched = rename_listed(projects_touched, gone.name, stays.name),
        projects = projects - $1::bigint::text || jsonb_build_object($2::bigint::text, stays.name)
    from assistant_projects as gone, assistant_projects as stays
    where gone.id = $1 and stays.id = $2 and projects ? $1::bigint::text
    returning said.id::float8 as id`,
  // Of two pending tasks with one text that of the project that stays is kept; so of state and decisions.
  tasks: `
    update assistant_tasks as own set project_id = $2
    where project_id = $1 and not (status = 'pending' and exists (
      select from assistant_tasks as other where other.project_id = $2 and other.status = 'pending'
        and text_digest(other.task) = text_digest(own.task)))
    returning id::float8 as id`,
  state: `
    update assistant_state as own set project_id = $2
    where project_id = $1 and not exists (
      select from assistant_state as other
      where other.project_id = $2 and state_identity(other.key) = state_identity(own.key))
    returning id::float8 as id`,
  decisions: `
    update assistant_decisions as own set project_id = $2
    where project_id = $1 and not exists (
      select from assistant_decisions as other where other.project_id = $2
        and text_digest(decision_identity(other.text)) = text_digest(decision_identity(own.text)))
    returning id::float8 as id`,
  identities: `update project_identities set project_id = $2 where project_id = $1 returning id::float8 as id`,
};

/** The same back. $1 is the project that came back, $2 the one that had the rows, $3 their ids. */
const MOVES_BACK: Record<keyof MovedRows, string> = {
  sessions: `
    update assistant_sessions as said
    set projects_touched = rename_listed(projects_touched, stays.name, back.name),
        projects = projects - $2::bigint::text || jsonb_build_object($1::bigint::text, back.name)
    from assistant_projects as back, assistant_projects as stays
    where back.id = $1 and stays.id = $2 and said.id = any($3) and projects ? $2::bigint::text`,
  tasks: 'update assistant_tasks set project_id = $1 where id = any($3) and project_id = $2',
  state: 'update assistant_state set project_id = $1 where id = any($3) and project_id = $2',
  decisions: 'update assistant_decisions set project_id = $1 where id = any($3) and project_id = $2',
  identities: 'update project_identities set project_id = $1 where id = any($3) and project_id = $2',
};

const KINDS = ['identities', 'state', 'tasks', 'decisions', 'sessions'] as const;

const LOCK = 'select id from assistant_projects where id in ($1, $2) order by id for update';

/** Joins two projects into one, and takes that back. */
@Injectable()
export class ProjectMergesRepository {
  constructor(@InjectDataSource(MEMORY) private readonly dataSource: DataSource) {}

  /** @returns null if one of them is not there */
  merge(id: number, into_id: number, source: WriteSource): Promise<MovedRows | null> {
    return this.dataSource.transaction(async (transaction) => {
      const locked = await transaction.query<unknown[]>(LOCK, [id, into_id]);
      const project = await transaction.findOneBy(AssistantProject, { id });
      if (locked.length !== 2 || project === null) return null;
      await tellSource(transaction, source);
      const moved: MovedRows = { sessions: [], tasks: [], state: [], decisions: [], identities: [] };
      for (const kind of KINDS) moved[kind] = await idsOf(transaction, MOVES[kind], [id, into_id]);
      await transaction.insert(ProjectMerge, { project: project as object, into_id, moved });
      await transaction.delete(AssistantProject, { id });
      return moved;
    });
  }

  /** Takes the last merge of a project back, within 30 days. @returns null if there is none */
  undo(id: number, source: WriteSource): Promise<ProjectMerge | null> {
    return this.dataSource.transaction(async (transaction) => {
      const merge = await transaction
        .createQueryBuilder(ProjectMerge, 'merge')
        .where(`project ->> 'id' = :id::text`, { id: String(id) })
        .andWhere(`merged_at > now() - make_interval(days => ${LIMITS.merge_undo_days})`)
        .orderBy('id', 'DESC')
        .setLock('pessimistic_write')
        .limit(1)
        .getOne();
      if (merge === null) return null;
      await transaction.query(LOCK, [id, merge.into_id]);
      await tellSource(transaction, source);
      await transaction.insert(AssistantProject, merge.project);
      for (const kind of KINDS)
        await transaction.query(MOVES_BACK[kind], [id, merge.into_id, merge.moved[kind]]);
      await transaction.delete(ProjectMerge, { id: merge.id });
      return merge;
    });
  }
}

async function idsOf(transaction: EntityManager, statement: string, values: number[]): Promise<number[]> {
  // An update answers its rows and how many they are.
  const [rows] = await transaction.query<[{ id: number }[], number]>(statement, values);
  return rows.map(({ id }) => id);
}
