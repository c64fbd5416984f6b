import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

const TABLES = ['sessions', 'state', 'tasks', 'decisions', 'projects'].map((kind) => `assistant_${kind}`);
const ADD_COLUMNS = TABLES.map((table) => `alter table ${table} add column private_to text`).join('; ');

/** private_to: the only user who sees the project of a row, and the row. No project of before is private. */
export class KeepProjectsPrivate1796746000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD_COLUMNS);
    await runner.query(
      'create index assistant_projects_private on assistant_projects (private_to) where private_to is not null',
    );
  }
}
