import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A user may have several links for a forgotten password. */
export class LeaveFormerResetLinks1796460000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table password_resets
        drop constraint password_resets_pkey,
        drop constraint password_resets_token,
        add constraint password_resets_pkey primary key (token_digest)`);
    await runner.query('create index password_resets_by_user on password_resets (user_id)');
  }
}
