import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { remoteIdentity, withFolder } from './remote-identity';

const GIT_TIMEOUT_MS = 1_000;
/** Which remote tells what the project is, where there are several: the one that was cloned. */
const PREFERRED = ['origin', 'upstream'];

/**
 * Which project a folder belongs to, the same text on every machine that has the repository: the remote and the folder
 * below it; without a remote the place of the repository, which its worktrees share; without git the folder itself.
 */
export async function projectIdentity(folder: string): Promise<string> {
  const place = realPath(folder);
  const [where, remotes] = await Promise.all([
    git(place, 'rev-parse', '--show-prefix', '--is-bare-repository', '--git-common-dir'),
    git(place, 'remote', '-v'),
  ]);
  if (where === null) return withFolder(pathIdentity(place), '');
  const [prefix = '', isBare = '', commonDir = ''] = where.split('\n');
  const remote = chosenRemote(remotes ?? '');
  if (remote !== null) return withFolder(remoteIdentity(remote), prefix);
  const common = realPath(resolve(place, commonDir));
  const isInTree = isBare !== 'true' && basename(common) === '.git';
  return withFolder(pathIdentity(isInTree ? dirname(common) : common.replace(/\.git$/, '')), prefix);
}

/** The commit that is checked out, or null. */
export function headOf(folder: string): Promise<string | null> {
  return git(folder, 'rev-parse', '--verify', '--quiet', 'HEAD').then((text) => text?.trim() || null);
}

/** The subjects of the commits since another, newest first. */
export async function commitsSince(folder: string, head: string, most: number): Promise<string[]> {
  const log = await git(folder, 'log', '--format=%h %s', `--max-count=${most}`, `${head}..HEAD`);
  return (log ?? '').split('\n').filter((line) => line !== '');
}

function chosenRemote(listing: string): string | null {
  const remotes = new Map<string, string>();
  for (const line of listing.split('\n')) {
    const [, name, url] = /^(\S+)\t(.+) \(fetch\)/.exec(line) ?? [];
    if (name !== undefined && url !== undefined) remotes.set(name, url);
  }
  const name = PREFERRED.find((one) => remotes.has(one)) ?? [...remotes.keys()].sort()[0];
  return (name !== undefined && remotes.get(name)) || null;
}

function pathIdentity(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '') || '/';
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** @returns null if it fails, or if there is no git */
function git(cwd: string, ...args: string[]): Promise<string | null> {
  // A repository that another user owns, as in a container, may be read: nothing in it is run.
  const safe = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', ...args];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return new Promise((done) => {
    const options = { cwd, env, timeout: GIT_TIMEOUT_MS, windowsHide: true };
    execFile('git', safe, options, (error, stdout) => done(error === null ? stdout : null));
  });
}
