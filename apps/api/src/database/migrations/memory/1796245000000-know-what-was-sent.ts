import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A repeated summary is compared with what was sent before. What is stored of it may differ: names of projects are resolved, and
 * follow when a project gets another name. Summaries from before have no digest.
 */
export class KnowWhatWasSent1796245000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table assistant_sessions add column sent_digest text');
  }
}
