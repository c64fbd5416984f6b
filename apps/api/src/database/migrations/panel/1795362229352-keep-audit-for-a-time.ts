import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'drop trigger audit_events_append_only on audit_events',
  `create trigger audit_events_append_only before update or truncate on audit_events
     for each statement execute function refuse_change()`,
  'alter table audit_events enable always trigger audit_events_append_only',
  // Nobody removes what happened within a month, and the rest only who says that it is the retention.
  `create function refuse_removal() returns trigger language plpgsql as $$
   begin
     if current_setting('groupless.audit_retention', true) is distinct from 'on'
        or old.at > now() - interval '30 days' then
       raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
     end if;
     return old;
   end $$`,
  `create trigger audit_events_kept before delete on audit_events
     for each row execute function refuse_removal()`,
  'alter table audit_events enable always trigger audit_events_kept',
];

const DOWN = [
  'drop trigger audit_events_kept on audit_events',
  'drop function refuse_removal()',
  'drop trigger audit_events_append_only on audit_events',
  `create trigger audit_events_append_only before update or delete or truncate on audit_events
     for each statement execute function refuse_change()`,
  'alter table audit_events enable always trigger audit_events_append_only',
];

/** Lets the retention remove entries of the audit that are older than a month; nothing else can. */
export class KeepAuditForATime1795362229352 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
