import { inject, Injectable } from '@angular/core';
import type {
  CreatePersonDto,
  CreateProjectDto,
  CreateTaskDto,
  EraseDto,
  DecisionDto,
  MemorySearchQueryDto,
  MemoryVersionDto,
  PageDto,
  PatchDecisionDto,
  PatchPersonDto,
  PatchProjectDto,
  PatchSessionDto,
  PatchTaskDto,
  PersonDto,
  ProjectDto,
  ProjectIdentitiesDto,
  ProjectRecordDto,
  PutStateDto,
  QuarantinedDto,
  SearchHitDto,
  SessionDto,
  StateDto,
  TaskDto,
  UndoneSeveralDto,
  UndoPreviewDto,
  UndoSeveralDto,
  VersionKind,
  WorkflowDto,
} from '@groupless/shared-dto';
import { Api } from '../http/api';

/** Where the rows of a kind lie, by their ids; entries of the state lie by their keys. */
const COLLECTIONS = {
  session: 'sessions',
  project: 'projects',
  person: 'people',
  decision: 'decisions',
  task: 'tasks',
  state: null,
} as const satisfies Record<VersionKind, string | null>;

/** What people write into the assistant's memory. */
@Injectable({ providedIn: 'root' })
export class MemoryApi {
  private readonly api = inject(Api);

  /** @throws Problem `name_taken` */
  createProject(project: CreateProjectDto): Promise<ProjectRecordDto> {
    return this.api.post('/api/memory/projects', project);
  }

  /** @throws Problem `name_taken`, `not_found` */
  patchProject(id: number, patch: PatchProjectDto): Promise<ProjectRecordDto> {
    return this.api.patch(`/api/memory/projects/${id}`, patch);
  }

  deleteProject(id: number): Promise<void> {
    return this.api.remove(`/api/memory/projects/${id}`);
  }

  /** @throws Problem `not_found`, `forbidden` */
  shareProject(id: number): Promise<ProjectRecordDto> {
    return this.api.post(`/api/memory/projects/${id}/share`);
  }

  /** One that another project has stays there. */
  addIdentity(id: number, identity: string): Promise<ProjectIdentitiesDto> {
    return this.api.post(`/api/memory/projects/${id}/identities`, { identities: [identity] });
  }

  /** @throws Problem `not_found` */
  removeIdentity(id: number, identity: string): Promise<void> {
    return this.api.delete(`/api/memory/projects/${id}/identities?identity=${encodeURIComponent(identity)}`);
  }

  /** @throws Problem `not_found` */
  mergeProject(id: number, into: number): Promise<ProjectRecordDto> {
    const path = `/api/memory/projects/${id}`;
    return this.api.post(`${path}/merge`, { into }, { removes: path });
  }

  /** @throws Problem `not_found`, `changed_since` */
  undoMerge(id: number): Promise<ProjectRecordDto> {
    return this.api.post(`/api/memory/projects/${id}/merge/undo`);
  }

  createPerson(person: CreatePersonDto): Promise<PersonDto> {
    return this.api.post('/api/memory/people', person);
  }

  patchPerson(id: number, patch: PatchPersonDto): Promise<PersonDto> {
    return this.api.patch(`/api/memory/people/${id}`, patch);
  }

  deletePerson(id: number): Promise<void> {
    return this.api.remove(`/api/memory/people/${id}`);
  }

  /** @throws Problem `task_exists`, `project_not_found` */
  createTask(task: CreateTaskDto): Promise<TaskDto> {
    return this.api.post('/api/memory/tasks', task);
  }

  /** @throws Problem `task_exists`, `project_not_found`, `not_found` */
  patchTask(id: number, patch: PatchTaskDto): Promise<TaskDto> {
    return this.api.patch(`/api/memory/tasks/${id}`, patch);
  }

  deleteTask(id: number): Promise<void> {
    return this.api.remove(`/api/memory/tasks/${id}`);
  }

  /** @throws Problem `not_found` */
  patchDecision(id: number, patch: PatchDecisionDto): Promise<DecisionDto> {
    return this.api.patch(`/api/memory/decisions/${id}`, patch);
  }

  patchSession(id: number, patch: PatchSessionDto): Promise<SessionDto> {
    return this.api.patch(`/api/memory/sessions/${id}`, patch);
  }

  deleteSession(id: number): Promise<void> {
    return this.api.remove(`/api/memory/sessions/${id}`);
  }

  putState(key: string, entry: PutStateDto, scope?: StateScope): Promise<StateDto> {
    return this.api.put(statePath(key, scope), entry);
  }

  deleteState(key: string, scope?: StateScope): Promise<void> {
    return this.api.remove(statePath(key, scope));
  }

  readProject(id: number): Promise<ProjectDto> {
    return this.api.get(`/api/memory/projects/${id}`);
  }

  search(query: MemorySearchQueryDto): Promise<PageDto<SearchHitDto>> {
    return this.api.get('/api/memory/search', { ...query });
  }

  /** @throws Problem `not_found`, `version_mismatch` */
  releaseHeld(row: QuarantinedDto): Promise<QuarantinedDto> {
    return this.decideHeld(row, 'release');
  }

  /** @throws Problem `not_found`, `version_mismatch` */
  discardHeld(row: QuarantinedDto): Promise<QuarantinedDto> {
    return this.decideHeld(row, 'discard');
  }

  /** @throws Problem `not_found`, `changed_since` */
  undoChange(version: number): Promise<MemoryVersionDto> {
    return this.api.post(`/api/memory/history/${version}/undo`);
  }

  previewUndo(wish: UndoSeveralDto): Promise<UndoPreviewDto> {
    return this.api.post('/api/memory/history/undo/preview', wish);
  }

  undoAll(wish: UndoSeveralDto): Promise<UndoneSeveralDto> {
    return this.api.post('/api/memory/history/undo', wish);
  }

  /** @throws Problem `not_found`, `confirmation_required` */
  erase(row: EraseDto & { kind: VersionKind }): Promise<void> {
    const collection = COLLECTIONS[row.kind];
    return this.api.post('/api/memory/erase', row, {
      ...(collection === null ? {} : { removes: `/api/memory/${collection}/${row.id}` }),
    });
  }

  switchWebhook(id: string, active: boolean): Promise<WorkflowDto> {
    return this.api.post(`/api/workflows/${id}/${active ? 'activate' : 'deactivate'}`);
  }

  /** The old URL is dead at once. */
  rotateWebhook(id: string): Promise<WorkflowDto> {
    return this.api.post(`/api/workflows/${id}/rotate`);
  }

  /** About the text that the user has read, and no other. */
  private decideHeld({ id, digest }: QuarantinedDto, what: 'release' | 'discard'): Promise<QuarantinedDto> {
    return this.api.post(`/api/memory/quarantine/${id}/${what}`, undefined, { etag: `"${digest}"` });
  }
}

/** Which of the entries with a key: the one of a project, or the one with an id. */
export type StateScope = { project: string } | { id: number | string };

export function statePath(key: string, scope?: StateScope): string {
  const path = `/api/memory/state/${encodeURIComponent(key)}`;
  return scope === undefined
    ? path
    : `${path}?${new URLSearchParams(Object.entries(scope).map(([name, value]) => [name, String(value)]))}`;
}
