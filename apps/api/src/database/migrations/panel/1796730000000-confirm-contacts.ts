import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Visitors of the booking page may have to confirm their email. Nothing is stored of who has not. */
export class ConfirmContacts1796730000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table booking_page add column confirm_contact boolean not null default false');
  }
}
