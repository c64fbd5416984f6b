import { Injectable } from '@nestjs/common';
import type {
  CreateTaskDto,
  PageDto,
  PatchTaskDto,
  TaskDto,
  TaskInputDto,
  TaskResultDto,
  TaskStatus,
} from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { RequestKey } from '../../../database/request-keys';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../history/as-of/as-of.statements';
import type { KnownActor } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock';
import { invalidRequest } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import type { JsonText } from '../../../platform/http/json-text';
import { placeOwnerOf, sourceOf, type WriteSource } from '../../../platform/access/write-source';
import { writerOwner, type Reader } from '../../readers/reader';
import { ReadersService } from '../../readers/readers.service';
import { RowEventsService } from '../../readers/row-events.service';
import { QuarantineService } from '../../fence/quarantine/quarantine.service';
import type { ListScope } from '../projects/list-scope';
import { ProjectScopeService } from '../projects/project-scope.service';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { saidAt } from '../said-at';
import { partPlace } from '../../session-place';
import { TaskActionsService, type TaskOutcome } from './task-actions.service';
import { toTaskDto } from './task.mapper';
import { TasksRepository, type TaskSort } from './tasks.repository';

/** The most open tasks that a model is told. */
const MOST_LISTED = 50;
/** What a model is told in place of a text that no assistant may see. */
const HELD_TEXT = 'held: a person has to release its text';

@Injectable()
export class TasksService {
  constructor(
    private readonly tasks: TasksRepository,
    private readonly actions: TaskActionsService,
    private readonly scopes: ProjectScopeService,
    private readonly quarantine: QuarantineService,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
    private readonly clock: Clock,
    private readonly readers: ReadersService,
  ) {}

  /**
   * Makes, completes or cancels a task of the project that is named, else of the one at hand, else of none. If none
   * is named and the project at hand does not have the task to end, it is looked for among all.
   * @param at_hand the identity of the project to which it belongs if it names none
   * @throws AppError `project_not_found`, `project_ambiguous`, and as `TaskActionsService`
   */
  async change(
    input: TaskInputDto,
    writer: WriteSource,
    at_hand: string | null = null,
  ): Promise<TaskOutcome> {
    const { place, sent: told } = partPlace(input);
    const { action, project: named, said_at, ...sent } = told;
    const source = { ...writer, said_at: saidAt('said_at', said_at, this.clock.now(), writer), place };
    if (action === 'create') {
      const task = withText(sent);
      return this.actions.create(task, await this.scopes.findOrMake(named, at_hand, source), source);
    }
    const scope = {
      named: await this.scopes.find(named, writerOwner(source)),
      at_hand: await this.scopes.findAtHand(at_hand, placeOwnerOf(source)),
    };
    return this.actions.end(action, sent, scope, source);
  }

  /**
   * The same for a model: if it ends a task by its id, the answer leaves out a text that no assistant may see.
   * @throws AppError as `change()`
   */
  async changeForModel(sent: TaskInputDto, source: WriteSource, at_hand: string | null): Promise<JsonText> {
    const { json } = await this.change(sent, source, at_hand);
    if (sent.id === undefined) return json;
    const [held] = await this.quarantine.listHeldBack('task', [sent.id]);
    if (held === undefined) return json;
    const answer = JSON.parse(json) as TaskResultDto;
    return JSON.stringify({ ...answer, task: { ...answer.task, task: HELD_TEXT } }) as JsonText;
  }

  /**
   * @param status one status or several by comma; none: all of them
   * @throws AppError `project_not_found`, `project_ambiguous`
   */
  async list(
    {
      status,
      project: named,
      without_project,
      sort = 'priority',
      ...page
    }: AsOfPage & ListScope & { status?: string; sort?: TaskSort },
    reader: Reader,
  ): Promise<PageDto<TaskDto>> {
    const statuses = (status?.split(',') ?? []) as TaskStatus[];
    const project = await this.scopes.findListed(
      { project: named, without_project },
      reader.owner,
      page.as_of,
    );
    return mapPage(await this.tasks.listTasks(statuses, project, sort, page, reader), toTaskDto);
  }

  /**
   * The open tasks, each as `#id priority text`: of a project, or of all.
   * @throws AppError `project_not_found`, `project_ambiguous`
   */
  async listOpen(project: string | undefined, reader: Reader): Promise<{ tasks: string[]; total: number }> {
    const asked = { status: 'pending', limit: MOST_LISTED, ...(project === undefined ? {} : { project }) };
    const { items, total } = await this.list(asked, reader);
    const ids = items.map(({ id }) => id);
    const held = new Set(await this.quarantine.listHeldBack('task', ids));
    const textOf = ({ id, task }: TaskDto) => (held.has(id) ? HELD_TEXT : task);
    return { tasks: items.map((task) => `#${task.id} ${task.priority} ${textOf(task)}`), total };
  }

  /** @throws AppError `not_found` */
  async get(id: number, reader: Reader): Promise<TaskDto> {
    return toTaskDto(found(await this.tasks.findTask(id, reader), 'task'));
  }

  /** @throws RequestedBefore; AppError `task_exists`, `project_not_found`, `idempotency_key_reused` */
  async insert(task: CreateTaskDto, actor: KnownActor, request: RequestKey | null = null): Promise<TaskDto> {
    await this.scopes.demand(task.project_id, (await this.readers.of(actor)).owner);
    const terms = { source: sourceOf(actor), request, now: this.clock.now() };
    const made = await this.tasks.insertTask(withoutSecrets(task), terms);
    await this.audit.record(actor, { action: 'task.created', object: `task:${made.id}` });
    this.events.announce('task.updated', made.id, made.project_id === null ? null : undefined);
    return toTaskDto(made);
  }

  /** @throws AppError `not_found`, `task_exists`, `project_not_found` */
  async patch(id: number, patch: PatchTaskDto, actor: KnownActor): Promise<TaskDto> {
    const fields = Object.keys(patch).join(', ');
    const reader = await this.readers.of(actor);
    const known = found(await this.tasks.findTask(id, reader), 'task');
    if (fields === '') return toTaskDto(known);
    const { project_id } = patch;
    if (project_id !== undefined && project_id !== known.project_id) {
      const project = await this.scopes.demand(project_id, reader.owner);
      if ((project?.private_to ?? null) !== known.private_to) throw notAlike();
    }
    const task = found(await this.tasks.updateTask(id, withoutSecrets(patch), sourceOf(actor)), 'task');
    await this.audit.record(actor, { action: 'task.updated', object: `task:${id}`, details: { fields } });
    this.events.announce('task.updated', id);
    return toTaskDto(task);
  }

  async remove(id: number, actor: KnownActor): Promise<void> {
    await this.get(id, await this.readers.of(actor));
    found(await this.tasks.deleteTask(id, sourceOf(actor)), 'task');
    await this.audit.record(actor, { action: 'task.deleted', object: `task:${id}` });
    this.events.announce('task.updated', id);
  }
}

function notAlike() {
  const message = 'A task of a private project goes to no other: share the project first.';
  return invalidRequest([{ field: 'project_id', code: 'not_allowed', message }]);
}

/** @throws AppError `invalid_request` where it has none, or an id, which only tasks that are stored have */
function withText<Sent extends { task?: string; id?: number }>({ id, task, ...sent }: Sent) {
  if (task === undefined)
    throw invalidRequest([{ field: 'task', code: 'required', message: 'task is required.' }]);
  if (id !== undefined)
    throw invalidRequest([{ field: 'id', code: 'not_allowed', message: 'id is for done and cancel alone.' }]);
  return { ...sent, task };
}
