import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A row that waits for the index already is not queued again. The lock keeps the index from taking the entry before the new
 * text is committed; an entry that the index has taken is locked itself, and then the change gets one of its own. A row that was
 * just inserted cannot wait yet, so that nothing is looked up for it.
 */
export class QueueChangesOnce1796130001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function search_enqueue() returns trigger language plpgsql as $$
    declare
      changed bigint := case tg_op when 'DELETE' then old.id else new.id end;
    begin
      if tg_op <> 'INSERT' then
        perform from search_queue where kind = tg_argv[0] and id = changed and failure is null
          limit 1 for share skip locked;
        if found then return null; end if;
      end if;
      insert into search_queue (kind, id) values (tg_argv[0], changed);
      return null;
    end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function search_enqueue() returns trigger language plpgsql as $$
    begin
      insert into search_queue (kind, id) values (tg_argv[0], case tg_op when 'DELETE' then old.id else new.id end);
      return null;
    end $$`);
  }
}
