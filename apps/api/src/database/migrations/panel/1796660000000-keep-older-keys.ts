import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** A text of a key counts for its own hours, also if another rotation follows within them. */
export class KeepOlderKeys1796660000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table api_key_older_texts (
        prefix text constraint api_key_older_texts_pkey primary key,
        key_id uuid not null constraint api_key_older_texts_key references api_keys (id) on delete cascade,
        digest bytea not null,
        until timestamptz(3) not null
      )`);
    await runner.query('create index api_key_older_texts_of_key on api_key_older_texts (key_id)');
  }
}
