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
import type { TargetFiles } from '../targets/target-files';
import { isOfAnotherTool } from '../targets/tool-target';
import { accountHere, isStored, newerInPanel } from './account-here';
import { REFUSALS, type Decision, type IncomingSession, type Refusal } from './decision';
import { accountWord } from './find-account';
import { commandToKeep, newerThan } from './keeping';
import { entryOf, hold, incomingSession, withFiles } from './switching';
import { targetOption } from './target-option';

export interface Secured {
  /** Whether the files hold the panel's session already. */
  is_there: boolean;
  /** What was stored in the panel before it may be replaced, or would be. */
  captured: StateEntry | null;
  /** Whether `--force` replaces what the panel does not have. */
  replaces_unsaved: boolean;
}

const NOTHING_UNSAVED = { captured: null, replaces_unsaved: false };

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
  if (decision.do === 'keep') return { is_there: true, ...NOTHING_UNSAVED };
  if (decision.do === 'write') return { is_there: false, ...NOTHING_UNSAVED };
  const isSame = decision.do === 'capture' && decision.entry.account_id === account_id;
  // --force asks for the panel's session, whatever the files hold.
  if (run.options.force && (isSame || decision.do === 'refuse'))
    return { is_there: false, captured: null, replaces_unsaved: true };
  if (decision.do === 'refuse') {
    const accounts = (await api.listAccountsIfAllowed()) ?? [];
    if (await isInPanel(run, files, api, accounts)) return { is_there: false, ...NOTHING_UNSAVED };
    throw refusal(run, files, decision.why, accounts);
  }
  const isThere = isSame && incoming !== null;
  if (run.options.dry_run) return { is_there: isThere, captured: decision.entry, replaces_unsaved: false };
  const captured = await captureRenewed(run, files, api, decision.entry).catch((failure: unknown) => {
    if (run.options.force && failure instanceof Failure && failure.code === 'refused') return null;
    throw failure;
  });
  return { is_there: isThere, captured, replaces_unsaved: captured === null };
}

/** Whether the panel has exactly what is in the files, which then is remembered as that account's. */
async function isInPanel(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  accounts: readonly PanelAccount[],
): Promise<boolean> {
  const { target } = files;
  const local = files.read();
  // A pasted session does not tell its owner, and neither do the files then: the active ones are looked at.
  const active = accounts.filter((one) => one.is_active && !isOfAnotherTool(one.tool, target.kind));
  const candidates = new Set([accountHere(target, local, accounts), ...active]);
  for (const account of candidates) {
    if (!account?.has_session) continue;
    const session = await api.sessionOf(account.id);
    // It may be one of another tool.
    if (target.format.faultOf(session.document) !== null) continue;
    const incoming = incomingSession(target, session);
    if (files.decide(incoming).do !== 'keep') continue;
    if (!run.options.dry_run) files.remember(entryOf(session, session.session_version, incoming, run.now()));
    return true;
  }
  return false;
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
  if (local.kind !== 'session') throw refusal(run, files, 'unreadable', []);
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
      const why = REFUSED_BY_PANEL[code as keyof typeof REFUSED_BY_PANEL];
      throw refusal(run, files, why, (await api.listAccountsIfAllowed()) ?? []);
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

const PANEL_REFUSALS = {
  outdated: 'the assistant has renewed its session, but the panel got another one for the account meanwhile',
  deleted: 'the assistant has renewed its session, but the panel has no such account any more',
  mismatch: 'its session belongs to another account than the one in the panel',
};

function refusal(
  run: Run,
  files: TargetFiles,
  why: Refusal | keyof typeof PANEL_REFUSALS,
  accounts: readonly PanelAccount[],
): Failure {
  const { target } = files;
  const option = targetOption(run, target.named.target);
  const local = files.read();
  // Nothing overwrites the settings in that file, so neither way out would work.
  if (local.kind === 'unreadable' && local.file === 'identity')
    refuseBrokenIdentity(target, files.copies().identity);
  const file = shownPath(
    local.kind === 'unreadable' ? unreadableFile(target, local) : target.main_file,
    run.environment,
  );
  const entry = files.state.readEntry();
  const written = OF_THE_WRITTEN.includes(why) ? accounts.find(({ id }) => id === entry?.account_id) : null;
  const account = written ?? accountHere(target, local, accounts);
  const newer = newerInPanel(why, local, account, entry);
  const word = account === null ? '<account>' : accountWord(account, accounts);
  return new Failure('refused', `${file} was left alone: ${reasonOf(why, files, local)}.`, [
    newer === null
      ? `To keep its session:  ${wayToKeep(why, { word, option, product: target.product })}`
      : `${newerThan(newer)}.`,
    `To replace it:        ${run.again ?? 'the same command with'} --force   (the old file stays: assistant-switch restore${option})`,
  ]);
}

/** What has changed is still of the account that was written. */
const OF_THE_WRITTEN: readonly string[] = ['outdated', 'older'];

function wayToKeep(
  why: Refusal | keyof typeof PANEL_REFUSALS,
  { word, option, product }: { word: string; option: string; product: string },
): string {
  if (why === 'unreadable') return 'mend the file, or move it away';
  if (why === 'wiped') return `log in with ${product} again`;
  return `${commandToKeep(why, { word, option })}   (stores it in the panel for that account)`;
}

function reasonOf(
  why: Refusal | keyof typeof PANEL_REFUSALS,
  files: TargetFiles,
  local: LocalSession,
): string {
  const owner = local.kind === 'session' ? local.owner : null;
  if (why === 'unknown' && owner !== null)
    return `its session is one of ${plain(owner)} that assistant-switch has not written, and the panel has other tokens or none`;
  const owners = why === 'foreign' || why === 'mismatch' ? ownersOf(files, owner) : '';
  return `${{ ...REFUSALS, ...PANEL_REFUSALS }[why]}${owners}`;
}

/** The addresses of both owners, where both are known. */
function ownersOf(files: TargetFiles, here: string | null): string {
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
