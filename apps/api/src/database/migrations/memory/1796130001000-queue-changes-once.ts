import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A row that waits for the index already is not queued again. The lock keeps the index from taking the entry before the new
 * text is committed; an entry that the index has taken is locked itself, and then the change gets one of its own. A row that was
 * just inserted cannot wait yet, so that nothing is looked up for it.
 *
 * A connection keeps its plan from when the queue was empty: without the setting that would read the queue from its beginning for
 * each of many changes.
 */
export class QueueChangesOnce1796130001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function search_is_queued(changed_kind text, changed_id bigint) returns boolean
        language plpgsql
        set enable_seqscan = off
        as $$
        begin
          perform from search_queue where kind = changed_kind and id = changed_id and failure is null
            limit 1 for share skip locked;
          return found;
        end $$`);
    await runner.query(`
      create or replace function search_enqueue() returns trigger
        language plpgsql
        as $$
        declare
          changed bigint := case tg_op when 'DELETE' then old.id else new.id end;
        begin
          if tg_op = 'INSERT' or not search_is_queued(tg_argv[0], changed) then
            insert into search_queue (kind, id) values (tg_argv[0], changed);
          end if;
          return null;
        end $$`);
  }
}
