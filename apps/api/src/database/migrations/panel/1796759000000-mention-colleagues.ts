import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Notes know which colleagues they name. */
export class MentionColleagues1796759000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table conversation_notes add column mentioned_ids uuid[] not null default '{}'`,
    );
  }
}
