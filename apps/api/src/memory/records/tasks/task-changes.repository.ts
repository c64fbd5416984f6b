import { Injectable } from '@nestjs/common';
import type { TaskStatus } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import {
  inOrderOfCallers,
  JoinedStatements,
  LOCK_PATIENCE_MS,
} from '../../../database/statements/joined-statements';
import { breaks } from '../../../database/violations';
import type { StoredRow } from '../../row-json';
import type { WriteSource } from '../../../shared/access/write-source';
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
  source: WriteSource;
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
  createTask(
    task: string,
    priority: number | null,
    project: string | null,
    source: WriteSource,
  ): Promise<ChangedTask | null> {
    return this.changes.call({ task, status: null, priority, project, source });
  }

  /** Ends the pending task with exactly this text; null if none is pending. */
  endTask(task: string, status: TaskStatus, source: WriteSource): Promise<StoredTask | null> {
    return this.changes.call({ task, status, priority: null, project: null, source });
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
      sent.map(({ source }) => source.by),
      sent.map(({ source }) => source.through),
    ]);
    return inOrderOfCallers(sent, rows);
  }

  private async changeOne(sent: SentTask): Promise<ChangedTask | null> {
    const { task, status, source } = sent;
    if (status === null) return this.createOne(sent);
    const [ended] = await this.memory.run<StoredTask>(END, [task, status, source.by, source.through]);
    return ended === undefined ? null : { ...ended, created: false };
  }

  private async createOne(sent: SentTask): Promise<ChangedTask | null> {
    const { task, priority, project } = sent;
    for (;;) {
      const made = await this.tryCreate(sent);
      if (made !== null) return made;
      const [answer] = await this.memory.run<Partial<StoredTask>>(FIND_PENDING, [task, project, priority]);
      if (answer === undefined) return null;
      const { id, row } = answer;
      if (id && row) return { id, row, status: 'pending', created: false };
      // Another caller changed or ended it, or removed the project, between the two statements: try again.
    }
  }

  private async tryCreate({ task, priority, project, source }: SentTask): Promise<ChangedTask | null> {
    try {
      const values = [task, priority, project, source.by, source.through];
      const [made] = await this.memory.run<ChangedTask>(CREATE, values);
      return made ?? null;
    } catch (error) {
      if (breaks(error, 'assistant_tasks_project')) return null;
      throw error;
    }
  }
}
