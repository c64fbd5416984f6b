import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who of the team looks after a conversation. */
export class AssignConversations1795364100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table conversations add column assigned_to uuid
        constraint conversations_assignee references users on delete set null`);
    // A user who is deleted has to be found here.
    await runner.query(`
      create index conversations_of_assignee on conversations (assigned_to) where assigned_to is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table conversations drop column assigned_to');
  }
}
