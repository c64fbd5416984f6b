import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What a user stored in the memory with a key stays the user's own after the key was revoked. */
export class RememberOwnersOfKeys1796291000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table revoked_keys (
        id uuid constraint revoked_keys_pkey primary key,
        owner_id uuid not null,
        revoked_at timestamptz(3) not null default now()
      )`);
    await runner.query('create index revoked_keys_of_owner on revoked_keys (owner_id)');
    await runner.query(`
      create function remember_owner_of_key() returns trigger
        language plpgsql
        as $$
        begin
          insert into revoked_keys (id, owner_id) values (old.id, old.owner_id) on conflict (id) do nothing;
          return null;
        end $$`);
    await runner.query(`
      create trigger owner_remembered after delete on api_keys
        for each row when (old.owner_id is not null) execute function remember_owner_of_key()`);
  }
}
