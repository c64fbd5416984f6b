import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Where a word is in very many rows, a search reads the shortest of these: in them it says most. */
export class ReadShortestDocuments1796305000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index search_documents_shortest on search_documents (length, at desc)');
  }
}
