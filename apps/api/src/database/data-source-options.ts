import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { PoolConfig } from 'pg';
import type { Settings } from '../config/settings';
import { isPooled, type DatabaseAddress } from './opening/database-address';
import { DatabaseMonitor } from './database-monitor';
import { MEMORY_MIGRATIONS } from './memory.data-source';
import { PANEL_MIGRATIONS } from './panel.data-source';
import { liftTimeLimits, timeLimits, WITHOUT_JIT } from './opening/time-limits';

export type DatabaseName = 'panel' | 'memory';

export type DatabaseUrls = Record<DatabaseName, DatabaseAddress>;

/**
 * The last breaking migration of each database. A program that knows it can serve a database that a newer version has
 * migrated, so an upgrade can be rolled back.
 */
export const LAST_BREAKING: Readonly<Record<DatabaseName, string>> = {
  panel: 'CreatePanel1795390000000',
  memory: 'OwnTurns1796258000000',
};

const MIGRATIONS = { panel: PANEL_MIGRATIONS, memory: MEMORY_MIGRATIONS };

/** The data source of requests. Its entities come from the modules (`autoLoadEntities`). */
export function dataSourceOptions(
  name: DatabaseName,
  address: DatabaseAddress,
  settings: Settings,
  monitor = new DatabaseMonitor(address.direct_url),
): DataSourceOptions {
  const pool: PoolConfig & { Client: DatabaseMonitor['Client'] } = {
    Client: monitor.Client,
    max: settings.pool_size,
    connectionTimeoutMillis: settings.connection_timeout_ms,
    // A pooler refuses startup parameters, so the role has the limits there (see `storeTimeLimits()`).
    ...(isPooled(address) ? {} : { ...timeLimits(settings), ...WITHOUT_JIT }),
    // A little longer than the server's own limit: it ends statements of a server that hangs.
    query_timeout: settings.statement_timeout_ms + 1_000,
    keepAlive: true,
  };
  return { ...common(name, address.url), extra: pool };
}

/** The names of the migrations, as the table `migrations` stores them. */
export function migrationNames(name: DatabaseName): string[] {
  return MIGRATIONS[name].map((migration) => migration.name);
}

/**
 * The data source for migrations: past the pooler, without time limits.
 * @param only names of the migrations to run; by default all
 */
export function migrationOptions(
  name: DatabaseName,
  url: string,
  only: readonly string[] = migrationNames(name),
): DataSourceOptions {
  return {
    ...common(name, url),
    migrations: MIGRATIONS[name].filter((migration) => only.includes(migration.name)),
    extra: { onConnect: liftTimeLimits },
  };
}

function common(name: DatabaseName, url: string) {
  return {
    type: 'postgres' as const,
    // Given, because in a bundle TypeORM cannot look for it.
    driver: pg,
    name,
    url,
    applicationName: 'groupless',
    migrationsTableName: 'migrations',
    // Extensions come with the migrations, by name.
    installExtensions: false,
    logging: false as const,
    poolErrorHandler: () => {
      // An idle connection broke, and the pool drops it.
    },
  };
}
