import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** An import that changes clients is one event for outbound webhooks, as one that makes them. */
export class ImportIsOneEvent1796140000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace trigger hook_update after update on clients
        for each row when (current_setting('groupless.importing', true) is distinct from 'on')
        execute function hook_enqueue('client.updated', 'id', 'whole')`);
  }
}
