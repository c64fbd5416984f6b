import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration, which no program takes back: what a version takes away, the version before it no longer uses. */
export abstract class Step implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<never> {
    return Promise.reject(new Error('A migration is not taken back. Restore a backup instead.'));
  }
}
