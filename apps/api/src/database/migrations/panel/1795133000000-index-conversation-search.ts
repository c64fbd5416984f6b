import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For searches for one or two characters, which trigrams do not find. */
export class IndexConversationSearch1795133000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // As the index of the longer ones: each message changes the text.
    await runner.query(
      `create index conversations_short_search on conversations using gin (short_grams(search_text))
         with (fastupdate = on, gin_pending_list_limit = 512)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index conversations_short_search');
  }
}
