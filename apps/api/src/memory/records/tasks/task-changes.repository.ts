import { Injectable } from '@nestjs/common';
import type { AmbiguousTaskDto, TaskStatus } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import {
  inOrderOfCallers,
  BatchedStatements,
  LOCK_PATIENCE_MS,
} from '../../../database/statements/batched-statements';
import type { StoredRow } from '../../row-json';
import type { WriteSource } from '../../../platform/access/write-source';
import { writerOwner } from '../../readers/reader';
import { placeValues } from '../../session-place';
import { CHANGE_SEVERAL, CREATE, END, FIND_PENDING, PENDING_WITH_PROJECTS } from './task-statements';

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
  source: WriteSource;
}

/**
 * Makes and ends tasks by their text for callers that name no project. Callers who ask at the same time share a statement: see
 * `BatchedStatements`.
 */
@Injectable()
export class TaskChangesRepository {
  private readonly changes = new BatchedStatements<SentTask, ChangedTask | null>({
    runTogether: (sent) => this.changeSeveral(sent),
    runAlone: (sent) => this.changeOne(sent),
    keyOf: ({ task }) => task,
    maxRunning: 2,
    patienceMs: LOCK_PATIENCE_MS,
  });

  constructor(private readonly memory: MemoryStatements) {}

  /**
   * Makes a pending task that belongs to no project, or finds the one with this text, to whatever project it belongs.
   * @param priority null: the default for a new task, left alone for a known one
   */
  async createTask(task: string, priority: number | null, source: WriteSource): Promise<ChangedTask> {
    const sent = { task, status: null, priority, source };
    // What is sent later, or with its place, is mostly of a project.
    if (source.said_at || source.place) return this.createOne(sent);
    return (await this.changes.call(sent)) ?? this.createOne(sent);
  }

  /** Ends the pending task with exactly this text; null if none is pending, or several are. */
  endTask(task: string, status: TaskStatus, source: WriteSource): Promise<StoredTask | null> {
    const sent = { task, status, priority: null, source };
    return source.said_at ? this.changeOne(sent) : this.changes.call(sent);
  }

  /** The pending tasks with exactly this text: at most one of each project, and one of none. */
  listPending(task: string, owner: string): Promise<AmbiguousTaskDto[]> {
    return this.memory.run<AmbiguousTaskDto>(PENDING_WITH_PROJECTS, [task, owner]);
  }

  private async changeSeveral(sent: readonly SentTask[]): Promise<(ChangedTask | undefined)[]> {
    const rows = await this.memory.run<ChangedTask & { place: number }>(CHANGE_SEVERAL, [
      sent.map(({ task }) => task),
      sent.map(({ status }) => status),
      sent.map(({ priority }) => priority),
      sent.map(({ source }) => source.by),
      sent.map(({ source }) => source.through),
      sent.map(({ source }) => source.id),
      sent.map(({ source }) => writerOwner(source)),
    ]);
    return inOrderOfCallers(sent, rows);
  }

  private async changeOne(sent: SentTask): Promise<ChangedTask | null> {
    const { task, status, source } = sent;
    if (status === null) return this.createOne(sent);
    const [ended] = await this.memory.run<StoredTask>(END, [
      task,
      status,
      source.by,
      source.through,
      source.id,
      source.said_at ?? null,
      writerOwner(source),
    ]);
    return ended === undefined ? null : { ...ended, created: false };
  }

  private async createOne({ task, priority, source }: SentTask): Promise<ChangedTask> {
    for (;;) {
      const { by, through, id: writer, said_at = null } = source;
      const values = [
        task,
        priority,
        by,
        through,
        writer,
        said_at,
        ...placeValues(source),
        writerOwner(source),
      ];
      const [made] = await this.memory.run<ChangedTask>(CREATE, values);
      if (made !== undefined) return made;
      const [found] = await this.memory.run<StoredRow>(FIND_PENDING, [
        ...[task, priority, writerOwner(source)],
      ]);
      if (found !== undefined) return { id: found.id, row: found.row, status: 'pending', created: false };
      // Another caller changed or ended it between the two statements: try again.
    }
  }
}
