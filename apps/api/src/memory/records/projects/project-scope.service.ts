import { Injectable } from '@nestjs/common';
import type { WriteSource } from '../../../platform/access/write-source';
import { AppError } from '../../../platform/errors/app-error';
import { isOfNoProject, type ListedProject, type ListScope } from './list-scope';
import type { ScopedProject } from './named-project';
import { writerOwner } from '../../readers/reader';
import { ProjectAtHandService } from './project-at-hand.service';
import { knownAs } from './identities/identity';
import { ProjectIdentitiesRepository } from './identities/project-identities.repository';
import { ProjectsRepository } from './projects.repository';

export type { ScopedProject };

/** To which project a request belongs. */
@Injectable()
export class ProjectScopeService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly identities: ProjectIdentitiesRepository,
    private readonly atHand: ProjectAtHandService,
  ) {}

  /**
   * The project that a request names, by its name without case or by its identity; null where it names none.
   * @param owner for whom it is: see `Reader`
   * @param as_of when it had this name; without it, now
   * @throws AppError `project_not_found`, `project_ambiguous`
   */
  async find(named: string | undefined, owner: string, as_of?: string): Promise<ScopedProject | null> {
    if (named === undefined) return null;
    const project = await this.projects.findNamed(named, owner, as_of);
    if (project === null) throw await this.notFound(named, owner);
    return project;
  }

  /**
   * The project of an id; null where none is given.
   * @throws AppError `project_not_found`
   */
  async demand(id: number | null | undefined, owner: string): Promise<ScopedProject | null> {
    if (id === null || id === undefined) return null;
    const project = await this.projects.findProject(id, { owner });
    if (project !== null) return project;
    throw new AppError('project_not_found', 'No project has this id.', { members: { suggestions: [] } });
  }

  /**
   * Whose rows a list has.
   * @throws AppError `project_not_found`, `project_ambiguous`, and `invalid_request` if it asks for those of a project and for those of none
   */
  async findListed(scope: ListScope, owner: string, as_of: string | undefined): Promise<ListedProject> {
    return isOfNoProject(scope) ? null : (await this.find(scope.project, owner, as_of))?.id;
  }

  /**
   * The project of a name, without case, or of an identity; null: there is none.
   * @throws AppError `project_ambiguous`
   */
  findKnown(name: string, owner: string): Promise<ScopedProject | null> {
    return this.projects.findNamed(name, owner);
  }

  /**
   * The project to which a write belongs: the one that it names, else the one at hand, which is made where it is not known.
   * @throws AppError `project_not_found`, `project_ambiguous`
   */
  async findOrMake(
    named: string | undefined,
    at_hand: string | null,
    source: WriteSource,
  ): Promise<ScopedProject | null> {
    return named === undefined
      ? this.atHand.projectFor(at_hand, source)
      : this.find(named, writerOwner(source));
  }

  /**
   * The project at hand; null where nobody says it, or it is not known.
   * @param owner see `ownIdentity()`
   */
  async findAtHand(identity: string | null, owner: string | null): Promise<ScopedProject | null> {
    return identity === null ? null : this.identities.findOne(...knownAs(identity, owner));
  }

  async notFound(name: string, owner: string): Promise<AppError> {
    const suggestions = await this.projects.listSimilarNames(name, owner);
    const detail =
      'No project has this name. Projects are made in the panel, under Memory, or with POST /api/memory/projects.';
    return new AppError('project_not_found', detail, { members: { suggestions } });
  }
}
