export { DataDirError, makeDataDir } from './data-folder/data-dir';
export { DataDirInUseError, lockDataDir } from './data-folder/data-dir-lock';
export { createPrivateFile, readPrivateFile, replacePrivateFile } from './data-folder/private-file';
export { clusterParents } from './cluster/cluster-place';
export { canEnter, serverUser } from './cluster/server-user';
export { EmbeddedPostgresError } from './embedded-postgres-error';
export { inspectServer, type ServerState } from './inspect-server';
export type { Naming } from './naming';
export { earlierPrograms } from './programs/earlier-programs';
export { isRunning, postgresProcessesOf, sendSignal } from './server/running-processes';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  joinEmbeddedPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './start';
export { forgetKeptClusters, putBackKeptCluster } from './upgrade/old-clusters';
export type { Upgrade } from './upgrade/upgrade-cluster';
