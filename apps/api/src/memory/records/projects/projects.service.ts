import { Injectable } from '@nestjs/common';
import type { CreateProjectDto, PageDto, PatchProjectDto, ProjectDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { mapPage } from '../../../database/pages/read-entity-page';
import type { AsOfPage } from '../../history/as-of.repository';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../platform/access/caller';
import { sourceOf } from '../../../platform/access/write-source';
import { found } from '../../../platform/errors/found';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import { toProjectDto } from './project.mapper';
import { ProjectsRepository, type ProjectSort } from './projects.repository';

/** Projects as the panel keeps them; nothing else writes them. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  async list({
    sort = 'priority',
    ...page
  }: AsOfPage & { sort?: ProjectSort }): Promise<PageDto<ProjectDto>> {
    return mapPage(await this.projects.listProjects(sort, page), toProjectDto);
  }

  async get(id: number): Promise<ProjectDto> {
    return toProjectDto(found(await this.projects.findProject(id), 'project'));
  }

  /** @throws AppError `name_taken` */
  async create(project: CreateProjectDto, actor: KnownActor): Promise<ProjectDto> {
    const made = await this.projects.insertProject(withoutSecrets(project), sourceOf(actor));
    await this.audit.record(actor, { action: 'project.created', object: `project:${made.id}` });
    this.events.announce('project.updated', made.id);
    return toProjectDto(made);
  }

  /** @throws AppError `not_found`, `name_taken` */
  async patch(id: number, patch: PatchProjectDto, actor: KnownActor): Promise<ProjectDto> {
    const fields = Object.keys(patch).join(', ');
    if (fields === '') return this.get(id);
    const project = found(
      await this.projects.updateProject(id, withoutSecrets(patch), sourceOf(actor)),
      'project',
    );
    await this.audit.record(actor, {
      action: 'project.updated',
      object: `project:${id}`,
      details: { fields },
    });
    this.events.announce('project.updated', id);
    return toProjectDto(project);
  }

  /** Its tasks stay, without a project; its state goes with it. */
  async remove(id: number, actor: KnownActor): Promise<void> {
    found(await this.projects.deleteProject(id, sourceOf(actor)), 'project');
    await this.audit.record(actor, { action: 'project.deleted', object: `project:${id}` });
    this.events.announce('project.updated', id);
  }
}
