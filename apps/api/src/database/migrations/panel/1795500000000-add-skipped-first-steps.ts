import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which first steps no admin of the installation is reminded of any more. */
export class AddSkippedFirstSteps1795500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table skipped_first_steps (
        step text constraint skipped_first_steps_pkey primary key,
        skipped_at timestamptz(3) not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table skipped_first_steps');
  }
}
