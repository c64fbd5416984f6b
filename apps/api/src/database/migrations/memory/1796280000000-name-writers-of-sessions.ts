import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key of a session of an assistant is known by its id: a user may have its name. */
export class NameWritersOfSessions1796280000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assistant_runs add column writer_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assistant_runs drop column writer_id');
  }
}
