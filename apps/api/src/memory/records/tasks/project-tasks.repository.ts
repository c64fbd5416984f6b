import { Injectable } from '@nestjs/common';
import type { TaskStatus } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import { breaks } from '../../../database/violations';
import type { WriteSource } from '../../../platform/access/write-source';
import type { JsonText } from '../../../platform/http/json-text';
import {
  COMPLETED_BEFORE,
  CREATE_IN_PROJECT,
  END_BY_ID,
  END_IN_PROJECT,
  FIND_BY_ID,
  FIND_IN_PROJECT,
  FIND_NEWEST,
  SIMILAR,
} from './project-task-statements';
import { writerOwner } from '../../readers/reader';
import { placeValues } from '../../session-place';
import type { ChangedTask, StoredTask } from './task-changes.repository';
import { END_REWORDED, FIND_ENDED_REWORDED } from './task-statements';

/** Makes and ends tasks of a project by their text, and any task by its id. */
@Injectable()
export class ProjectTasksRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /**
   * @param sent its text; white space around it does not count, but an older task may have it
   * @param priority null: the default for a new task, left alone for a known one
   * @returns null if there is no such project any more
   */
  async createTask(
    sent: string,
    project_id: number,
    priority: number | null,
    source: WriteSource,
  ): Promise<ChangedTask | null> {
    const { by, id: writer, through, said_at = null } = source;
    const known = [sent.trim(), project_id, sent];
    for (;;) {
      try {
        const values = [...known, priority, by, through, writer, said_at, ...placeValues(source)];
        const [made] = await this.memory.run<ChangedTask>(CREATE_IN_PROJECT, values);
        if (made !== undefined) return made;
      } catch (error) {
        if (breaks(error, 'assistant_tasks_project')) return null;
        // While this call took the task into the project, another one made it there.
        if (!breaks(error, 'assistant_tasks_pending_of_project')) throw error;
      }
      const [found] = await this.memory.run<StoredTask>(FIND_IN_PROJECT, [...known, priority]);
      if (found !== undefined) return { ...found, created: false };
    }
  }

  async endTask(
    sent: string,
    project_id: number,
    status: TaskStatus,
    { by, id: writer, through, said_at = null }: WriteSource,
  ): Promise<StoredTask | null> {
    const values = [sent.trim(), project_id, sent, status, by, through, writer, said_at];
    return (await this.memory.run<StoredTask>(END_IN_PROJECT, values))[0] ?? null;
  }

  /** Ends the pending task that had this text before. @param project_id null: of any project */
  async endReworded(
    sent: string,
    project_id: number | null,
    status: TaskStatus,
    source: WriteSource,
  ): Promise<StoredTask | null> {
    const { by, id: writer, through, said_at = null } = source;
    const values = [sent.trim(), project_id, sent, status, by, through, writer, said_at, writerOwner(source)];
    return (await this.memory.run<StoredTask>(END_REWORDED, values))[0] ?? null;
  }

  /** The task that had this text before and ended last. */
  async findEndedReworded(
    sent: string,
    project_id: number | null,
    owner: string,
  ): Promise<StoredTask | null> {
    const values = [sent.trim(), project_id, sent, owner];
    return (await this.memory.run<StoredTask>(FIND_ENDED_REWORDED, values))[0] ?? null;
  }

  async endById(id: number, status: TaskStatus, source: WriteSource): Promise<StoredTask | null> {
    const { by, id: writer, through, said_at = null } = source;
    const values = [id, status, by, through, writer, said_at, writerOwner(source)];
    return (await this.memory.run<StoredTask>(END_BY_ID, values))[0] ?? null;
  }

  /** @param owner see `Reader` */
  async findById(id: number, owner: string): Promise<StoredTask | null> {
    return (await this.memory.run<StoredTask>(FIND_BY_ID, [id, owner]))[0] ?? null;
  }

  /**
   * The pending task with this text, else the one that ended last: in the project, or else among those of none.
   * @param project_id null: of any project
   */
  async findNewest(sent: string, project_id: number | null, owner: string): Promise<StoredTask | null> {
    return (
      (
        await this.memory.run<StoredTask>(FIND_NEWEST, [textIn(project_id, sent), project_id, sent, owner])
      )[0] ?? null
    );
  }

  /** The other pending texts of the project and of none, or of any, that are most like this one, closest first. */
  async listSimilar(sent: string, project_id: number | null, owner: string): Promise<string[]> {
    const rows = await this.memory.run<{ text: string }>(SIMILAR, [
      textIn(project_id, sent),
      project_id,
      owner,
    ]);
    return rows.map(({ text }) => text);
  }

  /** A `CompletedBeforeDto`, or null as JSON. */
  async findCompletedBefore(sent: string, project_id: number): Promise<JsonText> {
    const values = [sent.trim(), project_id, sent];
    const [found] = await this.memory.run<{ completed: JsonText }>(COMPLETED_BEFORE, values);
    return found?.completed ?? ('null' as JsonText);
  }
}

/** White space around a text does not count within a project; of any project it is compared as it was sent, as `END` does. */
function textIn(project_id: number | null, sent: string): string {
  return project_id === null ? sent : sent.trim();
}
