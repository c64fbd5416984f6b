import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A row that stands in the queue has not been judged, so it is held back from assistants: they ask the queue by row. When it
 * was noted says how far the index is behind, and `failure` sets a row aside that could not be indexed.
 */
export class AgeOfSearchQueue1796040100000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table search_queue
        add column noted_at timestamptz(3) not null default now(),
        add column failure text,
        add column retry_at timestamptz(3);
      create index search_queue_of_row on search_queue (kind, id);
      create index search_queue_set_aside on search_queue (retry_at) where failure is not null`);
  }
}
