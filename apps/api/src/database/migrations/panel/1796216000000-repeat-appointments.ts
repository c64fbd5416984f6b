import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Appointments that were made together by one rule are known as a series. */
export class RepeatAppointments1796216000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table appointments add column series_id uuid;
      create index appointments_of_series on appointments (series_id, starts_at) where series_id is not null;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table appointments drop column series_id');
  }
}
