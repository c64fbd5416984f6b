import type { MigrationInterface, QueryRunner } from 'typeorm';
import { newId } from '../../../shared/new-id';

const FIRST_ACCOUNTS = [
  { name: 'Team 1', type: 'teams', is_active: true },
  { name: 'Team 2', type: 'teams', is_active: false },
  { name: 'Pro', type: 'pro', is_active: false },
];

/** The assistant accounts, of which the database lets one be active, and the three that there are at first. */
export class CreateAssistantAccounts1795132950000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table assistant_accounts (
        id uuid primary key,
        name text not null,
        type text not null constraint assistant_accounts_type check (type in ('teams', 'pro')),
        description text not null default '',
        session_data text,
        session_version integer constraint assistant_accounts_session_version unique,
        session_updated_at timestamptz(3),
        session_expires_at timestamptz(3),
        is_active boolean not null default false,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint assistant_accounts_session check (
          (session_data is null) = (session_version is null) and
          (session_data is null) = (session_updated_at is null) and
          (session_data is not null or session_expires_at is null)
        )
      )`);
    await runner.query(
      'create unique index assistant_accounts_one_active on assistant_accounts (is_active) where is_active',
    );
    await runner.query('create sequence assistant_session_versions as integer');
    const now = Date.now();
    for (const [index, { name, type, is_active }] of FIRST_ACCOUNTS.entries()) {
      const id = newId(new Date(now + index));
      await runner.query(
        'insert into assistant_accounts (id, name, type, is_active) values ($1, $2, $3, $4)',
        [id, name, type, is_active],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table assistant_accounts');
    await runner.query('drop sequence assistant_session_versions');
  }
}
