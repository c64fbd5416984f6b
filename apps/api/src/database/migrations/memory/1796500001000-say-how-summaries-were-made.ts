import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** How a summary was made stood in the form of its key. */
export class SayHowSummariesWereMade1796500001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assistant_sessions add column made text not null default 'written'
        constraint assistant_sessions_made check (made in ('written', 'compact', 'extract', 'imported'))`);
    await runner.query(`select set_config('groupless.unversioned', 'on', true)`);
    await runner.query(MADE);
    await runner.query(`select set_config('groupless.unversioned', '', true)`);
  }
}

const MADE = `
  update assistant_sessions
  set made = case when written_through = 'import' then 'imported' when idempotency_key ~ ':end:[0-9]+$' then 'extract' else 'compact' end
  where written_through = 'import' or idempotency_key ~ ':(compact|end):[0-9]+$'`;
