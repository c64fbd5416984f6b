import { Injectable } from '@nestjs/common';
import type { CreateProjectDto, PatchProjectDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { PageInput } from '../../../database/read-page';
import { EventsService } from '../../../events/events.service';
import type { Actor } from '../../../shared/access/caller';
import type { JsonText } from '../../../shared/http/json-text';
import { found } from '../../found';
import { ProjectsRepository, type ProjectSort } from './projects.repository';
import type { StoredRow } from '../../row-json';

/** Projects as the panel keeps them; nothing else writes them. Rows are `ProjectDto`s as JSON. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  list({ sort = 'priority', ...page }: PageInput & { sort?: ProjectSort }): Promise<JsonText> {
    return this.projects.listProjects(sort, page);
  }

  async get(id: number): Promise<JsonText> {
    return found(await this.projects.findProject(id), 'project');
  }

  /** @throws AppError `name_taken` */
  async create(project: CreateProjectDto, actor: Actor): Promise<StoredRow> {
    const made = await this.projects.insertProject(project);
    await this.audit.record(actor, { action: 'project.created', object: `project:${made.id}` });
    this.events.announce('project.updated', made.id);
    return made;
  }

  /** @throws AppError `not_found`, `name_taken` */
  async patch(id: number, patch: PatchProjectDto, actor: Actor): Promise<JsonText> {
    const fields = Object.keys(patch).join(', ');
    if (fields === '') return this.get(id);
    const row = found(await this.projects.updateProject(id, patch), 'project');
    await this.audit.record(actor, {
      action: 'project.updated',
      object: `project:${id}`,
      details: { fields },
    });
    this.events.announce('project.updated', id);
    return row;
  }

  /** Its tasks stay, without a project. */
  async remove(id: number, actor: Actor): Promise<void> {
    found(await this.projects.deleteProject(id), 'project');
    await this.audit.record(actor, { action: 'project.deleted', object: `project:${id}` });
    this.events.announce('project.updated', id);
  }
}
