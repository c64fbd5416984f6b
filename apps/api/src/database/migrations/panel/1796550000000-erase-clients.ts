import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Erasing a client. Its appointments stay as times without a person. What is left to do after the panel's rows are gone
 * (messages of these chats) is noted until it is done. The audit is append-only, also for the serving role: the owner's function
 * can do nothing but take names out of it.
 */
export class EraseClients1796550000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table appointments alter column client_id drop not null;

      create table client_erasures (
        client_id uuid constraint client_erasures_pkey primary key,
        requested_at timestamptz(3) not null default now(),
        requested_by uuid,
        requested_by_name text,
        chats text[] not null default '{}',
        erased jsonb not null default '{}',
        rows_erased_at timestamptz(3),
        finished_at timestamptz(3)
      );
      create index client_erasures_waiting on client_erasures (requested_at) where finished_at is null;

      create or replace trigger told_appointments_added after insert on appointments
        for each row when (new.client_id is not null) execute function note_change_to_tell();
      create or replace trigger told_appointments_changed after update of version on appointments
        for each row when (new.client_id is not null and current_setting('groupless.swapping', true) is distinct from 'on')
        execute function note_change_to_tell();

      create or replace function refuse_change() returns trigger
        language plpgsql
        as $$
        begin
          if tg_op = 'UPDATE' and current_setting('groupless.erasing', true) = 'on' then return null; end if;
          raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
        end $$;
      create function erase_from_audit(of_clients uuid[], of_objects text[]) returns bigint
        language plpgsql security definer
        set search_path from current
        as $$
        declare
          erased bigint;
        begin
          perform set_config('groupless.erasing', 'on', true);
          update audit_events set object_name = null, details = '{}',
            object = case when object like 'chat:%' then 'chat:erased' else object end
          where object = any (of_objects) or client_ids && of_clients;
          get diagnostics erased = row_count;
          perform set_config('groupless.erasing', 'off', true);
          return erased;
        end $$`);
  }
}
