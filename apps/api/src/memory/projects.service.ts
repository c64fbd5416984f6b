import { Injectable } from '@nestjs/common';
import type { CreateProjectDto, PatchProjectDto } from '@groupless/shared-dto';
import type { PageInput } from '../database/read-page';
import type { JsonText } from '../shared/http/json-text';
import { found } from './found';
import { ProjectsRepository, type ProjectSort } from './projects.repository';
import type { StoredRow } from './row-json';

/** Projects as the panel keeps them; nothing else writes them. Rows are `ProjectDto`s as JSON. */
@Injectable()
export class ProjectsService {
  constructor(private readonly projects: ProjectsRepository) {}

  list({ sort = 'priority', ...page }: PageInput & { sort?: ProjectSort }): Promise<JsonText> {
    return this.projects.listProjects(sort, page);
  }

  async get(id: number): Promise<JsonText> {
    return found(await this.projects.findProject(id), 'project');
  }

  /** @throws AppError `name_taken` */
  create(project: CreateProjectDto): Promise<StoredRow> {
    return this.projects.insertProject(project);
  }

  /** @throws AppError `not_found`, `name_taken` */
  async patch(id: number, patch: PatchProjectDto): Promise<JsonText> {
    if (Object.keys(patch).length === 0) return this.get(id);
    return found(await this.projects.updateProject(id, patch), 'project');
  }

  /** Its tasks stay, without a project. */
  async remove(id: number): Promise<void> {
    found(await this.projects.deleteProject(id), 'project');
  }
}
