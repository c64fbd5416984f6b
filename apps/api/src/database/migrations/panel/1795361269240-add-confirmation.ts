import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'alter table auth_sessions add confirmed_at timestamptz(3)',
  // A link dies with the user who made it. Who made the older ones is not known.
  `alter table user_invites
     add made_by uuid constraint user_invites_maker references users (id) on delete cascade`,
  'create index user_invites_made_by on user_invites (made_by)',
  `create or replace function end_access_of_user() returns trigger
     language plpgsql
     as $$
     begin
       delete from auth_sessions where user_id = new.id;
       delete from user_invites where user_id = new.id or made_by = new.id;
       delete from calendar_tokens where user_id = new.id;
       return null;
     end $$`,
];

const DOWN = [
  `create or replace function end_access_of_user() returns trigger
     language plpgsql
     as $$
     begin
       delete from auth_sessions where user_id = new.id;
       delete from user_invites where user_id = new.id;
       delete from calendar_tokens where user_id = new.id;
       return null;
     end $$`,
  'alter table user_invites drop made_by',
  'alter table auth_sessions drop confirmed_at',
];

/** When a session was last confirmed with a password or code, and who made a link to choose a password. */
export class AddConfirmation1795361269240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
