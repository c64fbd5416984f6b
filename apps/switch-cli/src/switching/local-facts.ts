import type { StateEntry } from '../state/state-folder';
import type { PanelAccount } from '../panel/panel-account';
import { plain } from '../program/plain-text';
import { accountHere, newerInPanel } from './account-here';
import { accountWord } from './find-account';
import { commandToKeep, newerThan } from './keeping';
import { unreadableFile } from './secure';
import type { LocalSession } from '../targets/session-format';
import type { TargetFiles } from '../targets/target-files';
import type { Refusal } from './decision';

export type LocalState = 'none' | 'as_written' | 'changed' | 'unknown' | 'unreadable' | 'unfinished';

/** What a changed session in the files means. */
export type ChangeReason =
  'renewed' | 'outdated' | 'path' | Exclude<Refusal, 'unreadable' | 'unknown' | 'panel_went_back'>;

export interface LocalFacts {
  state: LocalState;
  /** Of a session that has changed. */
  reason: ChangeReason | null;
  entry: StateEntry | null;
  error: { code: string; message: string; next?: string } | null;
  /** Whose session lies there. */
  owner?: string | null;
  /** Of a session of another account: whose it is, and whose the one was that was written. */
  owners?: { here: string; written: string };
  /** Of a renewed session, where the panel got another one for the account since: the machine that has that one. */
  holder?: string;
  /** Of a session that is not the one that was written: the account that it is of, if the panel shows that. */
  account_here?: PanelAccount;
  /** The account of which the panel has a newer session than this. */
  newer_of?: string;
  /** Of what cannot be read: whether it is the file that says whose the session is. */
  isOfOwner?: boolean;
}

export const NO_FACTS: LocalFacts = { state: 'unreadable', reason: null, entry: null, error: null };

/** What the files hold, compared with what was written last. */
export function localFacts(files: TargetFiles): LocalFacts {
  const entry = files.state.readEntry();
  const local = files.read();
  const facts = { reason: null, entry, error: null };
  const begun = files.unfinished();
  if (begun !== null) return { ...facts, state: 'unfinished', entry: begun.entry ?? entry };
  if (local.kind === 'none') return { ...facts, state: 'none' };
  if (local.kind === 'unreadable') {
    const message = `${unreadableFile(files.target, local)}: ${local.why}`;
    const error = { code: 'unreadable', message };
    return { ...facts, state: 'unreadable', error, isOfOwner: local.file === 'identity' };
  }
  const { owner } = local;
  if (entry === null) return { ...facts, owner, state: 'unknown' };
  if (local.sha256 === entry.sha256) return { ...facts, owner, state: 'as_written' };
  if (files.target.kind === 'file') return { ...facts, state: 'changed', reason: 'path' };
  const reason = (files.reasonNotToCapture(local, entry) ?? 'renewed') as ChangeReason;
  const [here, written] = [local.owner, entry.owner ?? null];
  const isKnown = reason === 'foreign' && here !== null && written !== null && here !== written;
  return { ...facts, owner, state: 'changed', reason, ...(isKnown ? { owners: { here, written } } : {}) };
}

/** The same beside what the panel has: the panel takes a renewed session only for the version that was written here. */
export function besidePanel(
  facts: LocalFacts,
  files: TargetFiles | null,
  accounts: readonly PanelAccount[],
): LocalFacts {
  const { state, reason, entry } = facts;
  const read = (): LocalSession => files?.read() ?? { kind: 'none' };
  const ofAccount = (why: string, account: PanelAccount | null): LocalFacts => {
    const newer_of = newerInPanel(why, read(), account, entry);
    return { ...facts, ...(account && { account_here: account }), ...(newer_of !== null && { newer_of }) };
  };
  const stored = accounts.find(({ id }) => id === entry?.account_id) ?? null;
  if (reason === 'older') return ofAccount(reason, stored);
  const isStrange = state === 'unknown' || reason === 'foreign';
  if (isStrange) return ofAccount(reason ?? state, files && accountHere(files.target, read(), accounts));
  const isOutdated =
    reason === 'renewed' &&
    // What is on its way to the panel may be what the panel has.
    entry?.sending === undefined &&
    typeof stored?.session_version === 'number' &&
    stored.session_version !== entry?.session_version;
  if (!isOutdated) return facts;
  const holder = stored.held_by?.machine;
  return {
    ...ofAccount('outdated', stored),
    reason: 'outdated',
    ...(holder === undefined ? {} : { holder }),
  };
}

/**
 * Whether this machine has the panel's active session.
 * @param active_version tells it where the key may not list accounts
 */
export function isInStep(
  { state, entry }: LocalFacts,
  active: PanelAccount | null,
  active_version: number | null = null,
): boolean {
  const version = active?.session_version ?? active_version;
  const isPresent = state === 'as_written' && version !== null && entry?.session_version === version;
  return isPresent && (active === null || entry.account_id === active.id);
}

/** What lies there, as what follows "the session here:". */
export function sentenceOf({ state, reason, owners, holder }: LocalFacts): string {
  if (holder !== undefined) return `${LOCAL_SENTENCES.outdated} (${plain(holder)} has it)`;
  if (owners !== undefined)
    return `of ${plain(owners.here)}; the one that was written is of ${plain(owners.written)}`;
  return LOCAL_SENTENCES[reason ?? state];
}

const LOCAL_SENTENCES: Record<LocalState | ChangeReason, string> = {
  none: 'no session',
  as_written: 'as it was written',
  changed: 'changed since it was written',
  unknown: 'a session that assistant-switch did not write',
  unreadable: 'cannot be read',
  unfinished: 'half switched: a switch was cut off between its two files',
  renewed: 'renewed by the assistant since; the panel has the older tokens',
  outdated: 'renewed by the assistant, and the panel has got another one for the account since',
  path: 'changed since it was written; a path does not tell whose it is',
  unidentified: 'changed since it was written; nothing tells whose it is',
  foreign: 'of another account than the one that was written',
  doubtful:
    'changed, perhaps by an assistant that ran during the last switch, with tokens of another account',
  wiped: 'half wiped: it lacks tokens, as after a log-out',
  older: 'older than what was written',
};

/**
 * What to do about a session that is not as it was written.
 * @param own.option how the target is named on the command line
 * @param own.bring the command that brings what should be here, with the target
 */
export function nextOf(
  { state, reason, account_here, newer_of, isOfOwner = false }: LocalFacts,
  { option, bring, accounts }: { option: string; bring: string; accounts: readonly PanelAccount[] },
): string {
  if (state === 'unreadable')
    return isOfOwner
      ? 'Mend the file, or move it away: it holds settings of the assistant, so nothing replaces it.'
      : `Mend the file; or to replace it: ${bring} --force   (the old one is kept)`;
  if (state === 'unfinished')
    return `To finish the switch: ${bring}; to go back: assistant-switch restore${option}`;
  if (reason === 'renewed')
    return `The next sync or use stores the renewed tokens; now: assistant-switch capture${option}`;
  if (reason === 'wiped') return `Log in with the assistant again, or: ${bring} --force`;
  if (newer_of !== undefined)
    return `${newerThan(newer_of)}; to replace them: ${bring} --force   (the old file stays: assistant-switch restore${option})`;
  const word = account_here === undefined ? '<account>' : accountWord(account_here, accounts);
  const keep = commandToKeep(reason ?? state, { word, option });
  return `To keep that session: ${keep}; to replace it: ${bring} --force`;
}
