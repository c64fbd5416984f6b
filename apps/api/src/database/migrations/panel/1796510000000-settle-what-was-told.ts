import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What a client knows while the mail that tells the next thing has not left, and when a mail was given to the server. */
export class SettleWhatWasTold1796510000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table told_appointments add column before jsonb');
    await runner.query('alter table mails add column leaving_since timestamptz(3)');
  }
}
