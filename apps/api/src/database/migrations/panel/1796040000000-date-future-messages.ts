import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Pings could date a message in the future, and its conversation stayed on top of the list until then. The messages are in
 * the other database: the next ping of the chat brings the right one, since a last message without an id never counts.
 */
export class DateFutureMessages1796040000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update conversations set last_message_at = least(updated_at, now()), last_message_id = null
      where coalesce(last_message_at, created_at) > now()`);
  }
}
