import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { MemoryStatements } from '../database/database.module';

const EXISTS = {
  name: 'project_exists',
  text: 'select exists (select from assistant_projects where name = $1)',
};

const SIMILAR = {
  name: 'similar_projects',
  text: `select name from assistant_projects order by name <-> $1, id limit ${LIMITS.suggestions}`,
};

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
}
