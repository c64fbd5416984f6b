import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By time, what the dashboard counts by days. */
export class IndexDashboard1795132990000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index chat_history_by_time on chat_history (timestamp) include (role)');
    await runner.query(
      `create index assistant_tasks_completed on assistant_tasks (updated_at) where status = 'completed'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index chat_history_by_time, assistant_tasks_completed');
  }
}
