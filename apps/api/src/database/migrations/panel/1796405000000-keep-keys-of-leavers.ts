import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A key that was kept when its owner left is the team's: the owner has no role any more that could bound it. */
export class KeepKeysOfLeavers1796405000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update api_keys set owner_id = null
      where owner_id is not null
        and not exists (select from users where id = api_keys.owner_id and is_active)`);
  }
}
