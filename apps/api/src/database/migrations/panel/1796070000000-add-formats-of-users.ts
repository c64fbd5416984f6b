import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How a user wants dates and numbers written; null: as the region of the browser or of the business has it. */
export class AddFormatsOfUsers1796070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column formats text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column formats');
  }
}
