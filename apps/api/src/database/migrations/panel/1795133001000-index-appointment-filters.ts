import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The list of appointments by time within each two of its filters, however few rows meet both. */
export class IndexAppointmentFilters1795133001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `drop index appointments_of_resource_status, appointments_of_resource_source, appointments_of_status_source`,
    );
  }
}

const UP = [
  'create index appointments_of_resource_status on appointments (resource, status, starts_at, id)',
  'create index appointments_of_resource_source on appointments (resource, source, starts_at, id)',
  'create index appointments_of_status_source on appointments (status, source, starts_at, id)',
];
