import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Visitors confirm their email unless the settings waive it. Pages that are on stay as they are. */
export class AskToConfirm1796757000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table booking_page alter column confirm_contact set default true;
      update booking_page set confirm_contact = true where not enabled`);
  }
}
