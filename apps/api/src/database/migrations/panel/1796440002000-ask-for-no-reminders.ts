import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** By which ways a client wants no reminders. */
export class AskForNoReminders1796440002000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table clients add column no_reminders text[] not null default '{}'
        constraint clients_no_reminders check (no_reminders <@ array['mail', 'chat'])`);
  }
}
