import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Which numbers wrote in a chat of late, where they changed. */
export class CountNumbersOfChats1796420000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_numbers (
        chat_id text not null,
        -- Tells numbers apart, and is nobody's number.
        code integer not null,
        seen_at timestamptz(3) not null,
        constraint chat_numbers_pkey primary key (chat_id, code)
      )`);
    await runner.query('create index chat_numbers_by_time on chat_numbers (seen_at)');
  }
}
