import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The API keys that are made in the panel. A revoked one is deleted; the audit remembers it. */
export class CreateApiKeys1795132911000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table api_keys (
        id uuid primary key,
        name text not null constraint api_keys_name unique,
        scopes text[] not null,
        prefix text not null constraint api_keys_prefix unique,
        digest bytea not null,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        created_by uuid not null,
        created_at timestamptz(3) not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_keys');
  }
}
