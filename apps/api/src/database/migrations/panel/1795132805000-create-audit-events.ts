import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was done, by whom. The database itself lets nobody change or remove a row, not even the owner's queries. */
export class CreateAuditEvents1795132805000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_events (
        id uuid primary key,
        at timestamptz(3) not null,
        user_id uuid,
        key_name text,
        action text not null,
        object text,
        ip text,
        details jsonb not null default '{}'
      )`);
    await runner.query(`
      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
      end $$`);
    await runner.query(`
      create trigger audit_events_append_only before update or delete or truncate on audit_events
        for each statement execute function refuse_change()`);
    // Also where a session says that it replays another server's changes.
    await runner.query('alter table audit_events enable always trigger audit_events_append_only');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_events');
    await runner.query('drop function refuse_change()');
  }
}
