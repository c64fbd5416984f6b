import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsers1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id uuid primary key,
        email text not null,
        name text not null,
        role text not null constraint users_role check (role in ('admin', 'operator', 'viewer')),
        password_hash text,
        is_active boolean not null default true,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`);
    await runner.query('create unique index users_email on users (lower(email))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table users');
  }
}
