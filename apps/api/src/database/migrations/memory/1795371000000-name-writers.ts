import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who wrote each row, by which way, and since when it exists. Rows from before have none of it. The name is stored as it
 * was then: users are rows of another database.
 */
export class NameWriters1795371000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const TABLES = [
  'assistant_sessions',
  'assistant_state',
  'assistant_tasks',
  'assistant_projects',
  'assistant_people',
];
const WITHOUT_CREATION = ['assistant_state', 'assistant_people'];

const UP = [
  ...TABLES.map(
    (table) => `alter table ${table} add column written_by text, add column written_through text`,
  ),
  // Two steps: a column that is added with its default would give old rows a time that is wrong.
  ...WITHOUT_CREATION.map((table) => `alter table ${table} add column created_at timestamptz(3)`),
  ...WITHOUT_CREATION.map((table) => `alter table ${table} alter column created_at set default now()`),
];

const DOWN = [
  ...WITHOUT_CREATION.map((table) => `alter table ${table} drop column created_at`),
  ...TABLES.map((table) => `alter table ${table} drop column written_by, drop column written_through`),
];
