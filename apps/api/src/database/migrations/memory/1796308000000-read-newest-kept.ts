import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A search for a time lists sessions, decisions and tasks before messages, of which there may be very many. */
export class ReadNewestKept1796308000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index search_documents_newest_kept on search_documents (at desc) where kind <> 'chat'`,
    );
  }
}
