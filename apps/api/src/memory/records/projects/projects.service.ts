import { Injectable } from '@nestjs/common';
import type { CreateProjectDto, PageDto, PatchProjectDto, ProjectRecordDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { AsOfPage } from '../../history/as-of/as-of.statements';
import type { RequestKey } from '../../../database/request-keys';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock';
import { sourceOf } from '../../../platform/access/write-source';
import { found } from '../../../platform/errors/found';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import type { AssistantProject } from './assistant-project.entity';
import { shownIdentities } from './identities/identity';
import { ProjectIdentitiesRepository } from './identities/project-identities.repository';
import { toProjectDto } from './project.mapper';
import { ProjectsRepository, type ProjectSort } from './projects.repository';

/** Projects, for the panel and the tool `describe`. `ProjectFoldersService` makes those of folders. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly identities: ProjectIdentitiesRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  async list({
    sort = 'priority',
    ...page
  }: AsOfPage & { sort?: ProjectSort }): Promise<PageDto<ProjectRecordDto>> {
    const listed = await this.projects.listProjects(sort, page);
    return { ...listed, items: await this.describe(listed.items) };
  }

  async get(id: number): Promise<ProjectRecordDto> {
    return this.describeOne(found(await this.projects.findProject(id), 'project'));
  }

  /** @throws RequestedBefore; AppError `name_taken`, `idempotency_key_reused` */
  async create(
    project: CreateProjectDto,
    actor: KnownActor,
    request: RequestKey | null = null,
  ): Promise<ProjectRecordDto> {
    const terms = { source: sourceOf(actor), request, now: this.clock.now() };
    const made = await this.projects.insertProject(withoutSecrets(project), terms);
    await this.audit.record(actor, { action: 'project.created', object: `project:${made.id}` });
    this.events.announce('project.updated', made.id);
    return this.describeOne(made);
  }

  /** @throws AppError `not_found`, `name_taken` */
  async patch(id: number, patch: PatchProjectDto, actor: KnownActor): Promise<ProjectRecordDto> {
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
    return this.describeOne(project);
  }

  /** Its tasks stay, without a project; its state goes with it. */
  async remove(id: number, actor: KnownActor): Promise<void> {
    found(await this.projects.deleteProject(id, sourceOf(actor)), 'project');
    await this.audit.record(actor, { action: 'project.deleted', object: `project:${id}` });
    this.events.announce('project.updated', id);
  }

  private async describeOne(project: AssistantProject): Promise<ProjectRecordDto> {
    const [described] = await this.describe([project]);
    return found(described ?? null, 'project');
  }

  private async describe(projects: readonly AssistantProject[]): Promise<ProjectRecordDto[]> {
    const identities = await this.identities.listOf(projects.map(({ id }) => id));
    return projects.map((project) => ({
      ...toProjectDto(project),
      identities: shownIdentities(identities.get(project.id) ?? []),
    }));
  }
}
