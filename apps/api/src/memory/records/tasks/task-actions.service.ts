import { Injectable } from '@nestjs/common';
import type { TaskInputDto, TaskResult, TaskStatus } from '@groupless/shared-dto';
import { EventsService } from '../../../events/events.service';
import type { WriteSource } from '../../../shared/access/write-source';
import { AppError, invalidRequest } from '../../../shared/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../../shared/http/json-text';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import type { ScopedProject } from '../projects/named-project';
import { ProjectScopeService } from '../projects/project-scope.service';
import { ProjectTasksRepository } from './project-tasks.repository';
import { TaskChangesRepository, type StoredTask } from './task-changes.repository';

export interface TaskOutcome {
  /** Of a task that was just made. */
  created_id: string | null;
  /** A `TaskResultDto`. */
  json: JsonText;
}

type SentTask = Omit<TaskInputDto, 'action'>;

const END_STATUS = { done: 'completed', cancel: 'cancelled' } as const;

/** Tasks as assistants make and end them: by their text, within a project or among all. */
@Injectable()
export class TaskActionsService {
  constructor(
    private readonly changes: TaskChangesRepository,
    private readonly ofProjects: ProjectTasksRepository,
    private readonly scopes: ProjectScopeService,
    private readonly events: EventsService,
  ) {}

  /**
   * Makes a task unless one with its text is pending.
   * @throws AppError `project_not_found`
   */
  async create(sent: SentTask, project: ScopedProject | null, source: WriteSource): Promise<TaskOutcome> {
    const { task, priority = null } = withoutSecrets(sent);
    if (task === undefined) throw textIsRequired();
    if (project !== null) return this.createInProject(task.trim(), project, priority, source);
    const made = await this.changes.createTask(task, priority, source);
    this.events.announce('task.updated', made.id);
    return made.created ? outcome('created', made.row, made.id) : outcome('exists', made.row);
  }

  /**
   * Completes or cancels a task. Doing it again changes nothing.
   * @throws AppError `task_not_found`, `task_not_pending`, `task_ambiguous`
   */
  async end(
    action: 'done' | 'cancel',
    sent: SentTask,
    project: ScopedProject | null,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    const { task, id } = withoutSecrets(sent);
    const status = END_STATUS[action];
    const means = this.meantBy(id ?? task ?? '', project);
    for (;;) {
      const ended = await means.end(status, source);
      if (ended !== null) {
        this.events.announce('task.updated', ended.id);
        return outcome(status, ended.row);
      }
      const newest = await means.find();
      if (newest === null) throw await means.notFound();
      if (newest.status === status) return outcome(`already_${status}`, newest.row);
      if (newest.status !== 'pending') {
        throw new AppError('task_not_pending', `The newest task with this text is ${newest.status}.`);
      }
      if (project === null && id === undefined) await this.refuseAmbiguous(task ?? '');
      // Another caller made it between the two statements: so it can be ended.
    }
  }

  private async createInProject(
    task: string,
    { id, name }: ScopedProject,
    priority: number | null,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    const made = await this.ofProjects.createTask(task, id, priority, source);
    if (made === null) throw await this.scopes.notFound(name);
    this.events.announce('task.updated', made.id);
    if (!made.created) return outcome('exists', made.row);
    const [similar, completed_before] = await Promise.all([
      this.ofProjects.listSimilar(task, id),
      this.ofProjects.findCompletedBefore(task, id),
    ]);
    return outcome('created', made.row, made.id, {
      similar: JSON.stringify(similar) as JsonText,
      completed_before,
    });
  }

  /** How the task is ended and found that an id, a text of a project, or a text means. */
  private meantBy(known: number | string, project: ScopedProject | null) {
    if (typeof known === 'number')
      return {
        end: (status: TaskStatus, source: WriteSource) => this.ofProjects.endById(known, status, source),
        find: () => this.ofProjects.findById(known),
        notFound: () => Promise.resolve(notFound('No task has this id.', [])),
      };
    if (project === null)
      return {
        end: (status: TaskStatus, source: WriteSource) => this.changes.endTask(known, status, source),
        find: () => this.changes.findNewestTask(known),
        notFound: async () => taskNotFound(await this.changes.listSimilarPending(known)),
      };
    const text = known.trim();
    return {
      end: (status: TaskStatus, source: WriteSource): Promise<StoredTask | null> =>
        this.ofProjects.endTask(text, project.id, status, source),
      find: () => this.ofProjects.findNewest(text, project.id),
      notFound: async () => taskNotFound(await this.ofProjects.listSimilar(text, project.id)),
    };
  }

  private async refuseAmbiguous(task: string): Promise<void> {
    const tasks = await this.changes.listPendingOfProjects(task);
    if (tasks.length < 2) return;
    const detail =
      'Pending tasks of several projects have this text: name the project, or the id of the task.';
    throw new AppError('task_ambiguous', detail, { members: { tasks } });
  }
}

function taskNotFound(suggestions: string[]): AppError {
  const advice =
    suggestions.length === 0
      ? 'No pending task is similar to it.'
      : 'Repeat the text of a pending task exactly; `suggestions` has similar ones.';
  return notFound(`No task has exactly this text. ${advice}`, suggestions);
}

function notFound(detail: string, suggestions: string[]): AppError {
  return new AppError('task_not_found', detail, { members: { suggestions } });
}

function textIsRequired(): AppError {
  return invalidRequest([{ field: 'task', code: 'required', message: 'task is required.' }]);
}

function outcome(
  result: TaskResult,
  row: JsonText,
  createdId: string | null = null,
  more: Record<string, JsonText> = {},
): TaskOutcome {
  return { created_id: createdId, json: jsonObject({ result: toJsonText(result), task: row, ...more }) };
}
