import { existsSync, lstatSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type ClusterSpec, madeBy, makeCluster } from '../cluster/cluster-folder';
import type { DatabasePasswords } from '../cluster/database-passwords';
import { type DatabaseUrls, databaseUrls, ensureDatabases } from '../cluster/databases';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import { earlierPrograms } from '../programs/earlier-programs';
import { majorOf } from '../programs/postgres-programs';
import { type ServerSpec, startServer, stopServer } from '../server/postgres-server';
import { chooseAddress, removeSocketFolder, type Transport } from '../server/server-address';
import { finishUpgrade, keptCluster, UPGRADED } from './old-clusters';

/** How a cluster of an earlier major version of PostgreSQL is upgraded. */
export interface Upgrade<Name extends string = string> {
  /** A folder with `bin/` of the earlier version's programs; null: they are fetched with npm. */
  readonly programs: string | null;
  /** Copies what the databases hold to the empty ones of the new server, and compares it. */
  copy(from: DatabaseUrls<Name>, to: DatabaseUrls<Name>): Promise<void>;
}

export interface UpgradeSpec<Name extends string>
  extends Omit<ClusterSpec, 'beforeRename'>, Omit<ServerSpec, 'clusterFolder'> {
  readonly naming: ServerSpec['naming'] & { databases: Readonly<Record<Name, string>> };
  readonly dataDir: string;
  readonly passwords: DatabasePasswords;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  readonly upgrade: Upgrade<Name>;
}

const stopLimitMs = 60_000;
const MIB = 1_048_576;

/**
 * Upgrades the cluster if an earlier major version made it: both servers run, the rows are copied and compared, and the
 * new cluster takes the place of the old one, which stays beside it. Until then nothing but the old one is there, so a process that is killed
 * has changed nothing.
 *
 * Throws an EmbeddedPostgresError before anything is done, or what `copy` throws.
 */
export async function upgradeCluster<Name extends string>(spec: UpgradeSpec<Name>): Promise<void> {
  const { parent, programs, upgrade, report, dataDir, user } = spec;
  const old = join(parent, 'postgres');
  const [from, to] = [madeBy(old), majorOf(programs.serverVersion)];
  if (Number(from) >= Number(to)) return;
  const kept = keptCluster(parent, from);
  if (existsSync(kept))
    throw new EmbeddedPostgresError(`An earlier upgrade has left ${kept}: move it away first.`);
  demandRoom(old);
  report(`Upgrading the database from PostgreSQL ${from} to ${to}: it is copied and compared.`);
  const { systemFolder } = spec.naming;
  const earlier = await earlierPrograms({
    major: from,
    given: upgrade.programs,
    dataDir,
    user,
    systemFolder,
  });
  const copyInto = (made: string) =>
    withServer(spec, { ...spec, clusterFolder: old, programs: earlier }, (source) =>
      withServer(spec, { ...spec, clusterFolder: made }, (target) => upgrade.copy(source, target)),
    );
  await makeCluster({ ...spec, beforeRename: copyInto }, join(parent, UPGRADED));
  finishUpgrade([parent]);
  report(`Upgraded. The database of before is in ${kept}.`);
}

/** Twice the size of the old cluster: the copy, and the write-ahead log of its making. */
function demandRoom(old: string): void {
  const needed = 2 * bytesIn(old);
  const { bavail, bsize } = statfsSync(old);
  if (bavail * bsize >= needed) return;
  const mib = (bytes: number) => `${Math.ceil(bytes / MIB)} MiB`;
  throw new EmbeddedPostgresError(
    `To upgrade the database in ${old}, ${mib(needed)} must be free on its disk, and ${mib(bavail * bsize)} are.`,
  );
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) =>
        sum + (lstatSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

async function withServer<Name extends string>(
  { passwords, naming, transport, signal }: UpgradeSpec<Name>,
  spec: ServerSpec,
  use: (urls: DatabaseUrls<Name>) => Promise<void>,
): Promise<void> {
  const server = await startServer({ ...spec, signal, chooseAddress: () => chooseAddress(spec, transport) });
  try {
    await ensureDatabases(server.address, passwords, naming);
    await use(databaseUrls(server.address, passwords, naming));
  } finally {
    await stopServer(spec, stopLimitMs);
    removeSocketFolder(server.address, spec.clusterFolder);
  }
}
