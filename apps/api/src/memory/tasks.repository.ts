import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type CreateTaskDto,
  type PatchTaskDto,
  type TASK_SORTS,
  type TaskStatus,
} from '@groupless/shared-dto';
import { MemoryStatements } from '../database/database.module';
import { readPage, type PageInput } from '../database/read-page';
import { breaks } from '../database/violations';
import { AppError } from '../shared/errors/app-error';
import type { JsonText } from '../shared/http/json-text';
import { TASK_JSON, type StoredRow } from './row-json';
import { SORTS } from './sorts';

export type TaskSort = (typeof TASK_SORTS)[number];

export interface StoredTask extends StoredRow {
  status: TaskStatus;
}

interface MadeTask extends StoredRow {
  created: boolean;
}

const HAS_TEXT = `text_digest(task) = text_digest($1) and task = $1`;

/**
 * Inserts a pending task, or applies a sent priority and project to the pending one with that text. Answers
 * no row if nothing changed or the named project does not exist.
 */
const CREATE = {
  name: 'create_task',
  text: `
    insert into assistant_tasks as known (task, priority, project_id)
    select $1, coalesce($2::int, ${LIMITS.priority.default}), project.id
    from (select) as one left join assistant_projects as project on project.name = $3
    where $3::text is null or project.id is not null
    on conflict (text_digest(task)) where status = 'pending' do update
      set priority = coalesce($2::int, known.priority), project_id = coalesce(known.project_id, excluded.project_id),
          updated_at = now()
      where (known.priority, known.project_id)
        is distinct from (coalesce($2::int, known.priority), coalesce(known.project_id, excluded.project_id))
    returning id, ${TASK_JSON} as row, xmax = 0 as created`,
};

/** Answers no row if the named project does not exist, and one without a task if none is pending. */
const FIND_PENDING = {
  name: 'find_pending_task',
  text: `
    select pending.* from (select) as one
    left join lateral (select id, ${TASK_JSON} as row from assistant_tasks where status = 'pending' and ${HAS_TEXT})
      as pending on true
    where $2::text is null or exists (select from assistant_projects where name = $2)`,
};

const END = {
  name: 'end_task',
  text: `
    update assistant_tasks set status = $2, updated_at = now()
    where status = 'pending' and ${HAS_TEXT}
    returning id, ${TASK_JSON} as row, status`,
};

const FIND_NEWEST = {
  name: 'find_newest_task',
  text: `select id, ${TASK_JSON} as row, status from assistant_tasks where ${HAS_TEXT} order by id desc limit 1`,
};

const SIMILAR_PENDING = {
  name: 'similar_pending_tasks',
  text: `
    select task as text from assistant_tasks
    where status = 'pending'
    order by task <-> $1, id
    limit ${LIMITS.suggestions}`,
};

const FIND = { name: 'find_task', text: `select ${TASK_JSON} as row from assistant_tasks where id = $1` };

const INSERT = {
  name: 'insert_task',
  text: `
    insert into assistant_tasks (task, priority, project_id) values ($1, coalesce($2::int, ${LIMITS.priority.default}), $3)
    returning id, ${TASK_JSON} as row`,
};

/** $4 says whether the project changes, since it may change to none. */
const UPDATE = {
  name: 'update_task',
  text: `
    update assistant_tasks
    set status = coalesce($1, status), priority = coalesce($2::int, priority),
        project_id = case when $4 then $3::bigint else project_id end, updated_at = now()
    where id = $5
    returning ${TASK_JSON} as row`,
};

@Injectable()
export class TasksRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /**
   * Makes a pending task, or finds the one with this text.
   * @param priority null: the default for a new task, left alone for a known one
   * @param project the name of a project, or null
   * @returns null if there is no such project
   */
  async createTask(task: string, priority: number | null, project: string | null): Promise<MadeTask | null> {
    for (;;) {
      const made = await this.tryCreate(task, priority, project);
      if (made !== null) return made;
      const [answer] = await this.memory.read<Partial<StoredRow>>(FIND_PENDING, [task, project]);
      if (answer === undefined) return null;
      if (answer.id && answer.row) return { id: answer.id, row: answer.row, created: false };
      // Somebody ended it, or removed the project, between the two statements: so look again.
    }
  }

  private async tryCreate(
    task: string,
    priority: number | null,
    project: string | null,
  ): Promise<MadeTask | null> {
    try {
      const [made] = await this.memory.write<MadeTask>(CREATE, [task, priority, project]);
      return made ?? null;
    } catch (error) {
      if (breaks(error, 'assistant_tasks_project')) return null;
      throw error;
    }
  }

  /** @param statuses empty: all of them */
  listTasks(statuses: readonly TaskStatus[], sort: TaskSort, page: PageInput): Promise<JsonText> {
    const filter =
      statuses.length === 0 ? { where: [], values: [] } : { where: ['status = any($1)'], values: [statuses] };
    const list = { name: 'tasks', row: TASK_JSON, from: 'assistant_tasks', ...filter };
    return readPage(this.memory, { ...list, sort: SORTS.tasks[sort] }, page);
  }

  async findTask(id: number): Promise<JsonText | null> {
    const [known] = await this.memory.run<{ row: JsonText }>(FIND, [id]);
    return known?.row ?? null;
  }

  /** @throws AppError `task_exists`, `project_not_found` */
  insertTask({ task, priority, project_id }: CreateTaskDto): Promise<StoredRow> {
    return this.memory.one<StoredRow>(INSERT, [task, priority ?? null, project_id ?? null]).catch(toRefusal);
  }

  /** @throws AppError `task_exists`, `project_not_found` */
  async updateTask(id: number, { status, priority, project_id }: PatchTaskDto): Promise<JsonText | null> {
    const values = [status ?? null, priority ?? null, project_id ?? null, project_id !== undefined, id];
    const [changed] = await this.memory.run<{ row: JsonText }>(UPDATE, values).catch(toRefusal);
    return changed?.row ?? null;
  }

  /** Ends the pending task with exactly this text; null if none is pending. */
  async endTask(task: string, status: TaskStatus): Promise<StoredTask | null> {
    const [ended] = await this.memory.write<StoredTask>(END, [task, status]);
    return ended ?? null;
  }

  /** The newest task with exactly this text, whatever its status. */
  async findNewestTask(task: string): Promise<StoredTask | null> {
    const [newest] = await this.memory.run<StoredTask>(FIND_NEWEST, [task]);
    return newest ?? null;
  }

  /** The texts of the pending tasks that are most like this one, closest first. */
  async listSimilarPending(task: string): Promise<string[]> {
    return (await this.memory.run<{ text: string }>(SIMILAR_PENDING, [task])).map(({ text }) => text);
  }
}

function toRefusal(error: unknown): never {
  if (breaks(error, 'assistant_tasks_pending_text')) {
    throw new AppError('task_exists', 'A pending task has exactly this text.');
  }
  if (breaks(error, 'assistant_tasks_project')) {
    throw new AppError('project_not_found', 'No project has this id.', { members: { suggestions: [] } });
  }
  throw error;
}
