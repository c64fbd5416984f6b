import type { DataSourceOptions } from 'typeorm';
import type { PoolConfig } from 'pg';
import type { Settings } from '../config/settings';
import { MEMORY_ENTITIES, MEMORY_MIGRATIONS } from './memory.data-source';
import { PANEL_ENTITIES, PANEL_MIGRATIONS } from './panel.data-source';

export type DatabaseName = 'panel' | 'memory';

/** Where the two databases are: what requests use, and the way past a pooler that migrations use. */
export type DatabaseUrls = Record<DatabaseName, { url: string; direct_url: string }>;

const LISTS = {
  panel: { entities: PANEL_ENTITIES, migrations: PANEL_MIGRATIONS },
  memory: { entities: MEMORY_ENTITIES, migrations: MEMORY_MIGRATIONS },
};

/** The data source that requests use. */
export function dataSourceOptions(name: DatabaseName, url: string, settings: Settings): DataSourceOptions {
  const { statement_timeout_ms, lock_timeout_ms, connection_timeout_ms } = settings;
  const pool: PoolConfig = {
    max: settings.pool_size,
    connectionTimeoutMillis: connection_timeout_ms,
    statement_timeout: statement_timeout_ms,
    lock_timeout: lock_timeout_ms,
    idle_in_transaction_session_timeout: statement_timeout_ms,
    // The client gives up a little after the server should have, in case the server hangs.
    query_timeout: statement_timeout_ms + 1_000,
    keepAlive: true,
  };
  return { ...common(name, url), entities: [...LISTS[name].entities], extra: pool };
}

/** The data source that migrates: straight to the database, without time limits. */
export function migrationOptions(name: DatabaseName, url: string): DataSourceOptions {
  return {
    ...common(name, url),
    entities: [...LISTS[name].entities],
    migrations: [...LISTS[name].migrations],
  };
}

function common(name: DatabaseName, url: string) {
  return {
    type: 'postgres' as const,
    name,
    url,
    applicationName: 'groupless',
    migrationsTableName: 'migrations',
    // Extensions come with the migrations, by name.
    installExtensions: false,
    logging: false as const,
    poolErrorHandler: () => {
      // An idle connection broke. The pool drops it; whoever needs the next one learns of an outage.
    },
  };
}
