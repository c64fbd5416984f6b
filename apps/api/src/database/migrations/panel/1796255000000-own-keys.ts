import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A key that opens the memory stands for a user, whose turns it stores and reads: at first for who made it. */
export class OwnKeys1796255000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_keys add column owner_id uuid');
    await runner.query(`update api_keys set owner_id = created_by where 'memory' = any (scopes)`);
  }
}
