import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Pings could date a message in the future, and it stayed the newest of its chat until then. When it came is not known, but
 * ids grow with time: it gets the time of the message before it, else of the one after it.
 */
export class DateFutureMessages1796040000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update chat_history as future
      set timestamp = coalesce(
        (select max(timestamp) from chat_history as earlier
         where earlier.chat_id = future.chat_id and earlier.id < future.id and earlier.timestamp <= now()),
        (select min(timestamp) from chat_history as later
         where later.chat_id = future.chat_id and later.id > future.id and later.timestamp <= now()),
        now())
      where future.timestamp > now()`);
  }
}
