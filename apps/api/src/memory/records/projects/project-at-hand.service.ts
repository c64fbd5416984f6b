import { Injectable } from '@nestjs/common';
import { projectNames } from '@groupless/shared-dto';
import { EventsService } from '../../../events/events.service';
import type { WriteSource } from '../../../shared/access/write-source';
import { AppError } from '../../../shared/errors/app-error';
import { withoutSecrets } from '../../fence/secrets/mask-secrets';
import type { ScopedProject } from './named-project';
import { ProjectsRepository } from './projects.repository';

/** The project in whose folder an assistant works, as its program says (`x-assistant-project`) and not the model. */
@Injectable()
export class ProjectAtHandService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly events: EventsService,
  ) {}

  /**
   * The project of an identity; one that is not known is made. It is named by the last part of its identity, with more parts
   * where that name is taken. Null where nobody says it.
   */
  async projectFor(identity: string | null, source: WriteSource): Promise<ScopedProject | null> {
    if (identity === null) return null;
    const known = await this.projects.findByUrl(identity);
    if (known !== null) return known;
    for (const name of projectNames(identity)) {
      try {
        const made = await this.projects.insertProject(withoutSecrets({ name, url: identity }), source);
        this.events.announce('project.updated', made.id);
        return made;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'name_taken')) throw error;
        // Another request may have made it meanwhile.
        const made = await this.projects.findByUrl(identity);
        if (made !== null) return made;
      }
    }
    return null;
  }
}
