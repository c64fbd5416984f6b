import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type CreateTaskDto,
  type PatchTaskDto,
  type TASK_SORTS,
  type TaskStatus,
} from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import {
  inOrderOfCallers,
  JoinedStatements,
  LOCK_PATIENCE_MS,
  PATIENCE,
} from '../../../database/joined-statements';
import { readPage, type PageInput } from '../../../database/read-page';
import { breaks } from '../../../database/violations';
import { AppError } from '../../../shared/errors/app-error';
import type { JsonText } from '../../../shared/http/json-text';
import { TASK_JSON, type StoredRow } from '../../row-json';
import { SORTS } from '../../sorts';

export type TaskSort = (typeof TASK_SORTS)[number];

export interface StoredTask extends StoredRow {
  status: TaskStatus;
}

export interface ChangedTask extends StoredTask {
  created: boolean;
}

interface SentTask {
  task: string;
  /** How the task ends; null: it is made. */
  status: TaskStatus | null;
  priority: number | null;
  project: string | null;
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
    returning id, ${TASK_JSON} as row, status, xmax = 0 as created`,
};

/**
 * The pending task that is as `CREATE` would have it: no row if the named project does not exist, and one without a task
 * if none is pending, or it was changed since.
 */
const FIND_PENDING = {
  name: 'find_pending_task',
  text: `
    select pending.* from (select) as one
    left join lateral (
      select id, ${TASK_JSON} as row from assistant_tasks
      where status = 'pending' and ${HAS_TEXT} and priority = coalesce($3::int, priority)
        and ($2::text is null or project_id is not null)
    ) as pending on true
    where $2::text is null or exists (select from assistant_projects where name = $2)`,
};

const END = {
  name: 'end_task',
  text: `
    update assistant_tasks set status = $2, updated_at = now()
    where status = 'pending' and ${HAS_TEXT}
    returning id, ${TASK_JSON} as row, status`,
};

const SENT_PRIORITY =
  'coalesce((select sent_priority from sent where sent_task = excluded.task), known.priority)';
const SENT_PROJECT = 'coalesce(known.project_id, excluded.project_id)';

/**
 * Makes and ends several tasks with different texts: `CREATE` where $2 is null, otherwise `END`. What is so already is
 * answered without a write; a caller whom this statement answers nothing asks alone.
 */
const CHANGE_SEVERAL = {
  name: 'change_several_tasks',
  text: `
    with ${PATIENCE}, sent as materialized (
      select sent.*, project.id as sent_project_id
      from patience cross join unnest($1::text[], $2::text[], $3::int[], $4::text[])
        with ordinality as sent (sent_task, sent_status, sent_priority, sent_project, place)
      left join assistant_projects as project on project.name = sent_project
      where sent_project is null or project.id is not null
    ), unchanged as materialized (
      select place, id, ${TASK_JSON} as row, status, false as created
      from sent join assistant_tasks on status = 'pending' and text_digest(task) = text_digest(sent_task) and task = sent_task
      where sent_status is null and priority = coalesce(sent_priority, priority)
        and (project_id is not null or sent_project_id is null)
    ), made as (
      insert into assistant_tasks as known (task, priority, project_id)
      select sent_task, coalesce(sent_priority, ${LIMITS.priority.default}), sent_project_id from sent
      where sent_status is null and place not in (select place from unchanged)
      -- Those who lock several rows lock them in the same order.
      order by sent_task collate "C"
      on conflict (text_digest(task)) where status = 'pending' do update
        set priority = ${SENT_PRIORITY}, project_id = ${SENT_PROJECT}, updated_at = now()
        where (known.priority, known.project_id) is distinct from (${SENT_PRIORITY}, ${SENT_PROJECT})
      returning task as made_task, id, ${TASK_JSON} as row, status, xmax = 0 as created
    ), found as materialized (
      select place, id as found_id, sent_status
      from sent join assistant_tasks on status = 'pending' and text_digest(task) = text_digest(sent_task) and task = sent_task
      where sent_status is not null
      order by sent_task collate "C"
      for update of assistant_tasks
    ), ended as (
      update assistant_tasks set status = sent_status, updated_at = now() from found where id = found_id
      returning place, id, ${TASK_JSON} as row, status
    )
    select place::int, id, row, status, created from unchanged
    union all select place::int, id, row, status, created from made join sent on sent_task = made_task
    union all select place::int, id, row, status, false from ended`,
};

const FIND_NEWEST = {
  name: 'find_newest_task',
  text: `select id, ${TASK_JSON} as row, status from assistant_tasks where ${HAS_TEXT} order by id desc limit 1`,
};

const SIMILAR_PENDING = {
  name: 'similar_pending_tasks',
  text: `
    select task as text from assistant_tasks
    where status = 'pending' and task % $1
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
  private readonly changes = new JoinedStatements<SentTask, ChangedTask | null>({
    runTogether: (sent) => this.changeSeveral(sent),
    runAlone: (sent) => this.changeOne(sent),
    keyOf: ({ task }) => task,
    maxRunning: 2,
    patienceMs: LOCK_PATIENCE_MS,
  });

  constructor(private readonly memory: MemoryStatements) {}

  /**
   * Makes a pending task, or finds the one with this text.
   * @param priority null: the default for a new task, left alone for a known one
   * @param project the name of a project, or null
   * @returns null if there is no such project
   */
  createTask(task: string, priority: number | null, project: string | null): Promise<ChangedTask | null> {
    return this.changes.call({ task, status: null, priority, project });
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
  endTask(task: string, status: TaskStatus): Promise<StoredTask | null> {
    return this.changes.call({ task, status, priority: null, project: null });
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

  private async changeSeveral(sent: readonly SentTask[]): Promise<(ChangedTask | undefined)[]> {
    const rows = await this.memory.run<ChangedTask & { place: number }>(CHANGE_SEVERAL, [
      sent.map(({ task }) => task),
      sent.map(({ status }) => status),
      sent.map(({ priority }) => priority),
      sent.map(({ project }) => project),
    ]);
    return inOrderOfCallers(sent, rows);
  }

  private async changeOne({ task, status, priority, project }: SentTask): Promise<ChangedTask | null> {
    if (status === null) return this.createOne(task, priority, project);
    const [ended] = await this.memory.run<StoredTask>(END, [task, status]);
    return ended === undefined ? null : { ...ended, created: false };
  }

  private async createOne(
    task: string,
    priority: number | null,
    project: string | null,
  ): Promise<ChangedTask | null> {
    for (;;) {
      const made = await this.tryCreate(task, priority, project);
      if (made !== null) return made;
      const [answer] = await this.memory.run<Partial<StoredTask>>(FIND_PENDING, [task, project, priority]);
      if (answer === undefined) return null;
      const { id, row } = answer;
      if (id && row) return { id, row, status: 'pending', created: false };
      // Somebody changed or ended it, or removed the project, between the two statements: so look again.
    }
  }

  private async tryCreate(
    task: string,
    priority: number | null,
    project: string | null,
  ): Promise<ChangedTask | null> {
    try {
      const [made] = await this.memory.run<ChangedTask>(CREATE, [task, priority, project]);
      return made ?? null;
    } catch (error) {
      if (breaks(error, 'assistant_tasks_project')) return null;
      throw error;
    }
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
