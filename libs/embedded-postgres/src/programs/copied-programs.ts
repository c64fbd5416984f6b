import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programsIn, type TriedPrograms } from './postgres-programs';
import type { ServerUser } from '../cluster/server-user';
import { makePassableFolder } from '../cluster/passable-folder';
import { removeUnfinishedFolders, unfinishedFolder } from './unfinished-folders';

/** A copy of the programs that every user can run. It is made once for each version. */
export async function copiedPrograms(
  installed: string,
  packageVersion: string,
  { user, systemFolder }: { user: ServerUser; systemFolder: string },
): Promise<TriedPrograms> {
  const copy = join(systemFolder, `postgresql-${packageVersion}`);
  const inEarlierCopy = programsIn(copy, user);
  if ('initdb' in inEarlierCopy) return inEarlierCopy;

  makePassableFolder(systemFolder);
  removeUnfinishedFolders(systemFolder);
  const unfinished = unfinishedFolder(copy);
  await cp(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  allowEverybodyToRead(unfinished);
  // A process with another data folder may have been faster, and its copy may be in use.
  if (!('initdb' in programsIn(copy, user))) {
    await rm(copy, { recursive: true, force: true });
    await rename(unfinished, copy).catch(() => undefined);
  }
  await rm(unfinished, { recursive: true, force: true });
  return programsIn(copy, user);
}

function allowEverybodyToRead(path: string): void {
  const stat = lstatSync(path);
  if (stat.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) allowEverybodyToRead(join(path, name));
  } else if (stat.isFile()) {
    chmodSync(path, (stat.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
