import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Outbound webhooks of API keys, secrets that overlap, what receivers answer, and in events what an update replaced and how
 * the client of an appointment can be reached.
 */
export class TellMoreByHooks1796120001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table hooks
        add column previous_secret text,
        add column previous_secret_until timestamptz(3),
        add column key_id uuid,
        add column key_name text;
      create index hooks_of_key on hooks (key_id) where key_id is not null;
      -- A version that does not know of such webhooks may be the one that revokes the key.
      create function end_hooks_of_key() returns trigger
        language plpgsql
        as $$
        begin
          delete from hooks where key_id = old.id;
          return null;
        end $$;
      create trigger api_keys_hooks after delete on api_keys for each row execute function end_hooks_of_key();
      alter table hook_deliveries add column response_body text;
      alter table hook_outbox add column previous jsonb;`);
    await runner.query(NOTE_MORE);
  }
}

/** Arguments of the trigger: the event; the column with the object's id, or nothing; 'whole' where the object is told. */
const NOTE_MORE = `
  create or replace function hook_enqueue() returns trigger
    language plpgsql
    as $$
    declare
      changed jsonb;
      before jsonb;
    begin
      if not exists (select from hook_events where type = tg_argv[0]) then return null; end if;
      if tg_op = 'DELETE' then
        changed := to_jsonb(old);
      elsif tg_table_name = 'audit_events' then
        select to_jsonb(c) into changed from conversations c where c.id = split_part(new.object, ':', 2)::uuid;
      else
        changed := to_jsonb(new);
      end if;
      if tg_op = 'UPDATE' then
        before := to_jsonb(old);
        if before - 'agent_last_seen_at' = changed - 'agent_last_seen_at' then return null; end if;
      end if;
      if tg_table_name = 'appointments' then
        changed := changed || jsonb_build_object('client', (
          select jsonb_build_object('id', c.id, 'name', c.name, 'phone', c.phone, 'email', c.email) from clients c
          where c.id = (changed ->> 'client_id')::uuid));
      elsif tg_table_name in ('conversations', 'audit_events') then
        changed := changed || jsonb_build_object('assigned_to', (
          select jsonb_build_object('id', u.id, 'name', u.name) from users u
          where u.id = (changed ->> 'assigned_to')::uuid));
        if before is not null then
          before := before || jsonb_build_object('assigned_to', (
            select jsonb_build_object('id', u.id, 'name', u.name) from users u
            where u.id = (before ->> 'assigned_to')::uuid));
        end if;
      end if;
      insert into hook_outbox (type, object_id, object, previous)
      values (tg_argv[0], changed ->> nullif(tg_argv[1], ''),
              case when tg_argv[2] = 'whole' and tg_op <> 'DELETE' then changed end,
              case when tg_argv[2] = 'whole' then before end);
      return null;
    end $$;
`;
