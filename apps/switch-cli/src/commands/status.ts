import { activeAccount } from '@groupless/shared-dto';
import { shownPath } from '../files/places';
import type { Environment } from '../program/environment';
import { machineName } from '../panel/this-machine';
import type { PanelApi } from '../panel/panel-api';
import type { PanelAccount } from '../panel/panel-account';
import { readSettings } from '../panel/settings';
import { Failure } from '../program/failure';
import { table } from '../program/paint';
import { excerpt, plain } from '../program/plain-text';
import { EXIT } from '../program/exit-codes';
import type { Outcome, Run } from '../program/run';
import { ago } from '../program/times';
import {
  besidePanel,
  isInStep,
  localFacts,
  nextOf,
  NO_FACTS,
  sentenceOf,
  type LocalFacts,
} from '../switching/local-facts';
import { wayWithoutSession } from '../switching/find-account';
import {
  deletedHere,
  heldBesides,
  newerThanHere,
  toolsHere,
  wantedHere,
  waysOfDeleted,
  type Wanted,
} from '../switching/tools-here';
import { targetOption } from '../switching/target-option';
import { filesOf, panelOf } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';
import { isOfAnotherTool, productOf, targetNameOf, toolOfTarget } from '../targets/tool-target';
import { accountOfFolder, FOLDER_FILE } from '../switching/choose-account';
import { leftByRuns } from './unsaved';

/** What only another key mends. */
const OF_THE_KEY = ['not_logged_in', 'unauthenticated', 'invalid_api_key', 'api_key_expired'];

interface PanelAnswer {
  url: string | null;
  /** Null where the panel cannot be asked. */
  api: PanelApi | null;
  /** Null where the key may not list them. */
  accounts: readonly PanelAccount[] | null;
  error: LocalFacts['error'];
}

/** Of one target. */
interface Part {
  run: Run;
  files: TargetFiles | null;
  local: LocalFacts;
  active: PanelAccount | null;
  wanted: Wanted;
  /** Of the active session, where the key may not list accounts. */
  active_version: number | null;
  is_in_step: boolean;
}

/**
 * What is on this machine and what the panel says, of each tool that is used here; never fails.
 * @param own.isTelling ends with 1 unless this machine has the panel's active sessions
 */
export async function status(run: Run, own: { isTelling: boolean } = { isTelling: false }): Promise<Outcome> {
  const panel = await panelAnswer(run);
  const { tools, notes } = await toolsHere(run, panel.accounts, panel.api, { isLooking: true });
  const parts =
    tools.length === 0
      ? [await partOf(run, panel, run.options.target)]
      : await Promise.all(tools.map((tool) => partOf(tool.run, panel, tool.target)));
  const areInStep = parts.every((part) => part.is_in_step);
  const last = activeAccount(panel.accounts ?? []);
  const told = parts.find(({ active }) => active?.id === last?.id) ?? parts[0];
  const left = leftByRuns(run).map(({ what, next }) => `${what}. ${next}`);
  const { url, error } = panel;
  return {
    lines: [
      ...linesOf(panel, parts),
      ...[...notes, ...left].map((note) => `${run.paint.warning('!')} ${note}`),
    ],
    ...(own.isTelling && !areInStep ? { exit_code: EXIT.failure } : {}),
    facts: {
      ...(told && factsOf(told)),
      is_in_step: areInStep,
      panel: { url, active: told?.active ?? null, active_version: told?.active_version ?? null, error },
      machine: machineName(run.environment.variables),
      tools: parts.map((part) => ({ ...factsOf(part), active: part.active })),
    },
  };
}

async function partOf(run: Run, { api, accounts }: PanelAnswer, target: string | null): Promise<Part> {
  const tool = toolOfTarget(target);
  const active = activeAccount(accounts ?? [], tool);
  const active_version = accounts === null && api !== null ? await api.activeVersion(tool) : null;
  const files = attempt(() => filesOf(run, target ?? targetNameOf(active?.tool) ?? 'claude-code'));
  const found = files.value === null ? { ...NO_FACTS, error: files.error } : localOf(files.value);
  const local = besidePanel(found, files.value, accounts ?? []);
  const wanted =
    files.value === null
      ? { account: active, isPinned: false, bring: 'assistant-switch sync' }
      : wantedHere(run, files.value, local, active, accounts ?? []);
  const is_in_step = isInStep(local, wanted.account, active_version);
  return { run, files: files.value, local, active, wanted, active_version, is_in_step };
}

function factsOf({ is_in_step, files, local, wanted }: Part): Record<string, unknown> {
  const { entry } = local;
  return {
    is_in_step,
    is_here_only: wanted.isPinned,
    target: files && { name: files.target.kind, file: files.target.main_file },
    local: {
      state: local.state,
      reason: local.reason,
      owner: local.owner ?? null,
      account: entry && { id: entry.account_id, name: entry.account_name },
      session_version: entry?.session_version ?? null,
      written_at: entry?.written_at ?? null,
      error: local.error,
    },
  };
}

function localOf(files: TargetFiles): LocalFacts {
  const { value, error } = attempt(() => localFacts(files));
  return value ?? { ...NO_FACTS, error };
}

async function panelAnswer(run: Run): Promise<PanelAnswer> {
  const nothing = { api: null, accounts: null };
  const { value: settings, error } = attempt(() => readSettings(run.environment, run.options));
  if (settings === null) return { ...nothing, url: null, error };
  const { url } = settings;
  try {
    const api = panelOf(run);
    const accounts = await api.listAccounts().catch((failure: unknown) => {
      if (failure instanceof Failure && failure.code === 'forbidden') return null;
      throw failure;
    });
    // What a key may that lists no accounts is seen here, not half way through.
    if (accounts === null) await api.activeVersion(null);
    return { url, api, accounts, error: null };
  } catch (failure) {
    return { ...nothing, url, error: described(failure) };
  }
}

function linesOf(panel: PanelAnswer, parts: readonly Part[]): string[] {
  return parts.flatMap((part, index) => [
    ...(index === 0 ? [] : ['']),
    ...linesOfPart(panel, part, { isFirst: index === 0 }),
  ]);
}

function linesOfPart(panel: PanelAnswer, part: Part, { isFirst }: { isFirst: boolean }): string[] {
  const { run, files, local, wanted } = part;
  const { paint, environment } = run;
  const { entry, error } = local;
  const here =
    entry === null
      ? 'nothing written yet'
      : `${plain(entry.account_name)}, ${ago(entry.written_at, run.now())}`;
  const folder = accountOfFolder(environment.cwd);
  const rows = [
    ...(isFirst ? [['Panel', panel.url ?? 'not set']] : []),
    ['Active account', panel.error === null ? activeLine(panel, part) : excerpt(panel.error.message)],
    ['This machine', here],
    ['File', files === null ? '–' : shownPath(files.target.main_file, environment)],
    ['Its session', error === null ? sentenceOf(local) : inHome(error.message, environment)],
    ...(local.owner ? [['Whose', plain(local.owner)]] : []),
    ...(folder === null || !isFirst
      ? []
      : [['This folder', `${plain(folder)} (${FOLDER_FILE}): assistant-switch use`]]),
  ];
  const shown = table(rows).map((row) => row.replace(/^(\S+(?: \S+)*)/, (name) => paint.faint(name)));
  const warnings = heldBesides(run, wanted, local, panel.accounts ?? []);
  return [
    ...shown,
    '',
    ...verdict(panel, part),
    ...warnings.map((warning) => `${paint.warning('!')} ${warning}`),
  ];
}

/** A key that may only read sessions learns the active account's version, and the name if it was written here. */
function activeLine({ accounts }: PanelAnswer, { active, active_version, local: { entry } }: Part): string {
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
  { accounts, error }: PanelAnswer,
  { run, files, local, wanted, active_version, is_in_step }: Part,
): string[] {
  const { paint, options, environment } = run;
  const warn = (text: string) => [`${paint.warning('!')} ${text}`];
  const option = files === null ? '' : targetOption(run, files.target.named.target);
  const { account, isPinned, bring } = wanted;
  const chosen = `${plain(account?.name ?? '')} was chosen for this machine only`;
  if (is_in_step && isPinned) return [`${paint.good('✓')} ${chosen}, and its session is the panel's.`];
  if (is_in_step) {
    const of = options.target === null || files === null ? '' : ` of ${files.target.product}`;
    return [`${paint.good('✓')} This machine has the panel's active session${of}.`];
  }
  if (error !== null) {
    const advice = OF_THE_KEY.includes(error.code) ? 'login' : 'doctor';
    return warn(`The panel could not be asked: assistant-switch ${advice}`);
  }
  const gone = deletedHere(local, accounts);
  if (gone !== null && local.state !== 'none')
    return warn(`The panel has ${gone} no more. ${waysOfDeleted(local.state, option)}`);
  if (local.state !== 'none' && local.state !== 'as_written') {
    return warn(
      inHome(local.error?.next ?? nextOf(local, { option, bring, accounts: accounts ?? [] }), environment),
    );
  }
  if (isPinned && account?.has_session) return warn(`${chosen}; ${newerThanHere(run, account)}: ${bring}`);
  if (account === null && active_version === null) {
    return warn('No account with a session is active: assistant-switch use <account>');
  }
  if (account?.has_session === false) {
    const way = wayWithoutSession(account, accounts ?? [], local.state !== 'none');
    return warn(`${plain(account.name)} has no session: ${way}`);
  }
  if (account !== null && files !== null && isOfAnotherTool(account.tool, files.target.kind))
    return warn(`${plain(account.name)} is active, for another tool: ${bring}`);
  const what = local.state === 'none' ? 'no session yet' : 'another session than the panel';
  return warn(`This machine has ${what}: ${bring}`);
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
