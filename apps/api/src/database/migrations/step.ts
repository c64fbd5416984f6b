import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration, which no program takes back: what a version takes away, the version before it no longer uses. */
export abstract class Step implements MigrationInterface {
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<never> {
    return Promise.reject(new Error('A migration is not taken back. Restore a backup instead.'));
  }
}

/** A migration of which nothing is left, since what it made comes without it. Databases have its name. */
export function emptied(name: string): new () => Step {
  class Emptied extends Step {
    up = () => Promise.resolve();
  }
  return Object.defineProperty(Emptied, 'name', { value: name });
}
