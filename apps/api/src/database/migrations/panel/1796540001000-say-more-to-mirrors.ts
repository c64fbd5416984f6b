import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What the log of changes tells of from now on, too, by table. */
const OBJECTS = { resources: 'resource', services: 'service', series_rules: 'series' };

/**
 * For programs that keep a copy: ids of other systems, the import that made or changed a client, the rules of series, and
 * since when a receiver of webhooks says that it is gone.
 */
export class SayMoreToMirrors1796540001000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table clients
        add column external_ids jsonb not null default '{}',
        add column import_id uuid`);
    await runner.query(
      `create index clients_by_external_ids on clients using gin (external_ids jsonb_path_ops) where external_ids <> '{}'`,
    );
    await runner.query('create index clients_of_import on clients (import_id) where import_id is not null');
    await runner.query('alter table hooks add column gone_since timestamptz(3)');
    await runner.query(`
      create table series_rules (
        id uuid constraint series_rules_pkey primary key,
        rrule text not null,
        starts_at timestamptz(3) not null,
        exceptions jsonb not null default '[]'
      )`);
    for (const [table, object] of Object.entries(OBJECTS)) await runner.query(keep(table, object));
  }
}

function keep(table: string, object: string): string {
  return `create trigger keep_change after insert or update or delete on ${table}
    for each row execute function keep_change('${object}')`;
}
