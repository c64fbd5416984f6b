import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The orders in which the panel lists what grows without end. */
export class IndexMemoryLists1795132830000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index assistant_tasks_by_priority on assistant_tasks (priority desc, created_at, id)',
    );
    await runner.query('create index assistant_tasks_by_creation on assistant_tasks (created_at, id)');
    await runner.query('create index assistant_tasks_by_change on assistant_tasks (updated_at, id)');
    await runner.query('create index assistant_state_by_key on assistant_state (key collate "C")');
    await runner.query('create index assistant_state_by_change on assistant_state (updated_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index assistant_tasks_by_priority, assistant_tasks_by_creation, assistant_tasks_by_change, ' +
        'assistant_state_by_key, assistant_state_by_change',
    );
  }
}
