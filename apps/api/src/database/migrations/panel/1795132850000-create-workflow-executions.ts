import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who was called, and how that went: the last calls of each webhook, and counters by the hour. Keyed by the
 * path, since the id changes with each rotation.
 */
export class CreateWorkflowExecutions1795132850000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workflow_executions (
        id uuid primary key,
        workflow_path text not null
          constraint workflow_executions_workflow references workflows (path) on delete cascade,
        called_at timestamptz(3) not null,
        status integer not null,
        duration_ms double precision not null,
        error_code text
      )`);
    // The newest calls of a webhook.
    await runner.query(`
      create index workflow_executions_newest on workflow_executions (workflow_path, called_at desc, id desc)`);
    await runner.query(`
      create table workflow_hours (
        workflow_path text not null
          constraint workflow_hours_workflow references workflows (path) on delete cascade,
        hour timestamptz(3) not null,
        calls integer not null,
        errors integer not null,
        constraint workflow_hours_pkey primary key (workflow_path, hour)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workflow_hours');
    await runner.query('drop table workflow_executions');
  }
}
