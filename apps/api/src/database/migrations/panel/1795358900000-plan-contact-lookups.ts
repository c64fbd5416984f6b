import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps PostgreSQL from reading the whole table to find the client with a phone or an email. These indexes hold one
 * value for all clients without a phone or email. With statistics that say that most entries are that value, a lookup
 * of any other value was planned as a scan of the table, and an import of n rows took n scans. Without statistics a
 * lookup uses the index. The indexes are made anew, because that is how their present statistics go.
 */
export class PlanContactLookups1795358900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...remake, ...statistics(0)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of statistics(-1)) await runner.query(statement);
  }
}

const LAST = `U&'\\+10FFFF'`;

const remake = [
  'drop index clients_by_phone, clients_by_email',
  `create index clients_by_phone on clients (coalesce(phone, ${LAST}) collate "C", id)`,
  `create index clients_by_email on clients (coalesce(lower(email), ${LAST}) collate "C", id)`,
];

const statistics = (target: number) => [
  `alter index clients_by_phone alter column 1 set statistics ${target}`,
  `alter index clients_by_email alter column 1 set statistics ${target}`,
];
