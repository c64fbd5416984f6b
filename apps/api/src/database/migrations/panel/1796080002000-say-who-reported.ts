import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Who reported the last message of a conversation as the team's; null: nobody, or it was stored by an earlier version. */
export class SayWhoReported1796080002000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table conversations add column last_message_reported_by text');
  }
}
