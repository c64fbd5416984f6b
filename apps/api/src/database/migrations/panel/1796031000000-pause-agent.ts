import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** An operator may stop the agent for a while; and whether notes leave the house with the calendar feed. */
export class PauseAgent1796031000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings
        add column pause jsonb,
        add column feed_notes boolean not null default false`);
  }
}
