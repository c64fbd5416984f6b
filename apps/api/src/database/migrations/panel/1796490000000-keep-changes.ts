import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What `GET /changes` tells of, by table. */
const OBJECTS = { clients: 'client', appointments: 'appointment', blocks: 'block' };

/**
 * The log of changes, for programs that mirror clients, appointments and blocks. A number from a sequence says when a row was
 * written, not when it was committed: `place` is given after the commit. A merge is told with the client that was kept.
 */
export class KeepChanges1796490000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create sequence changes_places;
      create table changes (
        id bigint generated always as identity constraint changes_pkey primary key,
        at timestamptz(3) not null default clock_timestamp(),
        object text not null,
        object_id uuid not null,
        action text not null,
        into_id uuid,
        place bigint,
        constraint changes_action check (action in ('created', 'updated', 'deleted', 'merged'))
      );
      create unique index changes_place on changes (place);
      create index changes_waiting on changes (id) where place is null;

      -- The row is locked while this runs, so the changes of one object get their ids in the order of their commits.
      create function keep_change() returns trigger
        language plpgsql
        as $$
        declare
          changed_id uuid;
          kept_id uuid;
        begin
          if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
          if tg_op = 'DELETE' then changed_id := old.id; else changed_id := new.id; end if;
          if tg_op = 'DELETE' and tg_argv[0] = 'client' then
            select client_id into kept_id from client_merges where merged_id = changed_id;
          end if;
          insert into changes (object, object_id, action, into_id)
          values (tg_argv[0], changed_id, case
            when kept_id is not null then 'merged'
            when tg_op = 'DELETE' then 'deleted'
            when tg_op = 'INSERT' then 'created'
            else 'updated' end, kept_id);
          return null;
        end $$;

      create function hook_enqueue_removed_client() returns trigger
        language plpgsql
        as $$
        declare
          kept_id uuid;
        begin
          if not exists (select from hook_events where type = 'client.deleted') then return null; end if;
          select client_id into kept_id from client_merges where merged_id = old.id;
          insert into hook_outbox (type, object_id, object)
          values ('client.deleted', old.id,
                  case when kept_id is not null then jsonb_build_object('id', old.id, 'merged_into', kept_id) end);
          return null;
        end $$;
      create or replace trigger hook_delete after delete on clients
        for each row when (current_setting('groupless.importing', true) is distinct from 'on')
        execute function hook_enqueue_removed_client()`);
    for (const [table, object] of Object.entries(OBJECTS)) await runner.query(keep(table, object));
  }
}

function keep(table: string, object: string): string {
  return `create trigger keep_change after insert or update or delete on ${table}
    for each row execute function keep_change('${object}')`;
}
