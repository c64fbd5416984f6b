import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Clients have several phones and an extension. */
export class KeepSeveralPhones1796060000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }
}

/** Hardly any client has a second number, so the indexes hold only those who do. */
const COLUMNS = String.raw`
  alter table clients
    add column extension text,
    add column other_phones jsonb not null default '[]';
  create index clients_by_other_phones on clients using gin (other_phones jsonb_path_ops)
    with (fastupdate = off) where other_phones <> '[]';
  alter table client_merges add column other_phones text[] not null default '{}';
  create index client_merges_by_other_phones on client_merges using gin (other_phones)
    with (fastupdate = off) where other_phones <> '{}';
`;
