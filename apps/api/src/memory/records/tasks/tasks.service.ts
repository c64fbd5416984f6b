import { Injectable } from '@nestjs/common';
import type {
  CreateTaskDto,
  PageDto,
  PatchTaskDto,
  TaskDto,
  TaskInputDto,
  TaskResult,
  TaskStatus,
} from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../versions/as-of.repository';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../shared/access/caller';
import { AppError } from '../../../shared/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../../shared/http/json-text';
import { found } from '../../../shared/errors/found';
import { sourceOf, type WriteSource } from '../../../shared/access/write-source';
import { ProjectScopeService } from '../projects/project-scope.service';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { TaskChangesRepository } from './task-changes.repository';
import { toTaskDto } from './task.mapper';
import { TasksRepository, type TaskSort } from './tasks.repository';

export interface TaskOutcome {
  /** Of a task that was just made. */
  created_id: string | null;
  /** A `TaskResultDto`. */
  json: JsonText;
}

const END_STATUS = { done: 'completed', cancel: 'cancelled' } as const;

@Injectable()
export class TasksService {
  constructor(
    private readonly tasks: TasksRepository,
    private readonly changes: TaskChangesRepository,
    private readonly scopes: ProjectScopeService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * Makes, completes or cancels a task: see `create()` and `end()`.
   * @param at_hand the identity of the project to which it belongs if it names none
   */
  async change(
    { action, ...sent }: TaskInputDto,
    source: WriteSource,
    at_hand: string | null = null,
  ): Promise<TaskOutcome> {
    const project = (await this.scopes.findOrMake(sent.project, at_hand, source))?.name;
    const task = withoutSecrets(project === undefined ? sent : { ...sent, project });
    return action === 'create' ? this.create(task, source) : this.end(action, task, source);
  }

  /**
   * Makes a task unless one with its text is pending.
   * @throws AppError `project_not_found`
   */
  async create(
    { task, priority, project }: Omit<TaskInputDto, 'action'>,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    const made = await this.changes.createTask(task, priority ?? null, project ?? null, source);
    if (made === null) throw await this.scopes.notFound(project ?? '');
    this.events.announce('task.updated', made.id);
    return made.created ? outcome('created', made.row, made.id) : outcome('exists', made.row);
  }

  /**
   * Completes or cancels the pending task with exactly this text. Doing it again changes nothing.
   * @throws AppError `task_not_found`, `task_not_pending`, `project_not_found`
   */
  async end(
    action: 'done' | 'cancel',
    { task, project }: Omit<TaskInputDto, 'action'>,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    await this.scopes.find(project);
    const status = END_STATUS[action];
    for (;;) {
      const ended = await this.changes.endTask(task, status, source);
      if (ended !== null) {
        this.events.announce('task.updated', ended.id);
        return outcome(status, ended.row);
      }
      const newest = await this.changes.findNewestTask(task);
      if (newest === null) throw await this.taskNotFound(task);
      if (newest.status === status) return outcome(`already_${status}`, newest.row);
      if (newest.status !== 'pending') {
        throw new AppError('task_not_pending', `The newest task with this text is ${newest.status}.`);
      }
      // Another caller made it between the two statements: so it can be ended.
    }
  }

  /** @param status one status or several by comma; none: all of them */
  async list({
    status,
    project,
    sort = 'priority',
    ...page
  }: AsOfPage & { status?: string; project?: string; sort?: TaskSort }): Promise<PageDto<TaskDto>> {
    const statuses = (status?.split(',') ?? []) as TaskStatus[];
    return mapPage(await this.tasks.listTasks(statuses, project, sort, page), toTaskDto);
  }

  async get(id: number): Promise<TaskDto> {
    return toTaskDto(found(await this.tasks.findTask(id), 'task'));
  }

  /** @throws AppError `task_exists`, `project_not_found` */
  async insert(task: CreateTaskDto, actor: KnownActor): Promise<TaskDto> {
    const made = await this.tasks.insertTask(withoutSecrets(task), sourceOf(actor));
    await this.audit.record(actor, { action: 'task.created', object: `task:${made.id}` });
    this.events.announce('task.updated', made.id);
    return toTaskDto(made);
  }

  /** @throws AppError `not_found`, `task_exists`, `project_not_found` */
  async patch(id: number, patch: PatchTaskDto, actor: KnownActor): Promise<TaskDto> {
    const fields = Object.keys(patch).join(', ');
    if (fields === '') return this.get(id);
    const task = found(await this.tasks.updateTask(id, withoutSecrets(patch), sourceOf(actor)), 'task');
    await this.audit.record(actor, { action: 'task.updated', object: `task:${id}`, details: { fields } });
    this.events.announce('task.updated', id);
    return toTaskDto(task);
  }

  async remove(id: number, actor: KnownActor): Promise<void> {
    found(await this.tasks.deleteTask(id, sourceOf(actor)), 'task');
    await this.audit.record(actor, { action: 'task.deleted', object: `task:${id}` });
    this.events.announce('task.updated', id);
  }

  private async taskNotFound(task: string): Promise<AppError> {
    const suggestions = await this.changes.listSimilarPending(task);
    const advice =
      suggestions.length === 0
        ? 'No pending task is similar to it.'
        : 'Repeat the text of a pending task exactly; `suggestions` has similar ones.';
    return new AppError('task_not_found', `No task has exactly this text. ${advice}`, {
      members: { suggestions },
    });
  }
}

function outcome(result: TaskResult, row: JsonText, createdId: string | null = null): TaskOutcome {
  return { created_id: createdId, json: jsonObject({ result: toJsonText(result), task: row }) };
}
