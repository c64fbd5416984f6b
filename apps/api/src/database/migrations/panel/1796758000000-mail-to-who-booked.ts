import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Mails about a booking or an entry of the waiting list may go to another address than the client's. */
export class MailToWhoBooked1796758000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table appointments add column mailed_to jsonb;
      alter table waiting_entries add column mailed_to jsonb`);
  }
}
