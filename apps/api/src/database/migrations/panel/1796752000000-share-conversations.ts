import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Conversations that need a person are given to who is there; at first to nobody. Somebody who types is not interrupted. */
export class ShareConversations1796752000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table conversation_settings
        add column assign text not null default 'none'
          constraint conversation_settings_assign check (assign in ('none', 'round_robin', 'free')),
        add column away_after_minutes integer;
      alter table users
        add column is_away boolean not null default false,
        add column active_at timestamptz(3),
        add column given_at timestamptz(3);
      alter table conversations add column drafting_at timestamptz(3)`);
  }
}
