import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counters of failures, shared by all processes, in the shape that rate-limiter-flexible's PostgreSQL
 * store expects. Unlogged: they may be lost in a crash, and cost no write-ahead log.
 */
export class CreateRateLimits1795132802000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      )`);
    await runner.query('create index rate_limits_expire on rate_limits (expire)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table rate_limits');
  }
}
