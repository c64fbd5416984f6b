import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A name for each event of the outbox that no other ever has. Its number comes again where the memory's database alone is put
 * back from a backup, and an event that looked like an earlier one was dropped.
 */
export class NameHookEvents1796080001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table hook_outbox add column event_id text not null default concat(gen_random_uuid())',
    );
  }
}
