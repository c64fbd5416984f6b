import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** One active account a tool, where there was one for all; and what machines report of the accounts' limits. */
export class ActivateByTool1796150000000 extends Step {
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
}
