import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A search for a time lists sessions, decisions and tasks before messages, of which there may be very many. */
export class ReadNewestKept1796308000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index search_documents_newest_kept on search_documents (at desc) where kind <> 'chat'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index search_documents_newest_kept');
  }
}
