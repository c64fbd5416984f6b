import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What live chats need beside their messages: the way by which each came, and a row a chat that orders writers. */
export class ExtendChats1795132840000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_history
        add column written_in text
          constraint chat_history_written_in check (written_in in ('ping', 'panel')),
        add column delivered_at timestamptz(3)`);
    // The customer's messages that came since one of them, in the order in which they came.
    await runner.query(`
      create index chat_history_received on chat_history (chat_id, id)
        where written_in = 'ping' and role = 'user'`);
    // The replies that still have to reach the customer.
    await runner.query(`
      create index chat_history_undelivered on chat_history (chat_id, id)
        where written_in = 'panel' and delivered_at is null`);
    await runner.query(`
      create table chats (
        chat_id text constraint chats_pkey primary key,
        takeovers integer not null default 0
      ) with (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table chats');
    await runner.query('drop index chat_history_received, chat_history_undelivered');
    await runner.query('alter table chat_history drop column written_in, drop column delivered_at');
  }
}
