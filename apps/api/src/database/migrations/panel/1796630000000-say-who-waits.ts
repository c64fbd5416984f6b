import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Since when a client waits for an answer, and since when for a person. */
export class SayWhoWaits1796630000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(WAITS);
    await runner.query(PRESENT);
  }
}

/** `waiting_since` is null unless a person is to answer. */
const COLUMNS = `
  alter table conversations
    add column unanswered_since timestamptz(3),
    add column waiting_since timestamptz(3)`;

/** Whoever calls a person waits, even if the agent has answered all before. */
const WAITS = `
  create function conversation_waits() returns trigger
    language plpgsql
    as $$
    begin
      if new.status = 'closed' then
        new.unanswered_since := null;
      elsif new.status = 'needs_human' and (tg_op = 'INSERT' or old.status in ('open', 'closed')) then
        new.unanswered_since := coalesce(new.unanswered_since, new.updated_at);
      end if;
      new.waiting_since := case when new.status in ('needs_human', 'human') then new.unanswered_since end;
      return new;
    end $$;
  create trigger conversations_waits before insert or update of status, unanswered_since on conversations
    for each row execute function conversation_waits()`;

/** Of several unanswered messages the panel's database knows the last one. No outbound webhook is told of all of them. */
const PRESENT = `
  alter table conversations disable trigger hook_update;
  update conversations set unanswered_since = coalesce(last_message_at, updated_at)
    where status <> 'closed'
      and (last_message_role = 'user' or status = 'needs_human' and last_message_role is distinct from 'operator');
  alter table conversations enable trigger hook_update;
  create index conversations_waiting on conversations
    (coalesce(waiting_since, 'infinity'), coalesce(last_message_at, created_at) desc, id desc)`;
