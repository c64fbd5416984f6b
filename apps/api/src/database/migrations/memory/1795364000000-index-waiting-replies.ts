import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the chat agent finds the replies of all chats that have to reach their customers. */
export class IndexWaitingReplies1795364000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index chat_history_waiting on chat_history (id)
        where written_in = 'panel' and delivered_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index chat_history_waiting');
  }
}
