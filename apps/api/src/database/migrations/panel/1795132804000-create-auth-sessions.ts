import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where users are logged in. A session is a family of refresh tokens, each of which is replaced when it is used;
 * all are remembered (as digests) as long as the session, so that a stolen one betrays itself.
 */
export class CreateAuthSessions1795132804000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table auth_sessions (
        id uuid primary key,
        user_id uuid not null constraint auth_sessions_user references users on delete cascade,
        generation integer not null default 1,
        ip text,
        user_agent text,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3) not null,
        ends_at timestamptz(3) not null
      )`);
    await runner.query('create index auth_sessions_user_id on auth_sessions (user_id)');
    await runner.query(`
      create table refresh_tokens (
        token_digest bytea primary key,
        session_id uuid not null constraint refresh_tokens_session references auth_sessions on delete cascade,
        generation integer not null
      )`);
    await runner.query('create index refresh_tokens_session_id on refresh_tokens (session_id)');
    await runner.query(`
      create table recovery_codes (
        user_id uuid not null constraint recovery_codes_user references users on delete cascade,
        code_digest bytea not null,
        constraint recovery_codes_pkey primary key (user_id, code_digest)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recovery_codes');
    await runner.query('drop table refresh_tokens');
    await runner.query('drop table auth_sessions');
  }
}
