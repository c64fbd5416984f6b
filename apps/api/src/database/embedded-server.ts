import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  forgetKeptClusters,
  inspectServer,
  joinEmbeddedPostgres,
  type Naming,
  putBackKeptCluster,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
  type Upgrade,
} from '@groupless/embedded-postgres';
import { ADVISORY_LOCKS } from './advisory-locks';
import type { DatabaseName } from './data-source-options';

/** Data folders are made with these names, so they never change. */
const NAMING: Naming<DatabaseName> = {
  program: 'groupless',
  ownerRole: 'groupless',
  servingRole: 'groupless_server',
  databases: { panel: 'groupless', memory: 'assistant_memory' },
  advisoryLock: ADVISORY_LOCKS.embeddedDatabases,
  systemFolder: '/var/lib/groupless',
  dataDirSetting: 'DATA_DIR',
};

export type EmbeddedServer = EmbeddedPostgres<DatabaseName>;
export type EmbeddedUpgrade = Upgrade<DatabaseName>;
type Options = Omit<EmbeddedPostgresOptions<DatabaseName>, 'naming'>;

export function startEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  return startEmbeddedPostgres({ ...options, naming: NAMING });
}

/** For a program that may run beside the server: uses the database server that runs, else starts one. */
export function joinEmbeddedServer(options: Options): Promise<EmbeddedServer> {
  return joinEmbeddedPostgres({ ...options, naming: NAMING });
}

/** Starts and changes nothing. */
export function inspectEmbeddedServer(dataDir: string) {
  return inspectServer(dataDir, NAMING);
}

/** Also stops the server that a killed process left. */
export function removeEmbeddedServer(options: Options): Promise<void> {
  return removeEmbeddedPostgres({ ...options, naming: NAMING });
}

/** Removes what an upgrade to another major version of PostgreSQL has left. */
export function forgetOldDatabase(dataDir: string): string[] {
  return forgetKeptClusters(dataDir, NAMING);
}

/** Puts the database of before such an upgrade back. */
export function putBackOldDatabase(dataDir: string): string {
  return putBackKeptCluster(dataDir, NAMING);
}
