import { Injectable } from '@nestjs/common';
import { placeOwnerOf, type WriteSource } from '../../../platform/access/write-source';
import { identityOf, knownAs } from './identities/identity';
import { writerOwner } from '../../readers/reader';
import type { ScopedProject } from './named-project';
import { ProjectFoldersService } from './identities/project-folders.service';
import { ProjectIdentitiesRepository } from './identities/project-identities.repository';
import { ProjectsRepository } from './projects.repository';

/** The project in whose folder an assistant works, as its program says (`x-assistant-project`) and not the model. */
@Injectable()
export class ProjectAtHandService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly identities: ProjectIdentitiesRepository,
    private readonly folders: ProjectFoldersService,
  ) {}

  /** The project of an identity; makes it if it is not known. Null without an identity. */
  async projectFor(identity: string | null, source: WriteSource): Promise<ScopedProject | null> {
    if (identity === null) return null;
    const known = await this.identities.findOne(...knownAs(identity, placeOwnerOf(source)));
    if (known !== null) return known;
    const { project } = await this.folders.projectOf({ identities: [identityOf(identity)] }, source);
    return project === null ? null : this.projects.findNamed(project, writerOwner(source));
  }
}
