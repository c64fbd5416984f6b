import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A key of the panel gets a new text and stays the same key; the former text may count for some hours. A secret of an
 * outbound webhook counts for its own day, also if another rotation follows within it.
 */
export class RotateKeys1796490001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table api_keys
        add column rotated_at timestamptz(3),
        add column former_prefix text,
        add column former_digest bytea,
        add column former_until timestamptz(3)`);
    await runner.query('create unique index api_keys_former_prefix on api_keys (former_prefix)');
    await runner.query(`
      create table hook_older_secrets (
        id uuid constraint hook_older_secrets_pkey primary key,
        hook_id uuid not null constraint hook_older_secrets_hook references hooks (id) on delete cascade,
        secret text not null,
        until timestamptz(3) not null
      )`);
    await runner.query('create index hook_older_secrets_of_hook on hook_older_secrets (hook_id)');
  }
}
