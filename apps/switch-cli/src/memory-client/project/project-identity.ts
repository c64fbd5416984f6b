import { realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { git } from './git';
import { remoteIdentity, withFolder } from './remote-identity';

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

/** What is checked out in a folder; null: nothing, or no branch. */
export interface CheckedOut {
  branch: string | null;
  head: string | null;
}

export async function checkedOut(folder: string): Promise<CheckedOut> {
  const text = await git(folder, 'rev-parse', 'HEAD', '--abbrev-ref', 'HEAD');
  const [head = '', branch = ''] = text?.split('\n') ?? [];
  return { head: head || null, branch: ['', 'HEAD'].includes(branch) ? null : branch };
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
