import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The dashboard counts the messages of customers alone: the index says whose chat each is, so that no row is read. */
export class CountMessagesOfCustomers1796040300000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    // In this order messages can be read while the index is built.
    await runner.query(`
      create index chat_history_by_time_and_chat on chat_history (timestamp) include (role, chat_id);
      drop index chat_history_by_time;
      alter index chat_history_by_time_and_chat rename to chat_history_by_time`);
  }
}
