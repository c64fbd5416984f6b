import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Since when a client waits for an answer, and since when for a person. */
export class SayWhoWaits1796630000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(PRESENT);
  }
}

/** `waiting_since` is null unless a person is to answer. */
const COLUMNS = `
  alter table conversations
    add column unanswered_since timestamptz(3),
    add column waiting_since timestamptz(3)`;

/** Of several unanswered messages the panel's database knows the last one. No outbound webhook is told of all of them. */
const PRESENT = `
  alter table conversations disable trigger hook_update;
  update conversations
    set unanswered_since = coalesce(last_message_at, updated_at),
        waiting_since = case when status in ('needs_human', 'human') then coalesce(last_message_at, updated_at) end
    where status <> 'closed'
      and (last_message_role = 'user' or status = 'needs_human' and last_message_role is distinct from 'operator');
  alter table conversations enable trigger hook_update;
  create index conversations_waiting on conversations
    (coalesce(waiting_since, 'infinity'), coalesce(last_message_at, created_at) desc, id desc)`;
