import type { BranchDto } from '@groupless/shared-dto';
import { git } from './git';

/** As servers tell it; those of before say only the first two. */
export type ToldBranch = Pick<BranchDto, 'branch' | 'head'> & Partial<BranchDto>;

/**
 * Which of these branches are gone, here and where they were fetched from, and their last commit is on no other branch, or was on one
 * before: then nothing of them was merged.
 */
export async function unmergedGone(folder: string, branches: readonly ToldBranch[]): Promise<ToldBranch[]> {
  if (branches.length === 0) return [];
  const text = await git(folder, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes');
  if (text === null || text === '') return [];
  const present = text.split('\n').map((name) => name.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ''));
  const gone = branches.filter(({ branch }) => !present.includes(branch));
  const areMerged = await Promise.all(gone.map(({ head }) => isOnBranch(folder, head)));
  return gone.filter(({ without_commit }, index) => without_commit === true || areMerged[index] === false);
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

/** What is checked out in a folder; null: nothing, or no branch. */
export interface CheckedOut {
  branch: string | null;
  head: string | null;
}

export async function checkedOut(folder: string): Promise<CheckedOut> {
  const text = await git(folder, 'rev-parse', 'HEAD', '--abbrev-ref', 'HEAD');
  const [head, branch] = text?.split('\n') ?? [];
  return checkedOutAs(head, branch);
}

/** As git says them; where there is no commit yet, it repeats the question. */
export function checkedOutAs(head = '', branch = ''): CheckedOut {
  const isCommit = /^[0-9a-f]{40,}$/.test(head);
  return { head: isCommit ? head : null, branch: isCommit && !['', 'HEAD'].includes(branch) ? branch : null };
}

/** The subjects of the commits since another, newest first. */
export async function commitsSince(folder: string, head: string, most: number): Promise<string[]> {
  const log = await git(folder, 'rev-list', '--oneline', `--max-count=${most}`, `${head}..HEAD`);
  return (log ?? '').split('\n').filter((line) => line !== '');
}
