import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Hours and services by resource, the time that a booking keeps free after it, and names that resources had before.
 * Nothing changes until somebody sets a schedule: without one a resource is as the business.
 */
export class AddSchedules1796210000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings
        add column schedules jsonb not null default '[]',
        add column former_resources jsonb not null default '[]';
      alter table appointments add column buffer_minutes integer not null default 0`);
  }
}
