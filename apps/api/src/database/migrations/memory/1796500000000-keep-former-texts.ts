import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A task that a person words anew is still found by the text that an assistant knows. */
export class KeepFormerTexts1796500000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table assistant_tasks add column former_texts text[] not null default '{}'`);
    // Few tasks are worded anew, so it costs others nothing.
    await runner.query(
      `create index assistant_tasks_former on assistant_tasks using gin (former_texts) where former_texts <> '{}'`,
    );
  }
}
