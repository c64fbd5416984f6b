import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A known text sealed with each key that sealed anything else: who cannot open one of them lacks that key. */
export class CreateCredentialsKeyChecks1795132951000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table credentials_key_checks (
        key_id text primary key,
        sealed text not null,
        created_at timestamptz(3) not null default now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table credentials_key_checks');
  }
}
