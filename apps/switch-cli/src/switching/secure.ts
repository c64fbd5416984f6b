import type { AccountDto } from '@groupless/shared-dto';
import { isOlder, REFUSALS, type IncomingSession, type Refusal } from './decision';
import { Failure } from '../program/failure';
import type { PanelApi } from '../panel/panel-api';
import { shownPath } from '../files/places';
import type { Run } from '../program/run';
import type { StateEntry } from '../state/state-folder';
import { entryOf } from './switching';
import type { TargetFiles } from '../targets/target-files';
import type { FoundSession } from '../targets/session-format';

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
  const is_same = decision.do === 'capture' && decision.entry.account_id === account_id;
  // Force means the panel's session of the account, and not the one that is here.
  if (run.options.force && (is_same || decision.do === 'refuse')) return { is_there: false, captured: null };
  if (decision.do === 'refuse') throw refusal(run, files, decision.why);
  const is_there = is_same && incoming !== null;
  if (run.options.dry_run) return { is_there, captured: decision.entry };
  const captured = await captureRenewed(run, files, api, decision.entry).catch((failure: unknown) => {
    if (run.options.force && failure instanceof Failure && failure.code === 'refused') return null;
    throw failure;
  });
  return { is_there, captured };
}

/** Stores the session that the assistant has renewed since we wrote it, unless the panel got another meanwhile. */
async function captureRenewed(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  entry: StateEntry,
): Promise<StateEntry> {
  const local = files.read();
  if (local.kind !== 'session') throw refusal(run, files, 'unreadable');
  files.state.writeEntry({ ...entry, sending: local.sha256 });
  const { account_id, session_version } = entry;
  const stored_version = await api
    .storeSession(account_id, local.document, session_version)
    .catch(async (failure: unknown) => {
      const code = failure instanceof Failure ? failure.code : null;
      if (code === 'not_found') throw refusal(run, files, 'deleted');
      if (code !== 'version_mismatch') throw failure;
      const version = entry.sending === local.sha256 ? await arrivedVersion(api, account_id, local) : null;
      if (version === null) throw refusal(run, files, 'outdated');
      return version;
    });
  const account = { id: account_id, name: entry.account_name };
  const captured = entryOf(account, stored_version, local, run.now());
  files.state.writeEntry(captured);
  return captured;
}

/** The version under which the panel has a session that a killed run had sent; null if it has another. */
async function arrivedVersion(api: PanelApi, id: string, local: FoundSession): Promise<number | null> {
  const account = (await api.listAccounts()).find((candidate) => candidate.id === id);
  return account !== undefined && local.renewed_ms !== null && expiresMs(account) === local.renewed_ms
    ? account.session_version
    : null;
}

export function isOlderThanStored(local: FoundSession, account: AccountDto): boolean {
  return isOlder(local.renewed_ms, expiresMs(account));
}

function expiresMs({ session_expires_at }: AccountDto): number | null {
  return session_expires_at === null ? null : Date.parse(session_expires_at);
}

const PANEL_REFUSALS = {
  outdated: 'the assistant has renewed it, but the panel got another session for the account meanwhile',
  deleted: 'the assistant has renewed it, but the panel has no such account any more',
};

export function refusal(
  run: Run,
  { target }: TargetFiles,
  why: Refusal | keyof typeof PANEL_REFUSALS,
): Failure {
  const option = targetOption(run);
  return new Failure(
    'refused',
    `${shownPath(target.main_file, run.environment)} was left alone: ${{ ...REFUSALS, ...PANEL_REFUSALS }[why]}.`,
    [
      `To keep its session:  assistant-switch capture <account>${option}   (stores it in the panel for that account)`,
      `To replace it:        the same command with --force   (the old file stays: assistant-switch restore${option})`,
    ],
  );
}

/** How the user names the target of this run again, ready for a shell. */
export function targetOption({ options: { target } }: Run): string {
  if (target === 'claude-code') return '';
  return ` --target ${/^[\w./~-]+$/.test(target) ? target : `'${target.replaceAll("'", `'\\''`)}'`}`;
}
