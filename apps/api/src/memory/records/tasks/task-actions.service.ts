import { Injectable } from '@nestjs/common';
import type { TaskDto, TaskInputDto, TaskResult, TaskStatus } from '@groupless/shared-dto';
import type { WriteSource } from '../../../platform/access/write-source';
import { AppError, invalidRequest } from '../../../platform/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../../platform/http/json-text';
import { writerOwner } from '../../readers/reader';
import { RowEventsService } from '../../readers/row-events.service';
import { QuarantineService } from '../../fence/quarantine/quarantine.service';
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

/** In which project a task that ends is looked for. */
export interface EndScope {
  named: ScopedProject | null;
  /** Used if none is named. */
  at_hand: ScopedProject | null;
}

/** Where a task that ends may be. */
interface Place {
  /** Null if none is pending there, or several are. */
  end(status: TaskStatus, source: WriteSource): Promise<StoredTask | null>;
  /** The pending one, else the one that ended last. */
  find(): Promise<StoredTask | null>;
  refuseAmbiguous?(): Promise<void>;
}

const END_STATUS = { done: 'completed', cancel: 'cancelled' } as const;
type EndStatus = (typeof END_STATUS)[keyof typeof END_STATUS];

/** Makes and ends tasks for assistants: by their text, within a project or among all, or by their id. */
@Injectable()
export class TaskActionsService {
  constructor(
    private readonly changes: TaskChangesRepository,
    private readonly ofProjects: ProjectTasksRepository,
    private readonly scopes: ProjectScopeService,
    private readonly quarantine: QuarantineService,
    private readonly events: RowEventsService,
  ) {}

  /**
   * Makes a task unless one with its text is pending.
   * @throws AppError `project_not_found`
   */
  async create(
    sent: SentTask & { task: string },
    project: ScopedProject | null,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    const { task, priority = null } = withoutSecrets(sent);
    if (project !== null) return this.createInProject(task, project, priority, source);
    const made = await this.changes.createTask(task, priority, source);
    this.announce(made);
    return made.created ? outcome('created', made.row, made.id) : outcome('exists', made.row);
  }

  /**
   * Completes or cancels a task. Doing it again changes nothing.
   * @throws AppError `task_not_found`, `task_not_pending`, `task_ambiguous`, `invalid_request` where the id is of another task
   */
  async end(
    action: 'done' | 'cancel',
    sent: SentTask,
    scope: EndScope,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    const { task, id } = withoutSecrets(sent);
    const owner = writerOwner(source);
    if (id !== undefined) await this.refuseOther(id, task, scope.named, owner);
    for (const place of id === undefined
      ? this.placesOf(task ?? '', scope, owner)
      : [this.placeOfId(id, owner)]) {
      const outcome = await this.endAt(place, END_STATUS[action], source);
      if (outcome !== null) return outcome;
    }
    if (id !== undefined) throw notFound('No task has this id.', []);
    throw await this.textNotFound(task ?? '', scope, owner);
  }

  /** Null where no task is there. */
  private async endAt(place: Place, status: EndStatus, source: WriteSource): Promise<TaskOutcome | null> {
    for (;;) {
      const ended = await place.end(status, source);
      if (ended !== null) {
        this.announce(ended);
        return outcome(status, ended.row);
      }
      const newest = await place.find();
      if (newest === null) return null;
      if (newest.status === status) return outcome(`already_${status}`, newest.row);
      if (newest.status !== 'pending') {
        throw new AppError('task_not_pending', `The newest task with this text is ${newest.status}.`);
      }
      await place.refuseAmbiguous?.();
      // Another caller made it between the two statements: try again.
    }
  }

  private async createInProject(
    task: string,
    { id, name, private_to }: ScopedProject,
    priority: number | null,
    source: WriteSource,
  ): Promise<TaskOutcome> {
    const made = await this.ofProjects.createTask(task, id, priority, source);
    if (made === null) throw await this.scopes.notFound(name, writerOwner(source));
    this.events.announce('task.updated', made.id, private_to);
    if (!made.created) return outcome('exists', made.row);
    const [similar, completed_before] = await Promise.all([
      this.ofProjects.listSimilar(task, id, writerOwner(source)),
      this.ofProjects.findCompletedBefore(task, id),
    ]);
    return outcome('created', made.row, made.id, {
      similar: JSON.stringify(similar) as JsonText,
      completed_before,
    });
  }

  /** A task of no project is for all. */
  private announce({ id, row }: StoredTask): void {
    const { project_id } = JSON.parse(row) as TaskDto;
    this.events.announce('task.updated', id, project_id === null ? null : undefined);
  }

  /** Where a text is looked for: in the project, and if the caller named none, then among all tasks. */
  private placesOf(task: string, { named, at_hand }: EndScope, owner: string): Place[] {
    const withFormerTexts = (place: Place, project_id: number | null): Place => ({
      ...place,
      end: async (status, source) =>
        (await place.end(status, source)) ?? this.ofProjects.endReworded(task, project_id, status, source),
      find: async () => (await place.find()) ?? this.ofProjects.findEndedReworded(task, project_id, owner),
    });
    const among: Place = {
      end: (status, source) => this.changes.endTask(task, status, source),
      find: () => this.ofProjects.findNewest(task, null, owner),
      refuseAmbiguous: () => this.refuseAmbiguous(task, owner),
    };
    const project = named ?? at_hand;
    if (project === null) return [withFormerTexts(among, null)];
    const inProject: Place = {
      end: (status, source) => this.ofProjects.endTask(task, project.id, status, source),
      find: () => this.ofProjects.findNewest(task, project.id, owner),
    };
    const own = withFormerTexts(inProject, project.id);
    return named === null ? [own, withFormerTexts(among, null)] : [own];
  }

  private placeOfId(id: number, owner: string): Place {
    return {
      end: (status, source) => this.ofProjects.endById(id, status, source),
      find: () => this.ofProjects.findById(id, owner),
    };
  }

  /** A text or a project that is sent with an id must be that of its task. A task without a project suits any project. */
  private async refuseOther(
    id: number,
    task: string | undefined,
    project: ScopedProject | null,
    owner: string,
  ): Promise<void> {
    if (task === undefined && project === null) return;
    const found = await this.ofProjects.findById(id, owner);
    if (found === null) return;
    const known = JSON.parse(found.row) as TaskDto;
    const hasText = task === undefined || known.task.trim() === task.trim();
    if (hasText && (project === null || known.project_id === null || known.project_id === project.id)) return;
    const project_of = known.project_id === null ? 'no project' : `the project with id ${known.project_id}`;
    const [held] = await this.quarantine.listHeldBack('task', [id]);
    const named = held === undefined ? `the task ${JSON.stringify(known.task)}` : 'a task that is held,';
    const message = `id ${id} is ${named} of ${project_of}.`;
    throw invalidRequest([{ field: 'id', code: 'not_allowed', message }]);
  }

  private async refuseAmbiguous(task: string, owner: string): Promise<void> {
    const tasks = await this.changes.listPending(task, owner);
    if (tasks.length < 2) return;
    const detail =
      'Pending tasks of several projects, or of one and none, have this text: name the project, or the id of the task.';
    throw new AppError('task_ambiguous', detail, { members: { tasks } });
  }

  private async textNotFound(task: string, { named }: EndScope, owner: string): Promise<AppError> {
    const suggestions = await this.ofProjects.listSimilar(task, named?.id ?? null, owner);
    const advice =
      suggestions.length === 0
        ? 'No pending task is similar to it.'
        : 'Repeat the text of a pending task exactly; `suggestions` has similar ones.';
    return notFound(`No task has exactly this text. ${advice}`, suggestions);
  }
}

function notFound(detail: string, suggestions: string[]): AppError {
  return new AppError('task_not_found', detail, { members: { suggestions } });
}

function outcome(
  result: TaskResult,
  row: JsonText,
  createdId: string | null = null,
  more: Record<string, JsonText> = {},
): TaskOutcome {
  return { created_id: createdId, json: jsonObject({ result: toJsonText(result), task: row, ...more }) };
}
