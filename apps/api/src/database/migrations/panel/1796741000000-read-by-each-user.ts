import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What is read is each user's own. At first each one has read what the team has. */
export class ReadByEachUser1796741000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(PRESENT);
  }
}

const TABLES = `
  alter table conversations add column received_ids bigint[] not null default '{}';
  -- Who was added later has read what came before.
  alter table users add column messages_read_to bigint not null default 0;
  create table conversation_reads (
    user_id uuid not null constraint conversation_reads_user references users on delete cascade,
    conversation_id uuid not null constraint conversation_reads_conversation references conversations on delete cascade,
    read_to bigint not null,
    is_unread boolean not null,
    constraint conversation_reads_pkey primary key (conversation_id, user_id)
  );
  create index conversation_reads_unread on conversation_reads (user_id) where is_unread`;

/** Of several unread messages the panel's database knows the last one: it stands for all. No outbound webhook is told of it. */
const PRESENT = `
  alter table conversations disable trigger hook_update;
  update conversations set received_ids = array_fill(received_to, array[least(unread_count, 100)])
    where unread_count > 0 and received_to > 0 and status <> 'closed';
  alter table conversations enable trigger hook_update;
  create index conversations_last_received on conversations ((coalesce(received_ids[cardinality(received_ids)], 0)))`;
