import { Injectable } from '@nestjs/common';
import { LIMITS, type TaskStatus } from '@groupless/shared-dto';
import { MemoryStatements } from '../database/database.module';
import type { JsonText } from '../shared/http/json-text';
import { TASK_JSON } from './row-json';

export interface StoredTask {
  row: JsonText;
  status: TaskStatus;
}

interface MadeTask {
  row: JsonText;
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
    returning ${TASK_JSON} as row, xmax = 0 as created`,
};

/** Answers no row if the named project does not exist, and one without a task if none is pending. */
const FIND_PENDING = {
  name: 'find_pending_task',
  text: `
    select (select ${TASK_JSON} from assistant_tasks where status = 'pending' and ${HAS_TEXT}) as row
    where $2::text is null or exists (select from assistant_projects where name = $2)`,
};

const END = {
  name: 'end_task',
  text: `
    update assistant_tasks set status = $2, updated_at = now()
    where status = 'pending' and ${HAS_TEXT}
    returning ${TASK_JSON} as row, status`,
};

const FIND_NEWEST = {
  name: 'find_newest_task',
  text: `select ${TASK_JSON} as row, status from assistant_tasks where ${HAS_TEXT} order by id desc limit 1`,
};

const SIMILAR_PENDING = {
  name: 'similar_pending_tasks',
  text: `
    select task as text from assistant_tasks
    where status = 'pending'
    order by task <-> $1, id
    limit ${LIMITS.suggestions}`,
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
      const [made] = await this.memory.run<MadeTask>(CREATE, [task, priority, project]);
      if (made !== undefined) return made;
      const [answer] = await this.memory.run<{ row: JsonText | null }>(FIND_PENDING, [task, project]);
      if (answer === undefined) return null;
      if (answer.row !== null) return { row: answer.row, created: false };
      // Somebody ended it between the two statements: so it can be made again.
    }
  }

  /** Ends the pending task with exactly this text; null if none is pending. */
  async endTask(task: string, status: TaskStatus): Promise<StoredTask | null> {
    const [ended] = await this.memory.run<StoredTask>(END, [task, status]);
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
