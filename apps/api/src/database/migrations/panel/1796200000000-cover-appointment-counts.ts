import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

const AHEAD = `appointments_ahead_new on appointments (starts_at, id) %include where status in ('pending', 'confirmed')`;
const WAITING = `appointments_waiting_new on appointments (created_at) %include where status = 'pending'`;

/**
 * The dashboard counts appointments that are over and have no outcome, and pending ones that are not over. With their end
 * in the indexes it reads no rows for that.
 */
export class CoverAppointmentCounts1796200000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'include (ends_at)');
  }
}

/** The old ones go last: dropping one locks the table for reads too, until the end of the transaction. */
async function replaceIndexes(runner: QueryRunner, include: string): Promise<void> {
  for (const index of [AHEAD, WAITING])
    await runner.query(`create index ${index}`.replace('%include', include));
  await runner.query('drop index appointments_ahead, appointments_waiting');
  await runner.query('alter index appointments_ahead_new rename to appointments_ahead');
  await runner.query('alter index appointments_waiting_new rename to appointments_waiting');
}
