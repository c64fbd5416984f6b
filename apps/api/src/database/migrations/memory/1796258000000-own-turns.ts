import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

const IS_OF_PANEL = `~ '^[0-9a-f]{8}-'`;

/**
 * Whether a session is an extract of hooks: they stored it, or a person corrected it since, and nothing in it was written for the
 * team.
 */
const IS_EXTRACT = ({
  row_id,
  key_id,
  through,
  key,
}: Record<'row_id' | 'key_id' | 'through' | 'key', string>) => `
  ${key_id} ${IS_OF_PANEL}
  and (${through} = 'hook' or ${through} = 'panel' and ${key} ~ ':(end|compact):[0-9]+$' and not exists (
    select from memory_versions as was
    where was.kind = 'session' and was.row_id = ${row_id} and was.before ->> 'written_through' not in ('hook', 'panel')))`;

/** No text changes, so no version is kept. */
const FILL = `
  select set_config('groupless.unversioned', 'on', true);
  update chat_history set owner_id = key_id where key_id ${IS_OF_PANEL};
  update assistant_sessions as told set owner_id = key_id
    where ${IS_EXTRACT({ row_id: 'told.id', key_id: 'key_id', through: 'written_through', key: 'idempotency_key' })};
  update memory_versions as known set before = before || jsonb_build_object('owner_id', before ->> 'key_id')
    where kind = 'session' and ${IS_EXTRACT({
      row_id: 'known.row_id',
      key_id: `known.before ->> 'key_id'`,
      through: `known.before ->> 'written_through'`,
      key: `known.before ->> 'idempotency_key'`,
    })};
  select set_config('groupless.unversioned', '', true);
  insert into memory_keys_to_own (key_id)
  select owner_id from chat_history where owner_id is not null
  union select owner_id from assistant_sessions where owner_id is not null
  union select before ->> 'owner_id' from memory_versions where kind = 'session' and before ->> 'owner_id' is not null
  union select identity_key(identity) from project_identities where identity_key(identity) ${IS_OF_PANEL}`;

/**
 * Turns of assistants and the extracts of their sessions have an owner, the user whose key stored them; null: they are the team's.
 * The memory knows keys by their ids alone: those of the panel, which are UUIDs, stand in for their users until the next start,
 * which looks these up (`memory_keys_to_own`). Where several keys have stored turns all could read them so far, and can until an
 * admin decides. Versions of extracts are owned as the extracts are.
 */
export class OwnTurns1796258000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table memory_settings (
        id smallint default 1 constraint memory_settings_pkey primary key constraint memory_settings_one_row check (id = 1),
        turns text not null constraint memory_settings_turns check (turns in ('own', 'team')),
        -- When an admin chose it; null: nobody has.
        chosen_at timestamptz(3),
        version integer not null default 1
      );
      insert into memory_settings (turns)
      select case when greatest(
        (select count(distinct key_id) from chat_history where key_id is not null),
        (select count(distinct written_by) from assistant_runs)) > 1 then 'team' else 'own' end;
      create table memory_keys_to_own (key_id text constraint memory_keys_to_own_pkey primary key);
      alter table chat_history add column owner_id text;
      alter table assistant_sessions add column owner_id text`);
    await runner.query(FILL);
    // The own ids of messages of two people may be the same.
    await runner.query('drop index chat_history_external_id');
    await runner.query(`
      create unique index chat_history_external_id on chat_history (chat_id, external_id, coalesce(owner_id, ''))
        where external_id is not null`);
    // The turns of a session, and the newest ones of somebody in a chat.
    await runner.query(
      'create index chat_history_of_session on chat_history (session_id) where session_id is not null',
    );
    await runner.query(`
      create index chat_history_of_owner on chat_history (chat_id, owner_id, timestamp desc, id desc)
        where starts_with(chat_id, 'project:')`);
  }
}
