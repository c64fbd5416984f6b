import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A reminder is known until it is taken back, also when its appointment is deleted, and before its message is stored.
 */
export class MendTelling1796282000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_reminders drop constraint chat_reminders_appointment, alter column message_id drop not null;
      drop index chat_reminders_open;
      create index chat_reminders_by_start on chat_reminders (starts_at)`);
  }
}
