import { Injectable } from '@nestjs/common';
import type { CreateProjectDto, PageDto, PatchProjectDto, ProjectRecordDto } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { AsOfPage } from '../../history/as-of/as-of.statements';
import type { RequestKey } from '../../../database/request-keys';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock';
import { ownerOf, placeOwnerOf, sourceOf } from '../../../platform/access/write-source';
import { AppError } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import type { AssistantProject } from './assistant-project.entity';
import { isOfMachine } from '@groupless/shared-dto';
import { ReadersService } from '../../readers/readers.service';
import { privateName, sharedName, shownIdentities, shownIdentity } from './identities/identity';
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
    private readonly readers: ReadersService,
  ) {}

  async list(
    { sort = 'priority', ...page }: AsOfPage & { sort?: ProjectSort },
    actor: KnownActor,
  ): Promise<PageDto<ProjectRecordDto>> {
    const listed = await this.projects.listProjects(sort, page, await this.readers.of(actor));
    return { ...listed, items: await this.describe(listed.items, actor) };
  }

  /** @throws AppError `not_found`, also where it is private to somebody else */
  async get(id: number, actor: KnownActor): Promise<ProjectRecordDto> {
    return this.describeOne(await this.find(id, actor), actor);
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
    return this.describeOne(made, actor);
  }

  /** @throws AppError `not_found`, `name_taken` */
  async patch(id: number, patch: PatchProjectDto, actor: KnownActor): Promise<ProjectRecordDto> {
    const fields = Object.keys(patch).join(', ');
    const known = await this.find(id, actor);
    if (fields === '') return this.describeOne(known, actor);
    const changes = withoutSecrets(await this.withPlace(known, patch));
    const project = found(await this.projects.updateProject(id, changes, sourceOf(actor)), 'project');
    await this.audit.record(actor, {
      action: 'project.updated',
      object: `project:${id}`,
      details: { fields },
    });
    this.events.announce('project.updated', id, project.private_to);
    return this.describeOne(project, actor);
  }

  /**
   * Shows a private project, and what it has, to everybody. Its name no longer tells its place.
   * @throws AppError `not_found`; `forbidden` to others than its owner, who alone shares it
   */
  async share(id: number, actor: KnownActor): Promise<ProjectRecordDto> {
    const known = await this.find(id, actor);
    if (known.private_to === null) return this.describeOne(known, actor);
    if (known.private_to !== ownerOf(actor.caller))
      throw new AppError('forbidden', 'Only the owner of a private project shares it.');
    const label = sharedName(known.name, await this.placeOf(id));
    const share = (name: string) => this.projects.share(id, name, sourceOf(actor));
    const shared = await share(label).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'name_taken')) throw error;
      return share(`${label} ${id}`);
    });
    await this.audit.record(actor, { action: 'project.shared', object: `project:${id}` });
    this.events.announce('project.updated', id);
    return this.describeOne(found(shared, 'project'), actor);
  }

  /** Its tasks stay, without a project; its state goes with it. */
  async remove(id: number, actor: KnownActor): Promise<void> {
    const { private_to } = await this.find(id, actor);
    found(await this.projects.deleteProject(id, sourceOf(actor)), 'project');
    await this.audit.record(actor, { action: 'project.deleted', object: `project:${id}` });
    this.events.announce('project.updated', id, private_to);
  }

  /** @throws AppError `not_found` */
  async find(id: number, actor: KnownActor): Promise<AssistantProject> {
    return found(await this.projects.findProject(id, await this.readers.of(actor)), 'project');
  }

  /** Where it is on the machine of its owner, as it is stored. */
  private async placeOf(id: number): Promise<string> {
    return (await this.identities.list(id)).find(isOfMachine) ?? '';
  }

  /** The name of a private project has its place, so that nobody learns of it by a name that is taken. */
  private async withPlace(
    { id, private_to }: AssistantProject,
    patch: PatchProjectDto,
  ): Promise<PatchProjectDto> {
    const { name } = patch;
    if (name === undefined || private_to === null) return patch;
    const place = await this.placeOf(id);
    return { ...patch, name: privateName(sharedName(name, place), shownIdentity(place)) };
  }

  private async describeOne(project: AssistantProject, actor: KnownActor): Promise<ProjectRecordDto> {
    const [described] = await this.describe([project], actor);
    return found(described ?? null, 'project');
  }

  private async describe(
    projects: readonly AssistantProject[],
    actor: KnownActor,
  ): Promise<ProjectRecordDto[]> {
    const owner = placeOwnerOf(sourceOf(actor));
    const identities = await this.identities.listOf(projects.map(({ id }) => id));
    return projects.map((project) => ({
      ...toProjectDto(project),
      identities: shownIdentities(identities.get(project.id) ?? [], owner),
      ...(project.private_to === null ? {} : { private_to: project.private_to }),
    }));
  }
}
