import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  LIMITS,
  type CreateProjectDto,
  type PageDto,
  type PatchProjectDto,
  type PROJECT_SORTS,
} from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { withNumericId } from '../../../database/statements/bigint';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { breaks } from '../../../database/violations';
import { AppError } from '../../../shared/errors/app-error';
import { written, type WriteSource } from '../../../shared/access/write-source';
import { entitiesAsOf, type AsOfPage } from '../../versions/as-of.repository';
import { deleteAs } from '../../versions/change-source.repository';
import { SORTS } from '../../sorts';
import { AssistantProject } from './assistant-project.entity';

export type ProjectSort = (typeof PROJECT_SORTS)[number];

@Injectable()
export class ProjectsRepository {
  constructor(
    @InjectRepository(AssistantProject, MEMORY) private readonly projects: Repository<AssistantProject>,
  ) {}

  projectExists(name: string): Promise<boolean> {
    return this.projects.existsBy({ name });
  }

  /** The names that are most like this one, closest first. */
  async listSimilarNames(name: string): Promise<string[]> {
    const similar = await this.projects
      .createQueryBuilder('project')
      .select('project.name', 'name')
      .where('project.name % :name')
      .orderBy('project.name <-> :name')
      .addOrderBy('project.id')
      .setParameters({ name })
      .limit(LIMITS.suggestions)
      .getRawMany<{ name: string }>();
    return similar.map((row) => row.name);
  }

  /** What the project of a folder is called; the oldest, where several have one address. */
  async findNameByUrl(url: string): Promise<string | null> {
    const project = await this.projects.findOne({
      select: { name: true },
      where: { url },
      order: { id: 'ASC' },
    });
    return project?.name ?? null;
  }

  listProjects(sort: ProjectSort, { as_of, ...page }: AsOfPage): Promise<PageDto<AssistantProject>> {
    return readEntityPage(entitiesAsOf(this.projects, 'project', as_of), SORTS.projects[sort], page);
  }

  findProject(id: number): Promise<AssistantProject | null> {
    return this.projects.findOneBy({ id });
  }

  /** @throws AppError `name_taken` */
  async insertProject(fields: CreateProjectDto, source: WriteSource): Promise<AssistantProject> {
    const project = this.projects.create({ ...fields, ...written(source) });
    await this.projects.insert(project).catch(toNameTaken);
    return withNumericId(project);
  }

  /**
   * Changes the fields that are given.
   * @throws AppError `name_taken`
   */
  async updateProject(
    id: number,
    patch: PatchProjectDto,
    source: WriteSource,
  ): Promise<AssistantProject | null> {
    await this.projects
      .update({ id }, { ...patch, ...written(source), updated_at: () => 'now()' })
      .catch(toNameTaken);
    return this.findProject(id);
  }

  /** Its tasks stay, without a project. */
  deleteProject(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.projects, { id }, source);
  }
}

function toNameTaken(error: unknown): never {
  if (!breaks(error, 'assistant_projects_name')) throw error;
  throw new AppError('name_taken', 'Another project has this name.');
}
