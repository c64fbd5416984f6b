import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One active account a tool, where there was one for all; and what machines report of the accounts' limits. */
export class ActivateByTool1796150000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assistant_accounts add column activated_at timestamptz(3), add column usage jsonb;
      update assistant_accounts set activated_at = updated_at where is_active;
      create unique index assistant_accounts_active_of_tool
        on assistant_accounts (coalesce(tool, 'claude_code')) where is_active;
      drop index assistant_accounts_one_active;
      create table assistant_account_usage (
        account_id uuid not null
          constraint assistant_account_usage_account references assistant_accounts on delete cascade,
        hour timestamptz(3) not null,
        name text not null,
        at timestamptz(3) not null,
        used_percent real not null,
        constraint assistant_account_usage_pkey primary key (account_id, hour, name)
      )`);
  }

  /** Of several active ones the one stays that was activated last. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update assistant_accounts set is_active = false
      where is_active and id <> (
        select id from assistant_accounts where is_active order by activated_at desc nulls last, id limit 1);
      create unique index assistant_accounts_one_active on assistant_accounts (is_active) where is_active;
      drop index assistant_accounts_active_of_tool;
      drop table assistant_account_usage;
      alter table assistant_accounts drop column activated_at, drop column usage`);
  }
}
