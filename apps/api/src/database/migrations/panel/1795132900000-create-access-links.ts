import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // One link a user: a new one replaces it.
  `create table user_invites (
     user_id uuid primary key constraint user_invites_user references users on delete cascade,
     token_digest bytea not null constraint user_invites_token unique,
     expires_at timestamptz(3) not null
   )`,
  `create table calendar_tokens (
     user_id uuid primary key constraint calendar_tokens_user references users on delete cascade,
     token_digest bytea not null constraint calendar_tokens_token unique,
     created_at timestamptz(3) not null
   )`,

  // Whoever is switched on again begins anew: what was stolen before must not come back to life. A trigger,
  // since these tables belong to different parts of the program, and it must also hold for psql.
  `create function end_access_of_user() returns trigger
     language plpgsql
     as $$
     begin
       delete from auth_sessions where user_id = new.id;
       delete from user_invites where user_id = new.id;
       delete from calendar_tokens where user_id = new.id;
       return null;
     end $$`,
  `create trigger users_end_access after update of is_active on users
     for each row when (old.is_active and not new.is_active) execute function end_access_of_user()`,
];

const DOWN = [
  'drop trigger users_end_access on users',
  'drop function end_access_of_user()',
  'drop table calendar_tokens',
  'drop table user_invites',
];

/** The secrets in links with which a user gets in or reads the calendar, as digests, and when all of a user's end. */
export class CreateAccessLinks1795132900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
