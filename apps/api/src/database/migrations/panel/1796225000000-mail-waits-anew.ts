import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A mail that is sent again waits from then on. */
export class MailWaitsAnew1796225000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mails add column waiting_since timestamptz(3)');
  }
}
