import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Which first steps no admin of the installation is reminded of any more. */
export class AddSkippedFirstSteps1795500000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table skipped_first_steps (
        step text constraint skipped_first_steps_pkey primary key,
        skipped_at timestamptz(3) not null default now()
      )`);
  }
}
