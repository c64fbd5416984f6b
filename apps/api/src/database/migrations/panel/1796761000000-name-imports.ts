import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** One sees which file an import was of. */
export class NameImports1796761000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table client_imports add column file_name text;
      alter table appointment_imports add column file_name text`);
  }
}
