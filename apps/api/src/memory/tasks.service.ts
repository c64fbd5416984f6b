import { Injectable } from '@nestjs/common';
import type { TaskInputDto, TaskResult } from '@groupless/shared-dto';
import { AppError } from '../shared/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../shared/http/json-text';
import { ProjectsRepository } from './projects.repository';
import { TasksRepository } from './tasks.repository';

export interface TaskOutcome {
  result: TaskResult;
  /** A `TaskResultDto`. */
  json: JsonText;
}

const END_STATUS = { done: 'completed', cancel: 'cancelled' } as const;

@Injectable()
export class TasksService {
  constructor(
    private readonly tasks: TasksRepository,
    private readonly projects: ProjectsRepository,
  ) {}

  /**
   * Makes a task unless one with its text is pending.
   * @throws AppError `project_not_found`
   */
  async create({ task, priority, project }: Omit<TaskInputDto, 'action'>): Promise<TaskOutcome> {
    const made = await this.tasks.createTask(task, priority ?? null, project ?? null);
    if (made === null) throw await this.projectNotFound(project ?? '');
    return outcome(made.created ? 'created' : 'exists', made.row);
  }

  /**
   * Completes or cancels the pending task with exactly this text. Doing it again changes nothing.
   * @throws AppError `task_not_found`, `task_not_pending`, `project_not_found`
   */
  async end(
    action: 'done' | 'cancel',
    { task, project }: Omit<TaskInputDto, 'action'>,
  ): Promise<TaskOutcome> {
    if (project !== undefined && !(await this.projects.projectExists(project)))
      throw await this.projectNotFound(project);
    const status = END_STATUS[action];
    const ended = await this.tasks.endTask(task, status);
    if (ended !== null) return outcome(status, ended.row);
    const newest = await this.tasks.findNewestTask(task);
    if (newest === null) throw await this.taskNotFound(task);
    if (newest.status === status) return outcome(`already_${status}`, newest.row);
    throw new AppError('task_not_pending', `The newest task with this text is ${newest.status}.`);
  }

  private async taskNotFound(task: string): Promise<AppError> {
    const suggestions = await this.tasks.listSimilarPending(task);
    return new AppError('task_not_found', 'No task has exactly this text.', { members: { suggestions } });
  }

  private async projectNotFound(name: string): Promise<AppError> {
    const suggestions = await this.projects.listSimilarNames(name);
    return new AppError('project_not_found', 'No project has exactly this name.', {
      members: { suggestions },
    });
  }
}

function outcome(result: TaskResult, row: JsonText): TaskOutcome {
  return { result, json: jsonObject({ result: toJsonText(result), task: row }) };
}
