import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What happens to conversations in which nobody answers, each once a wait. At first nothing. */
export class FollowWaits1796630001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SETTINGS);
    await runner.query(COLUMNS);
  }
}

const SETTINGS = `
  create table conversation_settings (
    id boolean not null default true constraint conversation_settings_pkey primary key,
    remind_assigned_minutes integer,
    remind_team_minutes integer,
    hand_back_minutes integer,
    close_after_days integer,
    outside_hours jsonb,
    version integer not null default 1,
    updated_at timestamptz(3) not null default now(),
    constraint conversation_settings_single check (id)
  );
  insert into conversation_settings default values`;

/** A notice with a user is for that user alone. */
const COLUMNS = `
  alter table conversations
    add column waiting_limit text constraint conversations_waiting_limit check (waiting_limit in ('assigned', 'team')),
    add column handed_back_at timestamptz(3);
  alter table team_notices add column user_id uuid;
  create trigger hook_waiting after update of waiting_limit on conversations
    for each row when (new.waiting_limit is not null and new.waiting_limit is distinct from old.waiting_limit)
    execute function hook_enqueue('conversation.waiting', 'id', 'whole')`;
