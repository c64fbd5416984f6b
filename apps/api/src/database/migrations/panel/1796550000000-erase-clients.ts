import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Erasing a client. Its appointments stay as times without a person. What is left to do after the panel's rows are gone
 * (messages of these chats) is noted until it is done.
 */
export class EraseClients1796550000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table appointments alter column client_id drop not null;

      create table client_erasures (
        client_id uuid constraint client_erasures_pkey primary key,
        requested_at timestamptz(3) not null default now(),
        requested_by uuid,
        requested_by_name text,
        chats text[] not null default '{}',
        erased jsonb not null default '{}',
        rows_erased_at timestamptz(3),
        finished_at timestamptz(3)
      );
      create index client_erasures_waiting on client_erasures (requested_at) where finished_at is null`);
  }
}
