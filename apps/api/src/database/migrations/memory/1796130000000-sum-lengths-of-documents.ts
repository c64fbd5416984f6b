import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * BM25 measures a document by its length and by the mean length of its kind. Documents from before have no length until the
 * background counts it (memory/search/search-index.repository.ts); until then the number of their different words stands for it.
 */
export class SumLengthsOfDocuments1796130000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table search_documents add column length integer');
    await runner.query(
      'create index search_documents_unmeasured on search_documents (kind, id) where length is null',
    );
    await runner.query(`
      create table search_lengths (
        kind text constraint search_lengths_pkey primary key,
        words bigint not null
      ) with (fillfactor = 50)`);
    await runner.query(`
      insert into search_lengths (kind, words)
      select kind, sum(documents) from search_words where word <> '' group by kind`);
  }
}
