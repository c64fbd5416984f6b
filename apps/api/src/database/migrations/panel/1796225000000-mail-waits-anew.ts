import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail that is sent again waits from then on. */
export class MailWaitsAnew1796225000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mails add column waiting_since timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mails drop column waiting_since');
  }
}
