import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * An import is a thing that can be looked at and taken back: what became of each row is kept for a while, without a text of the
 * file. A contact that belongs to another client stands apart, so that nobody is found by it.
 */
export class KeepImports1796620000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table clients
        add column shared_phone text,
        add column shared_email text,
        add constraint clients_shared_phone_form check (shared_phone ~ '^\\+[1-9][0-9]{1,19}$'),
        add constraint clients_shared_email_form check (shared_email <> '');
      create index clients_by_shared_phone on clients (shared_phone) where shared_phone is not null;
      create index clients_by_shared_email on clients (lower(shared_email)) where shared_email is not null;

      create table client_imports (
        id uuid constraint client_imports_pkey primary key,
        at timestamptz(3) not null,
        by_id uuid,
        by_name text not null,
        created integer not null,
        updated integer not null,
        skipped integer not null,
        failed integer not null,
        undone_at timestamptz(3),
        undone_by_name text
      );
      create index client_imports_by_time on client_imports (at);

      create table client_import_rows (
        id bigint generated always as identity constraint client_import_rows_pkey primary key,
        import_id uuid not null constraint client_import_rows_import references client_imports on delete cascade,
        row integer not null,
        outcome text not null constraint client_import_rows_outcome
          check (outcome in ('created', 'updated', 'not_made', 'shared', 'failed', 'warning')),
        client_id uuid,
        version integer,
        field text,
        code text,
        with_id uuid,
        with_row integer
      );
      create index client_import_rows_of_import on client_import_rows (import_id, id);
      create index client_import_rows_of_client on client_import_rows (client_id) where client_id is not null;
      create index client_import_rows_with_client on client_import_rows (with_id) where with_id is not null`);
  }
}
