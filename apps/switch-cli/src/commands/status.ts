import type { AccountDto } from '@groupless/shared-dto';
import { Failure } from '../program/failure';
import { shownPath } from '../files/places';
import { excerpt, plain } from '../program/plain-text';
import { table, type Paint } from '../program/paint';
import type { Outcome, Run } from '../program/run';
import { readSettings } from '../panel/settings';
import type { StateEntry } from '../state/state-folder';
import { filesOf, panelOf } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';
import { ago, expiry } from '../program/times';

interface PanelFacts {
  url: string | null;
  active: AccountDto | null;
  error: { code: string; message: string } | null;
}

type LocalState = 'none' | 'as_written' | 'changed' | 'unknown' | 'unreadable';

interface LocalFacts {
  state: LocalState;
  entry: StateEntry | null;
  error: { code: string; message: string } | null;
}

/** What is on this machine and what the panel says; never fails. */
export async function status(run: Run): Promise<Outcome> {
  const files = attempt(() => filesOf(run));
  const local = files.value === null ? nothing(files.error) : localFacts(files.value);
  const panel = await panelFacts(run);
  const is_in_step =
    local.state === 'as_written' &&
    panel.active !== null &&
    local.entry?.account_id === panel.active.id &&
    local.entry.session_version === panel.active.session_version;
  return {
    lines: linesOf(run, files.value, local, panel, is_in_step),
    facts: {
      is_in_step,
      target: files.value && { name: files.value.target.kind, file: files.value.target.main_file },
      local: { state: local.state, ...whatIsHere(local.entry), error: local.error },
      panel,
    },
  };
}

function localFacts(files: TargetFiles): LocalFacts {
  const entry = files.state.readEntry();
  const { value: session, error } = attempt(() => files.read());
  if (session === null) return { state: 'unreadable', entry, error };
  if (session.kind === 'none') return { state: 'none', entry, error: null };
  if (session.kind === 'unreadable') {
    return { state: 'unreadable', entry, error: { code: 'unreadable', message: session.why } };
  }
  if (entry === null) return { state: 'unknown', entry, error: null };
  return { state: session.sha256 === entry.sha256 ? 'as_written' : 'changed', entry, error: null };
}

async function panelFacts(run: Run): Promise<PanelFacts> {
  const { value: settings, error } = attempt(() => readSettings(run.environment, run.options));
  if (settings === null) return { url: null, active: null, error };
  try {
    const accounts = await panelOf(run).listAccounts();
    return { url: settings.url, active: accounts.find(({ is_active }) => is_active) ?? null, error: null };
  } catch (failure) {
    return { url: settings.url, active: null, error: described(failure) };
  }
}

const STATES: Record<LocalState, string> = {
  none: 'no session',
  as_written: 'as it was written',
  changed: 'renewed by the assistant since; the next sync stores that in the panel',
  unknown: 'a session that assistant-switch did not write',
  unreadable: 'cannot be read',
};

function linesOf(
  run: Run,
  files: TargetFiles | null,
  { state, entry, error }: LocalFacts,
  { url, active, error: panel_error }: PanelFacts,
  is_in_step: boolean,
): string[] {
  const { paint, environment } = run;
  const here =
    entry === null
      ? 'nothing written yet'
      : `${plain(entry.account_name)}, ${ago(entry.written_at, run.now())}`;
  const file = files === null ? '–' : shownPath(files.target.main_file, environment);
  const rows = [
    ['Panel', url ?? 'not set'],
    ['Active account', panel_error === null ? activeLine(active, run.now()) : excerpt(panel_error.message)],
    ['This machine', here],
    ['File', file],
    ['Its session', error === null ? STATES[state] : error.message],
  ];
  const shown = table(rows).map((row) => row.replace(/^(\S+(?: \S+)*)/, (name) => paint.faint(name)));
  return [...shown, '', verdict(paint, is_in_step, panel_error !== null)];
}

function activeLine(active: AccountDto | null, now: Date): string {
  if (active === null) return 'none';
  if (!active.has_session) return `${plain(active.name)}, without a session`;
  const ends = expiry(active.session_expires_at, now);
  return ends === null ? plain(active.name) : `${plain(active.name)}, ${ends}`;
}

function verdict(paint: Paint, is_in_step: boolean, is_unreachable: boolean): string {
  if (is_in_step) return `${paint.good('✓')} This machine is in step with the panel.`;
  if (is_unreachable)
    return `${paint.warning('!')} The panel did not tell; assistant-switch doctor finds out why.`;
  return `${paint.warning('!')} This machine is not in step with the panel: assistant-switch sync`;
}

function whatIsHere(entry: StateEntry | null) {
  return {
    account: entry && { id: entry.account_id, name: entry.account_name },
    session_version: entry?.session_version ?? null,
    written_at: entry?.written_at ?? null,
  };
}

function nothing(error: LocalFacts['error']): LocalFacts {
  return { state: 'unreadable', entry: null, error };
}

function attempt<T>(work: () => T): { value: T | null; error: LocalFacts['error'] } {
  try {
    return { value: work(), error: null };
  } catch (failure) {
    return { value: null, error: described(failure) };
  }
}

function described(failure: unknown): { code: string; message: string } {
  if (failure instanceof Failure) return { code: failure.code, message: failure.message };
  throw failure;
}
