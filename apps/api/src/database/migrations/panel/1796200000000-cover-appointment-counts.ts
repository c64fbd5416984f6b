import type { MigrationInterface, QueryRunner } from 'typeorm';

const AHEAD = `create index appointments_ahead on appointments (starts_at, id) %include where status in ('pending', 'confirmed')`;
const WAITING = `create index appointments_waiting on appointments (created_at) %include where status = 'pending'`;

/**
 * The dashboard counts appointments that are over and have no outcome, and pending ones that are not over. With their end
 * in the indexes it reads no rows for that.
 */
export class CoverAppointmentCounts1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'include (ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, '');
  }
}

async function replaceIndexes(runner: QueryRunner, include: string): Promise<void> {
  await runner.query('drop index appointments_ahead, appointments_waiting');
  for (const index of [AHEAD, WAITING]) await runner.query(index.replace('%include', include));
}
