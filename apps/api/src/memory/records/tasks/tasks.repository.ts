import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type CreateTaskDto,
  type PageDto,
  type PatchTaskDto,
  type TASK_SORTS,
  type TaskStatus,
} from '@groupless/shared-dto';
import { In, Repository } from 'typeorm';
import { withNumericId } from '../../../database/statements/bigint';
import { MEMORY } from '../../../database/memory.data-source';
import { makeOnce, type RequestKey } from '../../../database/request-keys';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { breaks } from '../../../database/violations';
import { AppError } from '../../../platform/errors/app-error';
import { sourceColumns, type WriteSource } from '../../../platform/access/write-source';
import { entitiesAsOf, type AsOfPage } from '../../history/as-of/as-of.statements';
import { deleteAs } from '../../history/change-source.statements';
import type { Reader } from '../../readers/reader';
import { rowsFor } from '../../readers/rows-for.statements';
import type { ListedProject } from '../projects/list-scope';
import { ofListedProject } from '../projects/listed-project.statements';
import { SORTS } from '../../sorts';
import { AssistantTask } from './assistant-task.entity';
import { CHANGED_AT, LOCK_TEXT, REWORD } from './task-statements';

export type TaskSort = (typeof TASK_SORTS)[number];

/** Tasks as the panel keeps them, by their ids. */
@Injectable()
export class TasksRepository {
  constructor(@InjectRepository(AssistantTask, MEMORY) private readonly tasks: Repository<AssistantTask>) {}

  /**
   * @param statuses empty: all of them
   */
  listTasks(
    statuses: readonly TaskStatus[],
    project: ListedProject,
    sort: TaskSort,
    { as_of, ...page }: AsOfPage,
    reader: Reader,
  ): Promise<PageDto<AssistantTask>> {
    const query = ofListedProject(entitiesAsOf(this.tasks, 'task', as_of), project);
    rowsFor(query, 'task', reader);
    if (statuses.length > 0) query.andWhere({ status: In(statuses) });
    return readEntityPage(query, SORTS.tasks[sort], page);
  }

  findTask(id: number, reader: Reader): Promise<AssistantTask | null> {
    return rowsFor(this.tasks.createQueryBuilder('task').where({ id }), 'task', reader).getOne();
  }

  /** @throws RequestedBefore; AppError `task_exists`, `project_not_found`, `idempotency_key_reused` */
  async insertTask(
    { project_id = null, ...fields }: CreateTaskDto,
    { source, ...terms }: { source: WriteSource; request: RequestKey | null; now: Date },
  ): Promise<AssistantTask> {
    const task = this.tasks.create({ project_id, ...fields, ...sourceColumns(source) });
    await this.tasks.manager
      .transaction((transaction) =>
        makeOnce(transaction, terms, async () => {
          await transaction.query(LOCK_TEXT, [task.task]);
          await transaction.insert(AssistantTask, task);
          return task;
        }),
      )
      .catch(toRefusal);
    return withNumericId(task);
  }

  /**
   * Changes the fields that are given.
   * @throws AppError `task_exists`, `project_not_found`
   */
  async updateTask(id: number, patch: PatchTaskDto, source: WriteSource): Promise<AssistantTask | null> {
    const { task, ...fields } = patch;
    await this.tasks.manager
      .transaction(async (transaction) => {
        if (task !== undefined) {
          await transaction.query(LOCK_TEXT, [task]);
          await transaction.query(REWORD, [id, task]);
        }
        await transaction.update(
          AssistantTask,
          { id },
          { ...fields, ...sourceColumns(source), updated_at: () => CHANGED_AT },
        );
      })
      .catch(toRefusal);
    return this.tasks.findOneBy({ id });
  }

  deleteTask(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.tasks, { id }, source);
  }
}

function toRefusal(error: unknown): never {
  if (breaks(error, 'assistant_tasks_pending_text') || breaks(error, 'assistant_tasks_pending_of_project')) {
    throw new AppError(
      'task_exists',
      'A pending task of this project, or without one, has exactly this text.',
    );
  }
  if (breaks(error, 'assistant_tasks_project')) {
    throw new AppError('project_not_found', 'No project has this id.', { members: { suggestions: [] } });
  }
  throw error;
}
