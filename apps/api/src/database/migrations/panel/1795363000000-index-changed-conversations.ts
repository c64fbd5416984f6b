import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How integrators find the conversations that have changed. */
export class IndexChangedConversations1795363000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index conversations_by_change on conversations (updated_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index conversations_by_change');
  }
}
