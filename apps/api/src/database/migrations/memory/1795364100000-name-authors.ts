import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who of the team wrote a reply. The name is stored as it was then: users are rows of another database. */
export class NameAuthors1795364100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table chat_history add column author_id uuid, add column author_name text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table chat_history drop column author_id, drop column author_name');
  }
}
