import type { BranchDto } from '@groupless/shared-dto';
import { git } from './git';

/** Which of these branches are gone, here and where they were fetched from, and their last commit is on no other branch. */
export async function unmergedGone(folder: string, branches: readonly BranchDto[]): Promise<BranchDto[]> {
  if (branches.length === 0) return [];
  const text = await git(folder, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes');
  if (text === null || text === '') return [];
  const present = text.split('\n').map((name) => name.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ''));
  const gone = branches.filter(({ branch }) => !present.includes(branch));
  const areMerged = await Promise.all(gone.map(({ head }) => isOnBranch(folder, head)));
  return gone.filter((_, index) => areMerged[index] === false);
}

/** A commit that is not known here was never merged; without one nobody knows. */
async function isOnBranch(folder: string, head: string | null): Promise<boolean> {
  if (head === null) return true;
  const found = await git(
    folder,
    'for-each-ref',
    '--count=1',
    `--contains=${head}`,
    'refs/heads',
    'refs/remotes',
  );
  return found !== null && found !== '';
}
