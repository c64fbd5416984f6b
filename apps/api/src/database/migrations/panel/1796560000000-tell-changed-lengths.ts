import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The end that clients were told. Null where it was told before: then it is that of the appointment, and nothing old is told. */
export class TellChangedLengths1796560000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table told_appointments add column ends_at timestamptz(3)');
  }
}
