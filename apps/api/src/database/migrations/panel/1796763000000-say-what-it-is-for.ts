import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The panel begins with what an installation is for. One that has users has both, as until now; a new one is asked. */
export class SayWhatItIsFor1796763000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings add column used_for text
        constraint chat_agent_settings_used_for check (used_for in ('bookings', 'memory', 'both'));
      update chat_agent_settings set used_for = 'both' where exists (select from users)`);
  }
}
