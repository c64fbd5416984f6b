import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** The `Idempotency-Key` of requests that made a row, as in the panel's database. Ids are numbers here. */
export class KeepRequestKeys1796570000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table request_keys (
        kind text not null,
        caller text not null,
        key text not null,
        digest text not null,
        object_id bigint not null,
        created_at timestamptz(3) not null,
        constraint request_keys_pkey primary key (kind, caller, key)
      );
      create index request_keys_by_time on request_keys (created_at)`);
  }
}
