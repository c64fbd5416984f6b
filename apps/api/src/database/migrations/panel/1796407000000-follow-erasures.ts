import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Up to which erasure of its chat a conversation has no copy of erased words, and the key of their hashes. */
export class FollowErasures1796407000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table conversations add column erased_to bigint not null default 0;
      -- How far the conversations of before were looked at: some show the words of messages that are no more.
      create table erased_words_check (
        is_only_row boolean default true constraint erased_words_check_pkey primary key,
        checked_to uuid,
        is_done boolean not null,
        constraint erased_words_check_only_row check (is_only_row)
      );
      insert into erased_words_check (is_done) values (not exists (select from conversations))`);
    // To note an erasure that changed nothing that is shown is no change for receivers.
    await runner.query(
      tellUpdates(
        'when (old.erased_to is not distinct from new.erased_to or old.updated_at <> new.updated_at)',
      ),
    );
    await runner.query(`
      -- Sealed keys of hashes that outlive a change of CREDENTIALS_KEY.
      create table hash_keys (
        name text constraint hash_keys_pkey primary key,
        key text not null
      )`);
  }
}

function tellUpdates(when: string): string {
  return `
    create or replace trigger hook_update after update on conversations
      for each row ${when} execute function hook_enqueue('conversation.updated', 'id', 'whole')`;
}
