import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type CreateProjectDto,
  type PatchProjectDto,
  type PROJECT_SORTS,
} from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import { readPage, type PageInput } from '../../../database/read-page';
import { breaks } from '../../../database/violations';
import type { JsonText } from '../../../shared/http/json-text';
import { AppError } from '../../../shared/errors/app-error';
import { PROJECT_JSON, type StoredRow } from '../../row-json';
import { SORTS } from '../../sorts';

export type ProjectSort = (typeof PROJECT_SORTS)[number];

const COLUMNS = ['name', 'description', 'status', 'server', 'url', 'stack', 'notes', 'priority'] as const;

const EXISTS = {
  name: 'project_exists',
  text: 'select exists (select from assistant_projects where name = $1)',
};

const SIMILAR = {
  name: 'similar_projects',
  text: `select name from assistant_projects where name % $1 order by name <-> $1, id limit ${LIMITS.suggestions}`,
};

const FIND = {
  name: 'find_project',
  text: `select ${PROJECT_JSON} as row from assistant_projects where id = $1`,
};

const INSERT = {
  name: 'insert_project',
  text: `
    insert into assistant_projects (${COLUMNS.join(', ')})
    values ($1, coalesce($2, ''), coalesce($3, 'active'), coalesce($4, ''), coalesce($5, ''), coalesce($6, ''),
            coalesce($7, ''), coalesce($8::int, ${LIMITS.priority.default}))
    returning id, ${PROJECT_JSON} as row`,
};

const UPDATE = {
  name: 'update_project',
  text: `
    update assistant_projects
    set ${COLUMNS.map((column, index) => `${column} = coalesce($${index + 1}, ${column})`).join(', ')}, updated_at = now()
    where id = $${COLUMNS.length + 1}
    returning ${PROJECT_JSON} as row`,
};

const DELETE = { name: 'delete_project', text: 'delete from assistant_projects where id = $1 returning id' };

@Injectable()
export class ProjectsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  async projectExists(name: string): Promise<boolean> {
    return (await this.memory.one<{ exists: boolean }>(EXISTS, [name])).exists;
  }

  /** The names that are most like this one, closest first. */
  async listSimilarNames(name: string): Promise<string[]> {
    return (await this.memory.run<{ name: string }>(SIMILAR, [name])).map((row) => row.name);
  }

  listProjects(sort: ProjectSort, page: PageInput): Promise<JsonText> {
    const list = { name: 'projects', row: PROJECT_JSON, from: 'assistant_projects', where: [], values: [] };
    return readPage(this.memory, { ...list, sort: SORTS.projects[sort] }, page);
  }

  async findProject(id: number): Promise<JsonText | null> {
    const [found] = await this.memory.run<{ row: JsonText }>(FIND, [id]);
    return found?.row ?? null;
  }

  /** @throws AppError `name_taken` */
  insertProject(project: CreateProjectDto): Promise<StoredRow> {
    return this.memory.one<StoredRow>(INSERT, valuesOf(project)).catch(toNameTaken);
  }

  /**
   * Changes the fields that are given.
   * @throws AppError `name_taken`
   */
  async updateProject(id: number, patch: PatchProjectDto): Promise<JsonText | null> {
    const [changed] = await this.memory
      .run<{ row: JsonText }>(UPDATE, [...valuesOf(patch), id])
      .catch(toNameTaken);
    return changed?.row ?? null;
  }

  /** Its tasks stay, without a project. */
  async deleteProject(id: number): Promise<boolean> {
    return (await this.memory.run(DELETE, [id])).length > 0;
  }
}

function valuesOf(project: PatchProjectDto): (string | number | null)[] {
  return COLUMNS.map((column) => project[column] ?? null);
}

function toNameTaken(error: unknown): never {
  if (!breaks(error, 'assistant_projects_name')) throw error;
  throw new AppError('name_taken', 'Another project has this name.');
}
