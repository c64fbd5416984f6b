import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * What the fields of a client were before, notes that were taken away, and names in the audit as they were. Only additions:
 * the version before works on with them.
 */
export class KeepWhatWasBefore1796100000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    for (const part of [HISTORY, NAMES, NOTES]) await runner.query(part);
  }
}

const HISTORY = `
  -- The name of that time: it stays when the user goes.
  create function note_user_name() returns trigger
    language plpgsql
    as $$
    begin
      new.user_name := (select name from users where id = new.user_id);
      return new;
    end $$;

  -- No foreign key: the history of a merged client waits for the undo of the merge.
  create table client_changes (
    client_id uuid not null,
    version integer not null,
    at timestamptz(3) not null,
    user_id uuid,
    user_name text,
    key_name text,
    cause text not null
      constraint client_changes_cause check (cause in ('edited', 'put_back', 'merged', 'unmerged', 'imported', 'reactivated')),
    changes jsonb not null,
    constraint client_changes_pkey primary key (client_id, version)
  );
  create index client_changes_by_time on client_changes (at);
  create trigger client_changes_user before insert on client_changes
    for each row when (new.user_id is not null) execute function note_user_name();

  -- It ends with the client. At the commit, since a merge and its undo replace one of the two rows by the other.
  create function forget_client_history() returns trigger
    language plpgsql
    as $$
    declare
      gone uuid;
    begin
      if tg_table_name = 'clients' then gone := old.id; else gone := old.merged_id; end if;
      if not exists (select from clients where id = gone)
         and not exists (select from client_merges where merged_id = gone) then
        delete from client_changes where client_id = gone;
      end if;
      return null;
    end $$;
  create constraint trigger clients_history after delete on clients
    deferrable initially deferred for each row execute function forget_client_history();
  create constraint trigger client_merges_history after delete on client_merges
    deferrable initially deferred for each row execute function forget_client_history();
`;

const NAMES = String.raw`
  alter table audit_events add column user_name text;
  create trigger audit_events_user before insert on audit_events
    for each row when (new.user_id is not null) execute function note_user_name();

  -- Who is looked for by name after the end. Reads of sessions, which are many, are none of these.
  create function note_object_name() returns trigger
    language plpgsql
    as $$
    declare
      kind text := split_part(new.object, ':', 1);
      row_id uuid := substring(new.object from '^[a-z_]+:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid;
    begin
      if row_id is null then return new; end if;
      new.object_name := case kind
        when 'client' then (select name from clients where id = row_id)
        when 'user' then (select name from users where id = row_id)
        when 'account' then (select name from assistant_accounts where id = row_id)
        when 'api_key' then (select name from api_keys where id = row_id)
        when 'saved_reply' then (select name from saved_replies where id = row_id)
        -- Without what may be a secret in the address.
        when 'hook' then (select regexp_replace(url, '^([a-z]+://)[^/?#]*@|[?#].*$', '\1', 'g') from hooks where id = row_id)
      end;
      return new;
    end $$;
  create trigger audit_events_object before insert on audit_events
    for each row
    when (new.object_name is null
      and (new.object ^@ 'client:' or new.object ^@ 'user:' or new.action like '%.deleted' or new.action like '%.revoked'))
    execute function note_object_name();
`;

const NOTES = `
  alter table conversation_notes add column removed_at timestamptz(3), add column removed_by_name text;
  create index conversation_notes_removed on conversation_notes (removed_at) where removed_at is not null;
`;
