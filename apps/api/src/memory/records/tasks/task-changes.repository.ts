import { Injectable } from '@nestjs/common';
import type { TaskStatus } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import { inOrderOfCallers, JoinedStatements, LOCK_PATIENCE_MS } from '../../../database/joined-statements';
import { breaks } from '../../../database/violations';
import type { StoredRow } from '../../row-json';
import { CHANGE_SEVERAL, CREATE, END, FIND_NEWEST, FIND_PENDING, SIMILAR_PENDING } from './task-statements';

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

/**
 * Makes and ends tasks by their text, as the webhook asks. Callers who ask at the same time share a statement: see
 * `JoinedStatements`.
 */
@Injectable()
export class TaskChangesRepository {
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
