import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose session an account holds, for which tool and on which machine; and the last sessions of each account. */
export class KeepAccountSessions1795358510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assistant_accounts
        add column tool text
          constraint assistant_accounts_tool check (tool in ('claude_code', 'codex', 'other')),
        add column session_refresh_expires_at timestamptz(3),
        add column identity text,
        add column held_by jsonb`);
    await runner.query(`
      create table assistant_account_sessions (
        account_id uuid not null
          constraint assistant_account_sessions_account references assistant_accounts on delete cascade,
        version integer not null,
        session_data text not null,
        stored_at timestamptz(3) not null,
        stored_by text,
        machine text,
        expires_at timestamptz(3),
        refresh_expires_at timestamptz(3),
        identity text,
        restored_from integer,
        constraint assistant_account_sessions_pkey primary key (account_id, version)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table assistant_account_sessions');
    await runner.query(`
      alter table assistant_accounts
        drop column tool, drop column session_refresh_expires_at, drop column identity, drop column held_by`);
  }
}
