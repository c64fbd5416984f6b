import { existsSync, lstatSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isCompleteCluster, madeBy } from '../cluster/cluster-folder';
import { clusterParents } from '../cluster/cluster-place';
import { lockDataDir } from '../data-folder/data-dir-lock';
import { syncFolder } from '../data-folder/private-file';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import { inspectServer } from '../inspect-server';
import type { Naming } from '../naming';
import { fetchedPrograms } from '../programs/earlier-programs';
import { removeUnfinishedFolders } from '../programs/unfinished-folders';

/** The complete cluster of an upgrade, until the old one has made room for it. */
export const UPGRADED = 'postgres.upgraded';
const KEPT = /^postgres-(\d+)$/;

/** Where an upgrade leaves the cluster of the earlier version. */
export function keptCluster(parent: string, major: string): string {
  return join(parent, `postgres-${major}`);
}

/** Puts an upgraded cluster into the place of the old one. A process that was killed here is finished by the next one. */
export function finishUpgrade(parents: readonly string[]): void {
  for (const parent of parents.filter((one) => isCompleteCluster(join(one, UPGRADED)))) {
    const folder = join(parent, 'postgres');
    if (existsSync(folder)) renameSync(folder, keptCluster(parent, madeBy(folder)));
    renameSync(join(parent, UPGRADED), folder);
    syncFolder(parent);
  }
}

/** The folders of earlier versions' clusters that upgrades have left. Changes nothing. */
function keptClusters<Name extends string>(dataDir: string, naming: Naming<Name>): string[] {
  return clusterParents(realpathSync(dataDir), naming.systemFolder)
    .filter((parent) => existsSync(parent))
    .flatMap((parent) =>
      readdirSync(parent)
        .filter((name) => KEPT.test(name))
        .map((name) => join(parent, name)),
    );
}

/**
 * Removes what upgrades have left: the old clusters and their programs.
 * @returns the folders that are gone
 */
export function forgetKeptClusters<Name extends string>(dataDir: string, naming: Naming<Name>): string[] {
  removeUnfinishedFolders(realpathSync(dataDir));
  const folders = keptClusters(dataDir, naming).flatMap((folder) => {
    const [, major = ''] = KEPT.exec(basename(folder)) ?? [];
    return [folder, fetchedPrograms(dataDir, major)];
  });
  const there = folders.filter((folder) => lstatSync(folder, { throwIfNoEntry: false }) !== undefined);
  for (const folder of there) rmSync(folder, { recursive: true, force: true });
  return there;
}

/**
 * Puts the cluster of before the upgrade back; the upgraded one is kept beside it. What was written since is in that one alone.
 * @returns the major version of the cluster that is in use again
 * @throws EmbeddedPostgresError
 */
export function putBackKeptCluster<Name extends string>(dataDir: string, naming: Naming<Name>): string {
  const lock = lockDataDir(dataDir, naming);
  try {
    const [kept, ...others] = keptClusters(dataDir, naming);
    if (kept === undefined) throw new EmbeddedPostgresError(`No upgrade has left a database in ${dataDir}.`);
    if (others.length > 0)
      throw new EmbeddedPostgresError(
        `There are several: ${[kept, ...others].join(', ')}. Move all but one away.`,
      );
    if (inspectServer(dataDir, naming).kind === 'running')
      throw new EmbeddedPostgresError('The database server runs: stop Groupless first.');
    const parent = dirname(kept);
    const folder = join(parent, 'postgres');
    const major = madeBy(kept);
    renameSync(folder, keptCluster(parent, madeBy(folder)));
    renameSync(kept, folder);
    syncFolder(parent);
    return major;
  } finally {
    lock.release();
  }
}
