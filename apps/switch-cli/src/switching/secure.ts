import { shownPath } from '../files/places';
import type { PanelAccount } from '../panel/panel-account';
import type { PanelApi } from '../panel/panel-api';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import type { StateEntry } from '../state/state-folder';
import type { FoundSession, LocalSession } from '../targets/session-format';
import { refuseBrokenIdentity } from '../targets/identity-file';
import type { Target } from '../targets/target';
import { shellWord } from '../program/shell-word';
import type { TargetFiles } from '../targets/target-files';
import { isOlder, REFUSALS, type Decision, type IncomingSession, type Refusal } from './decision';
import { entryOf, hold, withFiles } from './switching';

export interface Secured {
  /** Whether the files hold the panel's session already. */
  is_there: boolean;
  /** What was stored in the panel before it may be replaced, or would be. */
  captured: StateEntry | null;
}

/**
 * Makes sure that replacing what is in the files loses nothing; a Failure if that cannot be.
 * @param account_id whose session is to come
 */
export async function secure(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  { account_id, incoming }: { account_id: string; incoming: IncomingSession | null },
): Promise<Secured> {
  const decision = files.decide(incoming);
  if (decision.do === 'keep') return { is_there: true, captured: null };
  if (decision.do === 'write') return { is_there: false, captured: null };
  const isSame = decision.do === 'capture' && decision.entry.account_id === account_id;
  // --force asks for the panel's session, whatever the files hold.
  if (run.options.force && (isSame || decision.do === 'refuse')) return { is_there: false, captured: null };
  if (decision.do === 'refuse') throw refusal(run, files, decision.why);
  const isThere = isSame && incoming !== null;
  if (run.options.dry_run) return { is_there: isThere, captured: decision.entry };
  const captured = await captureRenewed(run, files, api, decision.entry).catch((failure: unknown) => {
    if (run.options.force && failure instanceof Failure && failure.code === 'refused') return null;
    throw failure;
  });
  return { is_there: isThere, captured };
}

/** Refusals of the panel, and the failures for them. */
const REFUSED_BY_PANEL = {
  not_found: 'deleted',
  version_mismatch: 'outdated',
  account_identity_mismatch: 'mismatch',
  older_session: 'outdated',
  incomplete_session: 'wiped',
} as const;

/** Stores the session that the assistant has renewed since we wrote it, unless the panel got another meanwhile. */
export async function captureRenewed(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  entry: StateEntry,
): Promise<StateEntry> {
  const local = files.read();
  if (local.kind !== 'session') throw refusal(run, files, 'unreadable');
  const { sending, ...written } = entry;
  files.state.writeEntry({ ...written, sending: local.sha256 });
  const { account_id, session_version } = entry;
  const storedVersion = await api
    .storeSession(account_id, local.document, session_version)
    .catch(async (failure: unknown) => {
      const code = failure instanceof Failure ? failure.code : null;
      const isArrived = code === 'version_mismatch' && sending === local.sha256;
      const version = isArrived ? await arrivedVersion(api, account_id, local) : null;
      if (version !== null) return version;
      if (code === null || !(code in REFUSED_BY_PANEL)) throw failure;
      // Whether it arrived is known now.
      files.state.writeEntry(written);
      throw refusal(run, files, REFUSED_BY_PANEL[code as keyof typeof REFUSED_BY_PANEL]);
    });
  const account = { id: account_id, name: entry.account_name };
  const captured = entryOf(account, storedVersion, local, run.now());
  files.state.writeEntry(captured);
  return captured;
}

/** Stores what the assistant has renewed in the files, if it has. @returns what was found there */
export function captureIfRenewed(run: Run, files: TargetFiles, api: PanelApi): Promise<Decision> {
  return withFiles(run, files, async () => {
    await hold(run, files);
    const decision = files.decide(null);
    if (decision.do === 'capture') await captureRenewed(run, files, api, decision.entry);
    return decision;
  });
}

/** The version under which the panel has a session that a killed run had sent; null if it has another. */
async function arrivedVersion(api: PanelApi, id: string, local: FoundSession): Promise<number | null> {
  const account = (await api.listAccounts()).find((candidate) => candidate.id === id);
  return account !== undefined && isStored(local, account) ? account.session_version : null;
}

/** Whether the panel has the very same tokens, by when they end: to the millisecond. */
export function isStored({ expires_ms }: FoundSession, account: PanelAccount): boolean {
  return expires_ms !== null && expiresMs(account) === expires_ms;
}

export function isOlderThanStored(local: FoundSession, account: PanelAccount): boolean {
  return isOlder(local.expires_ms, expiresMs(account));
}

function expiresMs({ session_expires_at }: PanelAccount): number | null {
  return session_expires_at === null ? null : Date.parse(session_expires_at);
}

const PANEL_REFUSALS = {
  outdated: 'the assistant has renewed its session, but the panel got another one for the account meanwhile',
  deleted: 'the assistant has renewed its session, but the panel has no such account any more',
  mismatch: 'its session belongs to another account than the one in the panel',
};

export function refusal(run: Run, files: TargetFiles, why: Refusal | keyof typeof PANEL_REFUSALS): Failure {
  const { target } = files;
  const option = targetOption(run);
  const local = why === 'unreadable' ? files.read() : null;
  // Nothing overwrites the settings in that file, so neither way out would work.
  if (local?.kind === 'unreadable' && local.file === 'identity')
    refuseBrokenIdentity(target, files.copies().identity);
  const file = shownPath(
    local?.kind === 'unreadable' ? unreadableFile(target, local) : target.main_file,
    run.environment,
  );
  const owners = why === 'foreign' || why === 'mismatch' ? ownersOf(files) : '';
  return new Failure(
    'refused',
    `${file} was left alone: ${{ ...REFUSALS, ...PANEL_REFUSALS }[why]}${owners}.`,
    [
      why === 'unreadable'
        ? 'To keep its session:  mend the file, or move it away'
        : `To keep its session:  assistant-switch capture <account>${option}   (stores it in the panel for that account)`,
      `To replace it:        the same command with --force   (the old file stays: assistant-switch restore${option})`,
    ],
  );
}

/** The addresses of both owners, where both are known. */
function ownersOf(files: TargetFiles): string {
  const local = files.read();
  const here = local.kind === 'session' ? local.owner : null;
  const written = files.state.readEntry()?.owner ?? null;
  return here === null || written === null || here === written
    ? ''
    : ` (${plain(here)}, not ${plain(written)})`;
}

/** The one of the two files that cannot be read. */
export function unreadableFile(
  target: Target,
  { file }: Extract<LocalSession, { kind: 'unreadable' }>,
): string {
  return file === 'identity' && target.identity !== undefined ? target.identity.file : target.main_file;
}

/** How the user names the target of this run again, ready for a shell. */
export function targetOption({ options: { target } }: Pick<Run, 'options'>): string {
  return target === null ? '' : ` --target ${shellWord(target)}`;
}
