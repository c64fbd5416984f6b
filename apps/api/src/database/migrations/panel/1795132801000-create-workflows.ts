import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The five webhooks with their random ids (UUID v4), which are part of their URLs. */
export class CreateWorkflows1795132801000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workflows (
        id uuid primary key,
        name text not null,
        method text not null constraint workflows_method check (method in ('GET', 'POST')),
        path text not null constraint workflows_path unique,
        active boolean not null default true,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`);
    await runner.query(`
      insert into workflows (id, name, method, path) values
        (gen_random_uuid(), 'Load the context', 'GET', 'assistant-context'),
        (gen_random_uuid(), 'Store a session summary', 'POST', 'assistant-session-summary'),
        (gen_random_uuid(), 'Update a state entry', 'POST', 'assistant-update-state'),
        (gen_random_uuid(), 'Create, complete or cancel a task', 'POST', 'assistant-task'),
        (gen_random_uuid(), 'Load recent chat messages', 'GET', 'chat-history')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table workflows');
  }
}
