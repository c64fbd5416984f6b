import { basename, dirname } from 'node:path';
import { runFolders } from '../files/places';
import type { Environment } from '../program/environment';
import type { StateEntry } from '../state/state-folder';
import { isSameIdentity } from '../targets/session-format';
import type { TargetFiles } from '../targets/target-files';

/** What is known of the moment of a reading. */
export interface Moment {
  /** The account that had been written last then; null where that was not taken note of. */
  account: string | null;
  /** The provider's ids of whose session it was, by the tool's own file; null where it did not say. */
  identity: string | null;
  at_ms: number;
  /** When the program that shows the figures was started; null if that is not known, and any time ago. */
  began_ms: number | null;
}

/**
 * The account whose session the machine had then, and those that the same session of the tool may have had before. Null
 * where nobody knows: somebody logged in by hand, or the account that was written is not the one in the file.
 */
export function accountThen(
  files: TargetFiles,
  moment: Moment,
  environment: Environment,
): { account: string; before: string[] } | null {
  const ofRun = accountOfRun(files, environment);
  const written = ofRun ?? moment.account;
  const entries = files.entries();
  const isWritten = entries.some((entry) => isOf(entry, written, moment.identity));
  const account = isWritten ? written : onlyOwned(entries, moment.identity);
  if (account === null) return null;
  if (ofRun !== null) return { account, before: [] };
  const before = files.replacedBetween(moment.began_ms ?? 0, moment.at_ms);
  return { account, before: before.filter((one) => one !== account) };
}

/** The account of a folder of `run`, which never changes. */
function accountOfRun({ target }: TargetFiles, environment: Environment): string | null {
  return dirname(target.folder) === runFolders(environment) ? basename(target.folder) : null;
}

/** Without a word of the tool on its owner, what was written last counts. */
function isOf(entry: StateEntry, written: string | null, identity: string | null): boolean {
  if (written === null || entry.account_id !== written) return false;
  return entry.identity === null || identity === null || isSameIdentity(entry.identity, identity);
}

/** The account of which that owner's session has been here; null where it is none, or one of several. */
function onlyOwned(entries: readonly StateEntry[], identity: string | null): string | null {
  if (identity === null) return null;
  const owned = entries.filter(
    (entry) => entry.identity !== null && isSameIdentity(entry.identity, identity),
  );
  const accounts = new Set(owned.map(({ account_id }) => account_id));
  return accounts.size === 1 ? ([...accounts][0] ?? null) : null;
}
