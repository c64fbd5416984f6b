import { basename, dirname, resolve } from 'node:path';
import { realPath } from '../../files/real-path';
import { checkedOutAs, type CheckedOut } from './branches';
import { git, gitAnswer } from './git';

/** Which remote tells what the project is, where there are several: the one that was cloned. */
const PREFERRED = ['origin', 'upstream'];

/** Where a folder is. */
export interface Where extends CheckedOut {
  /** Without symbolic links. */
  place: string;
  /** The place of the repository's data; null: there is no repository. */
  common: string | null;
  isBare: boolean;
  /** The folder below the root of the repository. */
  prefix: string;
  /** A clone without its whole history. */
  isShallow: boolean;
  /** The addresses of the remotes, the one that tells what the project is first. */
  remotes: string[];
  /** Why git does not answer, in its own words or for want of time, where there may be a repository. */
  refusal: string | null;
}

export async function whereIn(folder: string): Promise<Where> {
  const place = realPath(folder);
  // Two processes at once for all of it: a person waits for the hook. Without a commit the first fails at its end.
  const asked = ['--show-prefix', '--is-bare-repository', '--git-common-dir', '--is-shallow-repository'];
  const [{ text, complaint }, remotes] = await Promise.all([
    gitAnswer(place, 'rev-parse', ...asked, 'HEAD', '--abbrev-ref', 'HEAD'),
    git(place, 'remote', '-v'),
  ]);
  const [prefix = '', isBare = '', commonDir = '', isShallow, head, branch] = text.split('\n');
  if (isShallow === undefined) {
    return {
      place,
      common: null,
      isBare: false,
      prefix: '',
      isShallow: false,
      branch: null,
      head: null,
      remotes: [],
      refusal: !complaint || complaint.includes('not a git repository') ? null : complaint,
    };
  }
  return {
    place,
    common: realPath(resolve(place, commonDir)),
    isBare: isBare === 'true',
    prefix,
    isShallow: isShallow === 'true',
    ...checkedOutAs(head, branch),
    remotes: addressesIn(remotes ?? ''),
    refusal: null,
  };
}

function addressesIn(text: string): string[] {
  const remotes = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, name, url] = /^(\S+)\t(.+) \(fetch\)/.exec(line) ?? [];
    if (name !== undefined && url !== undefined) remotes.set(name, url);
  }
  const rest = [...remotes.keys()].filter((name) => !PREFERRED.includes(name)).sort();
  return [...PREFERRED, ...rest].flatMap((name) => remotes.get(name) ?? []);
}

/** The place of a repository, which its worktrees share, or of a folder without git. */
export function placeIdentity({ place, common, isBare }: Where): string {
  if (common === null) return pathIdentity(place);
  const isInTree = !isBare && basename(common) === '.git';
  return pathIdentity(isInTree ? dirname(common) : common.replace(/\.git$/, ''));
}

function pathIdentity(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/+$/, '') || '/';
}
