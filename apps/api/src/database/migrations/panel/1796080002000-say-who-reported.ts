import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who reported the last message of a conversation as the team's; null: nobody, or it was stored by an earlier version. */
export class SayWhoReported1796080002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table conversations add column last_message_reported_by text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table conversations drop column last_message_reported_by');
  }
}
