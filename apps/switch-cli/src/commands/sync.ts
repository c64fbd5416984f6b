import { activeAccount, toolOfAccount } from '@groupless/shared-dto';
import { shownPath } from '../files/places';
import type { AccountTool, PanelAccount } from '../panel/panel-account';
import type { ActiveSession, PanelApi } from '../panel/panel-api';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { rememberUse } from '../state/machine-state';
import { rememberHolder, type Listed } from '../switching/held-elsewhere';
import { secure, type Secured } from '../switching/secure';
import {
  entryOf,
  filesOf,
  hold,
  incomingSession,
  panelForWriting,
  refuseInsideRun,
  withFiles,
} from '../switching/switching';
import { noSession, requiredTargetName, useCommand } from '../switching/find-account';
import { besideInFolders } from '../switching/beside-in-folders';
import { targetOption } from '../switching/target-option';
import { toolsHere, type ToolHere } from '../switching/tools-here';
import { targetOf } from '../targets/target';
import type { TargetFiles } from '../targets/target-files';
import { isOfAnotherTool, productOf, toolOf, toolOfTarget } from '../targets/tool-target';
import { warningsAfterSwitch } from './warnings';

/**
 * Brings the panel's active account to this machine: of the target, or else of each tool that is used here. Where none is,
 * the one that was activated last.
 */
export async function sync(run: Run): Promise<Outcome> {
  const { target } = run.options;
  if (target !== null) {
    // Refuses one that there is not, before anything is asked for.
    targetOf(target, run.environment);
    return syncTarget(run, target, await panelForWriting(run).listAccountsIfAllowed());
  }
  const accounts = await panelForWriting(run).listAccountsIfAllowed();
  const { tools, notes } = await toolsHere(run, accounts, null);
  const [only] = tools;
  if (only === undefined) return syncTarget(run, null, accounts);
  if (tools.length === 1)
    return ofTools(
      run,
      [{ target: only.target, outcome: await syncTarget(run, only.target, accounts) }],
      notes,
    );
  const ended: Ended[] = [];
  for (const one of tools) ended.push(await attempt(one, accounts));
  const last = activeAccount(accounts ?? []);
  return ofTools(run, ended, notes, last?.id);
}

/** Null where the key may not list them. */
type Accounts = readonly PanelAccount[] | null;

interface Ended {
  target: string;
  outcome: Outcome | Failure;
}

interface Failed {
  target: string;
  failure: Failure;
}

/** A failure of one tool keeps no other from its session. */
async function attempt({ target, run }: ToolHere, accounts: Accounts): Promise<Ended> {
  try {
    const again = `assistant-switch sync --target ${target}`;
    return { target, outcome: await syncTarget({ ...run, again }, target, accounts) };
  } catch (failure) {
    if (failure instanceof Failure) return { target, outcome: failure };
    throw failure;
  }
}

/**
 * What became of each tool.
 * @param last the account that was activated last: what `--json` says of one account is of it
 */
function ofTools({ paint }: Run, ended: readonly Ended[], notes: readonly string[], last?: string): Outcome {
  const facts = ended.map(({ target, outcome }) =>
    outcome instanceof Failure ? { target: { name: target }, error: outcome.facts } : outcome.facts,
  );
  const done = facts.filter((one) => !('error' in one));
  const [failed, ...others] = ended.flatMap(({ target, outcome: failure }) =>
    failure instanceof Failure ? { target, failure } : [],
  );
  if (done.length === 0 && failed !== undefined) throw ofAll(failed, others);
  const told = done.find(({ account }) => (account as { id: string }).id === last) ?? done[0];
  const warnings = [...new Set([...done.flatMap(({ warnings: own }) => own as string[]), ...notes])];
  return {
    lines: ended.flatMap(({ target, outcome }) =>
      outcome instanceof Failure
        ? [`${paint.bad('✗')} ${target}: ${outcome.message}`, ...outcome.next.map((line) => `  ${line}`)]
        : outcome.lines,
    ),
    facts: { ...told, warnings, tools: facts },
    ...(done.length < ended.length ? { exit_code: EXIT.failure } : {}),
  };
}

/** Where no tool could be done: mostly it is one cause, the panel or the key. */
function ofAll({ target, failure }: Failed, others: readonly Failed[]): Failure {
  const { code, message, next, exit_code } = failure;
  const more = others.filter((one) => one.failure.message !== message);
  if (more.length === 0) return failure;
  const lines = more.flatMap((one) => [
    `✗ ${one.target}: ${one.failure.message}`,
    ...one.failure.next.map((line) => `  ${line}`),
  ]);
  return new Failure(code, `${target}: ${message}`, [...next, ...lines], exit_code);
}

/**
 * @param accounts listed before the session is read, because bringing it changes its holder
 * @param tries how often the active account may change meanwhile
 */
async function syncTarget(run: Run, target: string | null, accounts: Accounts, tries = 3): Promise<Outcome> {
  const api = panelForWriting(run);
  const wanted = toolOfTarget(target);
  const listed = activeAccount(accounts ?? [], wanted);
  const ofAnother = listed === null ? activeAccount(accounts ?? []) : null;
  if (ofAnother !== null) return nothingToDo(run, ofAnother, toolOfAccount(ofAnother));
  if (listed?.has_session === false) throw noSession(listed, accounts ?? []);
  const active = listed && (await rememberHolder(run, listed));
  const session = await activeSession(api, wanted);
  const tool = (active?.id === session.id ? active.tool : null) ?? toolOf(session.document);
  // By its id where the others of its name are not known.
  const bringing =
    active?.id === session.id
      ? useCommand(active, accounts ?? [])
      : `assistant-switch use ${session.id} --target <path>`;
  const targetName = target ?? requiredTargetName({ name: session.name, tool }, bringing);
  const files = filesOf(run, targetName);
  if (isOfAnotherTool(tool, files.target.kind)) return nothingToDo(run, session, tool);
  refuseInsideRun(run, files);
  // Refuses an unfit one before anything is locked.
  incomingSession(files.target, session);
  const outcome = await withFiles(run, files, async () => {
    // While this run waited for the lock another one may have captured renewed tokens.
    const present = await api.activeSession(wanted, session);
    // The files of another account may be others than the ones that are locked.
    if (present.id !== session.id) return null;
    await hold(run, files);
    const isAsListed = active?.id === present.id && active.session_version === present.session_version;
    return bring(run, files, api, present, {
      listed: isAsListed && active !== null ? { account: active, accounts: accounts ?? [] } : null,
    });
  });
  if (outcome !== null) return outcome;
  if (tries > 1) return syncTarget(run, target, await api.listAccountsIfAllowed(), tries - 1);
  throw new Failure('refused', 'The active account changes all the time; nothing was written here.', [
    'Run it again: assistant-switch sync',
  ]);
}

/** Where the key may not list the accounts: an account of another tool may be all that is active. */
function activeSession(api: PanelApi, tool: AccountTool): Promise<ActiveSession> {
  return api.activeSession(tool).catch((failure: unknown) => {
    const isNone = failure instanceof Failure && failure.code === 'no_active_account' && tool !== null;
    if (isNone) return api.activeSession(null);
    throw failure;
  });
}

function nothingToDo(
  run: Run,
  { id, name, type }: Pick<PanelAccount, 'id' | 'name' | 'type'>,
  tool: Parameters<typeof productOf>[0],
): Outcome {
  return {
    lines: [
      `${mark(run)} Nothing to do: the active account, ${run.paint.strong(plain(name))}, is one of ${productOf(tool)}.`,
    ],
    facts: {
      result: 'unchanged',
      dry_run: run.options.dry_run,
      account: { id, name, type },
      captured: null,
      session_version: null,
      target: null,
      warnings: [],
    },
  };
}

/**
 * Writes a session into the files, after their present content has been saved.
 * @param about.listed as the panel listed it before the session was read
 * @param about.isHere whether other machines keep theirs
 * @param about.isChosen whether a person named the account
 * @param about.isApart whether the files are not those that the user's assistant uses
 */
export async function bring(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  session: ActiveSession,
  {
    listed,
    isHere = false,
    isApart = false,
    isChosen = false,
  }: { listed: Listed | null; isHere?: boolean; isApart?: boolean; isChosen?: boolean },
): Promise<Outcome> {
  const incoming = incomingSession(files.target, session);
  const secured = await secure(run, files, api, { account_id: session.id, incoming });
  const isRenewedHere = secured.is_there && secured.captured !== null;
  if (!run.options.dry_run) {
    // Before it is written, so that no machine has it without being known. Whoever stores one has it already.
    if (!isRenewedHere) await api.hold(session);
    const entry = entryOf(session, session.session_version, incoming, run.now());
    if (!secured.is_there) await files.write(incoming.document, entry);
    else if (secured.captured === null && !files.state.readEntry()?.is_identity_learned)
      files.remember(entry);
    const { target } = files.target.named;
    if (!isApart) await rememberUse(run.environment, { target, account_id: session.id, isHere, isChosen });
  }
  const warnings = [
    ...(secured.replaces_unsaved ? [replaced(run, files)] : []),
    ...(isApart ? [] : besideInFolders(run, files, session)),
    ...warningsAfterSwitch(run, files.target, {
      listed: isRenewedHere ? null : listed,
      incoming: isRenewedHere ? null : incoming,
      again: isHere ? 'the same command here' : undefined,
    }),
  ];
  return outcomeOf(run, files, { ...session, owner: incoming.owner }, secured, warnings);
}

/** @param session what is on the machine now, or would be */
export function outcomeOf(
  run: Run,
  { target }: TargetFiles,
  session: Omit<ActiveSession, 'document' | 'path' | 'session_version'> & {
    session_version: number | null;
    owner?: string | null;
  },
  { is_there, captured }: Pick<Secured, 'is_there' | 'captured'>,
  warnings: string[] = [],
): Outcome {
  const { paint, options, environment } = run;
  const result = is_there ? (captured === null ? 'unchanged' : 'captured') : 'written';
  const name = paint.strong(plain(session.name));
  const { owner = null } = session;
  const whose = owner === null ? '' : `, of ${plain(owner)}`;
  const file = paint.faint(`  ${shownPath(target.main_file, environment)}${whose}`);
  const ofAnother = is_there || captured === null ? [] : [storedFirst(run, captured.account_name)];
  return {
    lines: [`${mark(run)} ${sentence(result, name, options.dry_run)}`, ...ofAnother, file],
    facts: {
      result,
      dry_run: options.dry_run,
      account: { id: session.id, name: session.name, type: session.type },
      owner,
      session_version: is_there && captured !== null ? captured.session_version : session.session_version,
      captured: captured && { id: captured.account_id, name: captured.account_name },
      target: { name: target.kind, file: target.main_file },
      warnings,
    },
  };
}

function replaced(run: Run, { target }: TargetFiles): string {
  const back = `assistant-switch restore${targetOption(run, target.named.target)}`;
  return run.options.dry_run
    ? `The panel does not have the session of ${target.product} that is here: it would be replaced.`
    : `The panel did not have the session of ${target.product} that was here; to get it back: ${back}`;
}

export function mark({ paint, options }: Run): string {
  return options.dry_run ? paint.faint('·') : paint.good('✓');
}

function sentence(result: 'unchanged' | 'captured' | 'written', name: string, isDry: boolean): string {
  if (result === 'unchanged') return `${name} is on this machine already. Nothing to do.`;
  if (result === 'written') return `${name} ${isDry ? 'would be put on' : 'is now on'} this machine.`;
  return `${name} is on this machine; its renewed tokens ${isDry ? 'would be' : 'are now'} stored in the panel.`;
}

export function storedFirst({ options }: Run, name: string): string {
  return `  The renewed tokens of ${plain(name)} ${options.dry_run ? 'would be' : 'were'} stored in the panel first.`;
}
