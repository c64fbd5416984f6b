import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an agent finds of its own bookings, and how integrators find what has changed. */
export class FindAgentBookings1795360800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Without a default: the version before, which may still run, books without saying whether an agent did.
    await runner.query('alter table appointments add made_by_agent boolean');
    await runner.query('create index appointments_by_change on appointments (updated_at, id)');
    await runner.query(
      'create index appointments_of_chat on appointments (chat_id, starts_at, id) where chat_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index appointments_by_change, appointments_of_chat');
    await runner.query('alter table appointments drop made_by_agent');
  }
}
