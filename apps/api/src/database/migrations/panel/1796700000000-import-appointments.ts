import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Appointments come from a file. An import is one event for outbound webhooks, and can be taken back. */
export class ImportAppointments1796700000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table appointment_imports (
        id uuid constraint appointment_imports_pkey primary key,
        at timestamptz(3) not null,
        by_id uuid,
        by_name text not null,
        created integer not null,
        skipped integer not null,
        failed integer not null,
        undone_at timestamptz(3),
        undone_by_name text
      );
      create index appointment_imports_by_time on appointment_imports (at);

      create table imported_appointments (
        appointment_id uuid constraint imported_appointments_pkey primary key
          constraint imported_appointments_appointment references appointments on delete cascade,
        import_id uuid not null constraint imported_appointments_import references appointment_imports on delete cascade,
        reminds boolean not null
      );
      create index imported_appointments_of_import on imported_appointments (import_id);

      create or replace trigger hook_insert after insert on appointments
        for each row when (current_setting('groupless.importing', true) is distinct from 'on')
        execute function hook_enqueue('appointment.created', 'id', 'whole')`);
  }
}
