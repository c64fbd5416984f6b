import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Who booked for somebody else's number is told of an end at the address that they gave, also after the appointment is another
 * client's; and who waits by it has the name that was given.
 */
export class TellFormerBookers1796762000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table told_appointments add column mailed_to jsonb;
      alter table waiting_entries add column attendee_name text`);
  }
}
