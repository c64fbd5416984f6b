import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { pgboss } from 'pg-boss/package.json';
import type { QueryRunner } from 'typeorm';

const SCHEMA = 'jobs';

/**
 * Creates the tables of the job engine, or brings them to the version that this program's engine has, by the engine's own
 * statements. Those of a newer version stay: the engine serves them (docs/adr/0045).
 */
export async function migrateJobs(runner: QueryRunner): Promise<void> {
  const version = await storedVersion(runner);
  if (version === null) await runner.query(getConstructionPlans(SCHEMA));
  else if (version < pgboss.schema) {
    // Several statements are sent as one, in which no index can be built CONCURRENTLY; the tables are small.
    await runner.query(getMigrationPlans(SCHEMA, version).replaceAll(' CONCURRENTLY ', ' '));
  }
}

async function storedVersion(runner: QueryRunner): Promise<number | null> {
  const [table] = (await runner.query("select to_regclass('jobs.version') as name")) as {
    name: string | null;
  }[];
  if (!table?.name) return null;
  const [stored] = (await runner.query(`select version from jobs.version`)) as { version: number }[];
  return stored?.version ?? null;
}
