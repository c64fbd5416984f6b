import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Outbound webhooks of API keys, secrets that overlap, what receivers answer, and in events what an update replaced and how
 * the client of an appointment can be reached.
 */
export class TellMoreByHooks1796120001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table hooks
        add column previous_secret text,
        add column previous_secret_until timestamptz(3),
        add column key_id uuid,
        add column key_name text;
      create index hooks_of_key on hooks (key_id) where key_id is not null;
      -- A version that does not know of such webhooks may be the one that revokes the key.
      create function end_hooks_of_key() returns trigger
        language plpgsql
        as $$
        begin
          delete from hooks where key_id = old.id;
          return null;
        end $$;
      create trigger api_keys_hooks after delete on api_keys for each row execute function end_hooks_of_key();
      alter table hook_deliveries add column response_body text;
      alter table hook_outbox add column previous jsonb;`);
  }
}
