import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Replies that were erased while an agent was sending them. No word of them is here; the agent may still confirm their ids. */
export class KnowErasedReplies1796420500000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table erased_replies (
        id bigint constraint erased_replies_pkey primary key,
        chat_id text not null,
        handed_out_at timestamptz(3) not null,
        at timestamptz(3) not null default now()
      )`);
    await runner.query('create index erased_replies_by_time on erased_replies (at)');
  }
}
