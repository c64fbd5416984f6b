import { statSync } from 'node:fs';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { readJson, writeJson } from '../store/json-file';
import { git, GIT_TIMEOUT_MS } from './git';
import type { Where } from './project-identity';

/** From the data of a repository to its first commit; null: git did not find it in time. */
type FirstCommits = Record<string, { commit: string | null; asked_at: number }>;

/** So many repositories are remembered. */
const MOST = 200;
/** What git did not find in time it may find on another day, when the machine is less busy. */
const ASKED_AGAIN_MS = 24 * 3_600_000;

/**
 * The commit with which the repository began. A clone without its whole history does not know it. Git goes through all commits
 * to find it, and a person waits for the hook: it is asked once for each repository.
 */
export async function firstCommit(environment: Environment, where: Where): Promise<string | null> {
  const { place, common, isShallow, head } = where;
  if (common === null || isShallow) return null;
  const file = memoryState(environment, 'first-commits.json');
  const known = readJson<FirstCommits>(file, {});
  const repository = repositoryAt(common);
  const remembered = known[repository];
  if (remembered?.commit) return remembered.commit;
  // One without a commit has one soon.
  if (head === null) return null;
  if (remembered !== undefined && Date.now() - remembered.asked_at < ASKED_AGAIN_MS) return null;
  const startedAt = performance.now();
  const roots = await git(place, 'rev-list', '--max-parents=0', 'HEAD');
  const commit = roots?.trim().split('\n').at(-1) ?? '';
  const isTooLong = roots === null && performance.now() - startedAt >= GIT_TIMEOUT_MS;
  if (commit !== '' || isTooLong) {
    const { [repository]: _, ...others } = known;
    const latest = [repository, { commit: commit || null, asked_at: Date.now() }] as const;
    writeJson(file, Object.fromEntries([...Object.entries(others).slice(1 - MOST), latest]));
  }
  return commit || null;
}

/** With what changes where another repository is made in the same place. */
function repositoryAt(common: string): string {
  const { dev, ino, birthtimeMs } = statSync(common);
  return `${common} ${dev}-${ino}-${Math.floor(birthtimeMs)}`;
}
