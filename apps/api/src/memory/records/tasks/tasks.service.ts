import { Injectable } from '@nestjs/common';
import type {
  CreateTaskDto,
  PageDto,
  PatchTaskDto,
  TaskDto,
  TaskInputDto,
  TaskStatus,
} from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../versions/as-of.repository';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../shared/access/caller';
import { found } from '../../../shared/errors/found';
import { sourceOf, type WriteSource } from '../../../shared/access/write-source';
import { ProjectScopeService } from '../projects/project-scope.service';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { TaskActionsService, type TaskOutcome } from './task-actions.service';
import { toTaskDto } from './task.mapper';
import { TasksRepository, type TaskSort } from './tasks.repository';

@Injectable()
export class TasksService {
  constructor(
    private readonly tasks: TasksRepository,
    private readonly actions: TaskActionsService,
    private readonly scopes: ProjectScopeService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /**
   * Makes, completes or cancels a task of the project that is named, else of the one at hand, else of none.
   * @param at_hand the identity of the project to which it belongs if it names none
   * @throws AppError `project_not_found`, `project_ambiguous`, and as `TaskActionsService`
   */
  async change(
    { action, project: named, ...sent }: TaskInputDto,
    source: WriteSource,
    at_hand: string | null = null,
  ): Promise<TaskOutcome> {
    const project = await this.scopes.findOrMake(named, at_hand, source);
    return action === 'create'
      ? this.actions.create(sent, project, source)
      : this.actions.end(action, sent, project, source);
  }

  /** Makes a task that belongs to no project, unless one with its text is pending. */
  create(task: Omit<TaskInputDto, 'action' | 'project'>, source: WriteSource): Promise<TaskOutcome> {
    return this.actions.create(task, null, source);
  }

  /** Completes or cancels the pending task with exactly this text, to whatever project it belongs. */
  end(
    action: 'done' | 'cancel',
    task: Omit<TaskInputDto, 'action' | 'project'>,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    return this.actions.end(action, task, null, source);
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
}
