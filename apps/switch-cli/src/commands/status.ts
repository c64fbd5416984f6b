import { activeAccount } from '@groupless/shared-dto';
import { shownPath } from '../files/places';
import type { Environment } from '../program/environment';
import { machineName } from '../panel/machine-name';
import type { PanelAccount } from '../panel/panel-account';
import { readSettings } from '../panel/settings';
import { Failure } from '../program/failure';
import { table } from '../program/paint';
import { excerpt, plain } from '../program/plain-text';
import { EXIT } from '../program/exit-codes';
import type { Outcome, Run } from '../program/run';
import { ago } from '../program/times';
import { heldElsewhere } from '../switching/held-elsewhere';
import {
  besidePanel,
  localFacts,
  nextOf,
  NO_FACTS,
  sentenceOf,
  type LocalFacts,
} from '../switching/local-facts';
import { accountWord } from '../switching/find-account';
import { targetOption } from '../switching/secure';
import { filesOf, panelOf } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';
import { isOfAnotherTool, productOf, targetNameOf, toolOfTarget } from '../targets/tool-target';
import { accountOfFolder, FOLDER_FILE } from '../switching/choose-account';

/** What only another key mends. */
const OF_THE_KEY = ['not_logged_in', 'unauthenticated', 'invalid_api_key', 'api_key_expired'];

interface PanelFacts {
  url: string | null;
  active: PanelAccount | null;
  /** Of the active session, where the key may not list accounts. */
  active_version: number | null;
  error: LocalFacts['error'];
}

interface PanelAnswer extends PanelFacts {
  /** Null where the key may not list them. */
  accounts: readonly PanelAccount[] | null;
}

/**
 * What is on this machine and what the panel says; never fails.
 * @param own.isTelling ends with 1 unless this machine has the panel's active session
 */
export async function status(run: Run, own: { isTelling: boolean } = { isTelling: false }): Promise<Outcome> {
  const answer = await panelFacts(run);
  const { accounts: _, ...panel } = answer;
  const targetName = run.options.target ?? targetNameOf(panel.active?.tool) ?? 'claude-code';
  const files = attempt(() => filesOf(run, targetName));
  const found = files.value === null ? { ...NO_FACTS, error: files.error } : localOf(files.value);
  const local = besidePanel(found, answer.accounts ?? []);
  const { active } = panel;
  const version = active?.session_version ?? panel.active_version;
  const isInStep =
    local.state === 'as_written' &&
    version !== null &&
    local.entry?.session_version === version &&
    (active === null || local.entry.account_id === active.id);
  const { entry } = local;
  return {
    lines: linesOf(run, files.value, local, answer, isInStep),
    ...(own.isTelling && !isInStep ? { exit_code: EXIT.failure } : {}),
    facts: {
      is_in_step: isInStep,
      target: files.value && { name: files.value.target.kind, file: files.value.target.main_file },
      local: {
        state: local.state,
        reason: local.reason,
        account: entry && { id: entry.account_id, name: entry.account_name },
        session_version: entry?.session_version ?? null,
        written_at: entry?.written_at ?? null,
        error: local.error,
      },
      panel,
      machine: machineName(run.environment.variables),
    },
  };
}

function localOf(files: TargetFiles): LocalFacts {
  const { value, error } = attempt(() => localFacts(files));
  return value ?? { ...NO_FACTS, error };
}

async function panelFacts(run: Run): Promise<PanelAnswer> {
  const nothing = { active: null, active_version: null, accounts: null };
  const { value: settings, error } = attempt(() => readSettings(run.environment, run.options));
  if (settings === null) return { ...nothing, url: null, error };
  const { url } = settings;
  try {
    const api = panelOf(run);
    const accounts = await api.listAccounts().catch((failure: unknown) => {
      if (failure instanceof Failure && failure.code === 'forbidden') return null;
      throw failure;
    });
    const wanted = toolOfTarget(run.options.target);
    const active = activeAccount(accounts ?? [], wanted);
    const activeVersion = accounts === null ? await api.activeVersion(wanted) : null;
    return { url, active, active_version: activeVersion, accounts, error: null };
  } catch (failure) {
    return { ...nothing, url, error: described(failure) };
  }
}

function linesOf(
  run: Run,
  files: TargetFiles | null,
  local: LocalFacts,
  panel: PanelAnswer,
  isInStep: boolean,
): string[] {
  const { paint, environment } = run;
  const { entry, error } = local;
  const here =
    entry === null
      ? 'nothing written yet'
      : `${plain(entry.account_name)}, ${ago(entry.written_at, run.now())}`;
  const folder = accountOfFolder(environment.cwd);
  const rows = [
    ['Panel', panel.url ?? 'not set'],
    ['Active account', panel.error === null ? activeLine(panel, local) : excerpt(panel.error.message)],
    ['This machine', here],
    ['File', files === null ? '–' : shownPath(files.target.main_file, environment)],
    ['Its session', error === null ? sentenceOf(local) : inHome(error.message, environment)],
    ...(folder === null ? [] : [['This folder', `${plain(folder)} (${FOLDER_FILE}): assistant-switch use`]]),
  ];
  const shown = table(rows).map((row) => row.replace(/^(\S+(?: \S+)*)/, (name) => paint.faint(name)));
  const warnings = isInStep || panel.active === null ? [] : heldElsewhere(run, panel.active);
  return [
    ...shown,
    '',
    ...verdict(run, files, local, panel, isInStep),
    ...warnings.map((warning) => `${paint.warning('!')} ${warning}`),
  ];
}

/** A key that may only read sessions learns the active account's version, and the name if it was written here. */
function activeLine({ active, active_version, accounts }: PanelAnswer, { entry }: LocalFacts): string {
  if (active !== null) {
    const product = productOf(active.tool ?? null);
    const tool = product === null ? '' : ` (${product})`;
    return `${plain(active.name)}${tool}${active.has_session ? '' : ', without a session'}`;
  }
  if (active_version === null && accounts !== null) return 'none';
  if (active_version === null) return 'none, or one without a session';
  if (entry?.session_version === active_version) return plain(entry.account_name);
  return 'another account or a newer session (this key may not list accounts)';
}

function verdict(
  { paint, options, environment }: Run,
  files: TargetFiles | null,
  local: LocalFacts,
  { active, active_version, accounts, error }: PanelAnswer,
  isInStep: boolean,
): string[] {
  const warn = (text: string) => [`${paint.warning('!')} ${text}`];
  if (isInStep) return [`${paint.good('✓')} This machine has the panel's active session.`];
  if (error !== null) {
    const advice = OF_THE_KEY.includes(error.code) ? 'login' : 'doctor';
    return warn(`The panel could not be asked: assistant-switch ${advice}`);
  }
  if (local.state !== 'none' && local.state !== 'as_written') {
    return warn(inHome(local.error?.next ?? nextOf(local, targetOption({ options })), environment));
  }
  if (active === null && active_version === null) {
    return warn('No account with a session is active: assistant-switch use <account>');
  }
  if (active?.has_session === false)
    return warn(
      `${plain(active.name)} has no session: assistant-switch capture ${accountWord(active, accounts ?? [])}`,
    );
  if (active !== null && files !== null && isOfAnotherTool(active.tool, files.target.kind)) {
    return warn('The active account is one of another tool: there is nothing to do for this target.');
  }
  const what = local.state === 'none' ? 'no session yet' : 'another session than the panel';
  return warn(`This machine has ${what}: assistant-switch sync${targetOption({ options })}`);
}

/** A message with `~` in place of the home folder. */
function inHome(message: string, { home }: Environment): string {
  return message.replaceAll(`${home}/`, '~/');
}

function attempt<T>(work: () => T): { value: T | null; error: LocalFacts['error'] } {
  try {
    return { value: work(), error: null };
  } catch (failure) {
    return { value: null, error: described(failure) };
  }
}

function described(failure: unknown): NonNullable<LocalFacts['error']> {
  if (failure instanceof Failure) {
    const { code, message, next } = failure;
    return { code, message, ...(next[0] === undefined ? {} : { next: next[0] }) };
  }
  throw failure;
}
