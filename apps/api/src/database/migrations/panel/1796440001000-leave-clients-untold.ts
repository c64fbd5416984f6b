import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The state of an appointment of which its client is not to be told. */
export class LeaveClientsUntold1796440001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table told_appointments add column waived jsonb');
  }
}
