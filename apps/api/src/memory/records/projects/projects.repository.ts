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
import { MemoryStatements } from '../../../database/database.module';
import { makeOnce, type RequestKey } from '../../../database/request-keys';
import { inLongTransaction } from '../../../database/statements/long-transaction';
import { withNumericId } from '../../../database/statements/bigint';
import { MEMORY } from '../../../database/memory.data-source';
import { readEntityPage } from '../../../database/pages/read-entity-page';
import { breaks } from '../../../database/violations';
import { AppError } from '../../../platform/errors/app-error';
import { sourceColumns, type WriteSource } from '../../../platform/access/write-source';
import { asOf, entitiesAsOf, type AsOfPage } from '../../history/as-of/as-of.statements';
import { deleteAs } from '../../history/change-source.statements';
import type { Reader } from '../../readers/reader';
import { rowsFor } from '../../readers/rows-for.statements';
import { SORTS } from '../../sorts';
import { AssistantProject } from './assistant-project.entity';
import {
  FIND_NAMED_PROJECTS,
  namedBy,
  projectNamed,
  type NamedProject,
  type ScopedProject,
} from './named-project';

export type ProjectSort = (typeof PROJECT_SORTS)[number];

/** What its owner alone found it by is that of all, unless another project has it. */
const SHARE_IDENTITIES = `
  update project_identities as own set identity = plain.identity
  from (select id, regexp_replace(identity, '#[^#/]*$', '') as identity from project_identities
        where project_id = $1 and identity_key(identity) is null) as plain
  where plain.id = own.id
    and not exists (select from project_identities as other where text_digest(other.identity) = text_digest(plain.identity))`;

@Injectable()
export class ProjectsRepository {
  constructor(
    @InjectRepository(AssistantProject, MEMORY) private readonly projects: Repository<AssistantProject>,
    private readonly memory: MemoryStatements,
  ) {}

  /**
   * The project that somebody names: by its name, without case, or by its identity.
   * @param owner see `Reader`
   * @param as_of when it had this name; without it, now
   * @throws AppError `project_ambiguous`
   */
  async findNamed(name: string, owner: string, as_of?: string): Promise<ScopedProject | null> {
    if (as_of === undefined)
      return projectNamed(
        name,
        await this.memory.run<NamedProject>(FIND_NAMED_PROJECTS, namedBy(name, owner)),
      );
    const [text, values] = asOf(FIND_NAMED_PROJECTS.text, namedBy(name, owner), new Date(as_of));
    return projectNamed(name, await this.memory.run<NamedProject>({ text }, values));
  }

  /** The names that are most like this one, closest first. */
  async listSimilarNames(name: string, owner: string): Promise<string[]> {
    const similar = await rowsFor(this.projects.createQueryBuilder('project'), 'project', { owner })
      .select('project.name', 'name')
      .andWhere('project.name % :name')
      .orderBy('project.name <-> :name')
      .addOrderBy('project.id')
      .setParameters({ name })
      .limit(LIMITS.suggestions)
      .getRawMany<{ name: string }>();
    return similar.map((row) => row.name);
  }

  listProjects(
    sort: ProjectSort,
    { as_of, ...page }: AsOfPage,
    reader: Reader,
  ): Promise<PageDto<AssistantProject>> {
    const query = rowsFor(entitiesAsOf(this.projects, 'project', as_of), 'project', reader);
    return readEntityPage(query, SORTS.projects[sort], page);
  }

  findProject(id: number, reader: Pick<Reader, 'owner'>): Promise<AssistantProject | null> {
    return rowsFor(this.projects.createQueryBuilder('project').where({ id }), 'project', reader).getOne();
  }

  /** @throws RequestedBefore; AppError `name_taken`, `idempotency_key_reused` */
  async insertProject(
    fields: CreateProjectDto & { private_to?: string | null },
    { source, ...terms }: { source: WriteSource; request: RequestKey | null; now: Date },
  ): Promise<AssistantProject> {
    const project = this.projects.create({ private_to: null, ...fields, ...sourceColumns(source) });
    // A trigger links all sessions that name it.
    await inLongTransaction(this.projects, (transaction) =>
      makeOnce(transaction, terms, async () => {
        await transaction.insert(AssistantProject, project);
        return project;
      }),
    ).catch(toNameTaken);
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
    const changes = { ...patch, ...sourceColumns(source), updated_at: () => 'now()' };
    // With another name, a trigger renames it in all sessions that name it.
    await inLongTransaction(this.projects, (transaction) =>
      transaction.update(AssistantProject, { id }, changes),
    ).catch(toNameTaken);
    return this.projects.findOneBy({ id });
  }

  /** Shows a private project, and what it has, to everybody. @throws AppError `name_taken` */
  share(id: number, name: string, source: WriteSource): Promise<AssistantProject | null> {
    const changes = { name, ...sourceColumns(source), updated_at: () => 'now()' };
    return inLongTransaction(this.projects, async (transaction) => {
      await transaction.update(AssistantProject, { id }, changes);
      // That it was private is no version of it.
      await transaction.query(`select set_config('groupless.unversioned', 'on', true)`);
      await transaction.update(AssistantProject, { id }, { private_to: null });
      await transaction.query(SHARE_IDENTITIES, [id]);
      return transaction.findOneBy(AssistantProject, { id });
    }).catch(toNameTaken);
  }

  /** Its tasks stay, without a project, unless one without a project has their text; its state goes with it. */
  deleteProject(id: number, source: WriteSource): Promise<boolean> {
    return deleteAs(this.projects, { id }, source).catch((error: unknown) => {
      if (!breaks(error, 'assistant_tasks_pending_text')) throw error;
      // Meanwhile a task without a project got the text of one of its tasks. The second attempt sees it.
      return deleteAs(this.projects, { id }, source);
    });
  }
}

function toNameTaken(error: unknown): never {
  if (!breaks(error, 'assistant_projects_name')) throw error;
  throw new AppError('name_taken', 'Another project has this name.');
}
