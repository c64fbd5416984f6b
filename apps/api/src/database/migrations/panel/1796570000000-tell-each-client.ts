import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What was told is kept for each client of an appointment, also for who has it no more. */
export class TellEachClient1796570000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KEY);
    await runner.query(GIVEN_AWAY);
  }
}

const KEY = `
  alter table told_appointments drop constraint told_appointments_pkey,
    add constraint told_appointments_pkey primary key (appointment_id, client_id)`;

/** Who got one of these had no row until the former client had heard of it. */
const GIVEN_AWAY = `
  insert into told_appointments (appointment_id, client_id, changed_at, waived)
  select a.id, a.client_id, t.changed_at, t.waived
  from told_appointments as t join appointments as a on a.id = t.appointment_id and a.client_id <> t.client_id
  where t.changed_at is not null`;
