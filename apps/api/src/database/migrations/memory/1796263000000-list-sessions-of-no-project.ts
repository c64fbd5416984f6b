import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The sessions that belong to no project, in the order of their list: they may be few among many. */
export class ListSessionsOfNoProject1796263000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index assistant_sessions_of_no_project on assistant_sessions (session_date, id)
        where projects = '{}'`);
  }
}
