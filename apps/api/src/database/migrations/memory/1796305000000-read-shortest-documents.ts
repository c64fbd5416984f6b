import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a word is in very many rows, a search reads the shortest of these: in them it says most. */
export class ReadShortestDocuments1796305000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index search_documents_shortest on search_documents (length, at desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index search_documents_shortest');
  }
}
