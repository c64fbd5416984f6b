import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The key of a session of an assistant is known by its id: a user may have its name. */
export class NameWritersOfSessions1796280000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assistant_runs add column writer_id text');
  }
}
