import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Appointments that were made together by one rule are known as a series. */
export class RepeatAppointments1796216000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table appointments add column series_id uuid;
      create index appointments_of_series on appointments (series_id, starts_at) where series_id is not null;`);
  }
}
