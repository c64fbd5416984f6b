import { Injectable } from '@nestjs/common';
import {
  isBarePath,
  isCommit,
  isOfMachine,
  isRemote,
  projectNames,
  withoutMachineId,
  type CreateProjectDto,
  type FolderProjectDto,
  type FolderProjectQueryDto,
  type ProjectIdentitiesDto,
} from '@groupless/shared-dto';
import { AuditService } from '../../../../audit/audit.service';
import { OF_NO_REQUEST } from '../../../../database/request-keys';
import { EventsService } from '../../../../events/events.service';
import { demandOfMemoryKey, satisfies } from '../../../../platform/access/access.decorators';
import type { KnownActor } from '../../../../platform/access/caller';
import { demandOneOf } from '../../../../platform/access/demand';
import { placeOwnerOf, sourceOf, type WriteSource } from '../../../../platform/access/write-source';
import { looksLikeAnother } from '../../../../platform/addresses/look-alike';
import { AppError, invalidRequest } from '../../../../platform/errors/app-error';
import { found } from '../../../../platform/errors/found';
import { withoutSecrets } from '../../../fence/secrets/mask-secrets';
import { ReadersService } from '../../../readers/readers.service';
import type { AssistantProject } from '../assistant-project.entity';
import {
  identityOf,
  ownIdentity,
  privateIdentity,
  privateName,
  shownIdentities,
  shownIdentity,
} from './identity';
import type { ScopedProject } from '../named-project';
import { ProjectIdentitiesRepository, type IdentifiedProject } from './project-identities.repository';
import { ProjectsRepository } from '../projects.repository';

const WRITER = demandOfMemoryKey('operator');

/** Finds the project of a folder by all that the folder is known by. */
@Injectable()
export class ProjectFoldersService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly identities: ProjectIdentitiesRepository,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly readers: ReadersService,
  ) {}

  /**
   * The project of a folder, which gets those of the identities that it did not have; one is made where none is known.
   * @param sent the surest first
   * @param actor by whom a known project learns new remotes, for the audit
   * @throws AppError `invalid_request`
   */
  async projectOf(
    { identities: sent, only_known = false }: FolderProjectQueryDto,
    source: WriteSource,
    actor: KnownActor | null = null,
  ): Promise<FolderProjectDto> {
    const named = identitiesOf(sent, source);
    const owned = source.owner === null ? [] : named.map((one) => privateIdentity(one, source.owner ?? ''));
    const asked = [...new Set([...named, ...named.map(withoutMachineId), ...owned])];
    const known = (await this.identities.find(asked)).filter((one) => !isOfNamesake(one, asked));
    const own = projectIn(known, asked);
    const other = hasOtherCommit(own, asked) ? { has_other_commit: true as const } : {};
    if (only_known)
      return { project: own?.name ?? null, is_new: own === null, also: othersIn(known, own), ...other };
    const existing = own ?? (await this.named(asked));
    const project = existing ?? (await this.make(asked, known, source));
    // A path without a machine becomes the place of the first person who uses it.
    for (const { identity, id } of known)
      if (isBarePath(identity) && id === project.id)
        await this.identities.claim(identity, `${identity}#${placeOwnerOf(source) ?? ''}`);
    const added = await this.identities.add(
      project.id,
      // Another first commit would be the project's own from then on, and nobody would hear of it again.
      asked.filter(
        (identity) =>
          !isBarePath(identity) &&
          // A private project has what others may have, too, as its owner's alone; no other has it so.
          (isOfMachine(identity) || named.includes(identity) === (project.private_to === null)) &&
          withIdOf(identity, asked).length === 0 &&
          !('has_other_commit' in other && isCommit(identity)),
      ),
    );
    if (existing !== null && actor !== null) await this.noteAdded(existing.id, added.filter(isRemote), actor);
    return { project: project.name, is_new: own === null, also: othersIn(known, project), ...other };
  }

  private async noteAdded(id: number, added: readonly string[], actor: KnownActor): Promise<void> {
    if (added.length === 0) return;
    const details = { identities: added.map(shownIdentity).join(', ') };
    await this.audit.record(actor, { action: 'project.identity_added', object: `project:${id}`, details });
  }

  /**
   * The same for a key, which finds only what is known where its owner may not write.
   * @throws AppError `forbidden` where a project would have to be made
   */
  async projectFor(folder: FolderProjectQueryDto, actor: KnownActor): Promise<FolderProjectDto> {
    if (satisfies(actor.caller, WRITER)) return this.projectOf(folder, sourceOf(actor), actor);
    const known = await this.projectOf({ ...folder, only_known: true }, sourceOf(actor));
    if (known.project === null && folder.only_known !== true) demandOneOf([actor.caller], WRITER);
    return known;
  }

  /** @throws AppError `not_found` */
  async listIdentities(id: number, actor: KnownActor): Promise<ProjectIdentitiesDto> {
    await this.find(id, actor);
    return { identities: shownIdentities(await this.identities.list(id), placeOwnerOf(sourceOf(actor))) };
  }

  /** @throws AppError `not_found` */
  async addIdentities(
    id: number,
    identities: readonly string[],
    actor: KnownActor,
  ): Promise<ProjectIdentitiesDto> {
    const { private_to } = await this.find(id, actor);
    const sent = identitiesOf(identities, sourceOf(actor));
    const stored = private_to === null ? sent : sent.map((one) => privateIdentity(one, private_to));
    await this.noteAdded(id, await this.identities.add(id, stored), actor);
    this.events.announce('project.updated', id, private_to);
    return this.listIdentities(id, actor);
  }

  /**
   * A place on a machine is removed for everybody who has the project there.
   * @throws AppError `not_found`
   */
  async removeIdentity(id: number, shown: string, actor: KnownActor): Promise<void> {
    const { private_to } = found(
      await this.projects.findProject(id, await this.readers.of(actor)),
      'identity of this project',
    );
    const known = await this.identities.list(id);
    const meant = known.filter((identity) => [shown, identityOf(shown)].includes(shownIdentity(identity)));
    found(meant.length > 0 || null, 'identity of this project');
    await this.identities.remove(id, meant);
    const details = { identities: [...new Set(meant.map(shownIdentity))].join(', ') };
    await this.audit.record(actor, { action: 'project.identity_removed', object: `project:${id}`, details });
    this.events.announce('project.updated', id, private_to);
  }

  private async find(id: number, actor: KnownActor): Promise<AssistantProject> {
    return found(await this.projects.findProject(id, await this.readers.of(actor)), 'project');
  }

  /** A project of this name that a person made and no folder has. */
  private async named([first = '']: readonly string[]): Promise<ScopedProject | null> {
    const [name] = projectNames(withoutOwner(first));
    return name === undefined ? null : this.identities.findUnidentified(name);
  }

  private async make(
    identities: readonly string[],
    known: readonly IdentifiedProject[],
    source: WriteSource,
  ): Promise<ScopedProject> {
    const [first = ''] = identities;
    // Another repository was at this place before.
    const isTaken = known.some(({ identity }) => identity === first);
    const url = isRemote(first) ? first : '';
    const private_to = identities.every(isOfMachine) ? source.owner : null;
    const names = projectNames(withoutOwner(first));
    for (const name of private_to === null ? names : privateNames(names, first)) {
      try {
        return await this.insert({ name, url, private_to }, source);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'name_taken')) throw error;
        // Another request may have made it meanwhile.
        const made = isTaken ? null : await this.identities.findOne(first);
        if (made !== null) return made;
      }
    }
    return this.insert({ name: first, url, private_to }, source);
  }

  private async insert(
    project: CreateProjectDto & Pick<ScopedProject, 'private_to'>,
    source: WriteSource,
  ): Promise<ScopedProject> {
    const made = await this.projects.insertProject(withoutSecrets(project), { source, ...OF_NO_REQUEST });
    this.events.announce('project.updated', made.id, made.private_to);
    return made;
  }
}

/** @throws AppError `invalid_request` where a remote can be taken for another one */
function identitiesOf(sent: readonly string[], source: WriteSource): string[] {
  const odd = sent.find((identity) => isRemote(identityOf(identity)) && looksLikeAnother(identity));
  if (odd !== undefined)
    throw invalidRequest([
      {
        field: 'identities',
        code: 'invalid_format',
        message: `identities must have no remote that can be taken for another one: letters of two scripts in a word, or of another form`,
      },
    ]);
  return sent.map((identity) => ownIdentity(identity, placeOwnerOf(source)));
}

/** At one place of one machine two people may have a project each. */
function privateNames([label = '']: readonly string[], place: string): string[] {
  return [privateName(label, shownIdentity(place)), privateName(label, place)];
}

function othersIn(known: readonly IdentifiedProject[], own: ScopedProject | null): string[] {
  return [...new Set(known.filter(({ id }) => id !== own?.id).map(({ name }) => name))];
}

/** Which of the projects that share an identity with a folder is the project of the folder. */
function projectIn(known: readonly IdentifiedProject[], asked: readonly string[]): IdentifiedProject | null {
  const byRemote = known.find(({ identity }) => isRemote(identity));
  if (byRemote !== undefined) return byRemote;
  const hasRemote = asked.some(isRemote);
  const isSameRepository = (one: IdentifiedProject) => !hasOtherCommit(one, asked);
  // The place stays when a remote is added or changed; another repository may be at the same place later.
  const byPlace = known.find(
    (one) => (isOfMachine(one.identity) || isBarePath(one.identity)) && isSameRepository(one),
  );
  if (byPlace !== undefined) return byPlace;
  // Two repositories with remotes may have begun as one template: only a person knows whether they are one project.
  const byCommit = known.find(
    ({ identity, all }) => isCommit(identity) && (!hasRemote || !all.some(isRemote)),
  );
  return byCommit ?? null;
}

/** Those of the places that have a machine's id, and are this place but for it. */
function withIdOf(identity: string, places: readonly string[]): string[] {
  return places.filter((one) => one !== identity && withoutMachineId(one) === identity);
}

/** Whether a place of a machine's name alone belongs to another machine of that name by now: to the one that asked first. */
function isOfNamesake({ identity, all }: IdentifiedProject, asked: readonly string[]): boolean {
  const [own, learned] = [withIdOf(identity, asked), withIdOf(identity, all)];
  return own.length > 0 && learned.length > 0 && !learned.some((one) => own.includes(one));
}

/** Whether a project and a folder both have first commits, and none in common. */
function hasOtherCommit(project: IdentifiedProject | null, asked: readonly string[]): boolean {
  const own = project?.all.filter(isCommit) ?? [];
  const commits = asked.filter(isCommit);
  return own.length > 0 && commits.length > 0 && !own.some((one) => commits.includes(one));
}

/** An identity without its machine and owner. */
function withoutOwner(identity: string): string {
  return isOfMachine(identity) ? shownIdentity(identity).replace(/^[^/]+:(?=\/|[a-z]:\/)/i, '') : identity;
}
