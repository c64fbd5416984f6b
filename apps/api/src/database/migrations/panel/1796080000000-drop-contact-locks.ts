import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The program takes these locks itself. Nothing calls the function. */
export class DropContactLocks1796080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A database from before 1.0 may lack it.
    await runner.query('drop function if exists lock_client_contacts(text, text)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(MAKE);
  }
}

const MAKE = `
  create function lock_client_contacts(phone text, email text) returns void
    language plpgsql
    as $$
    declare
      contact integer;
    begin
      perform pg_advisory_xact_lock_shared(7202, 0);
      for contact in
        select distinct hashtext(given) from unnest(array[phone, lower(email)]) as given where given is not null order by 1
      loop
        perform pg_advisory_xact_lock(7203, contact);
      end loop;
    end $$`;
