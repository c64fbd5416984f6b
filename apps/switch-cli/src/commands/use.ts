import { toolOfAccount } from '@groupless/shared-dto';
import type { PanelAccount } from '../panel/panel-account';
import type { ActiveSession, PanelApi } from '../panel/panel-api';
import { Failure, usageFailure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { rememberHolder, type Listed } from '../switching/held-elsewhere';
import { secure, type Secured } from '../switching/secure';
import {
  filesOf,
  hold,
  incomingSession,
  panelForWriting,
  refuseInsideRun,
  withFiles,
} from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';
import { isOfAnotherTool, productOf } from '../targets/tool-target';
import { chooseAccount, type Chosen } from '../switching/choose-account';
import { noSession, requiredTargetName, useCommand } from '../switching/find-account';
import { bring, mark, outcomeOf, storedFirst } from './sync';
import { warningsAfterSwitch } from './warnings';

/**
 * Makes an account the active one in the panel, and brings it to this machine.
 * @param own.here brings it without activating it
 */
export async function use(
  run: Run,
  wanted: string | undefined,
  own: { here: boolean } = { here: false },
): Promise<Outcome> {
  const api = panelForWriting(run);
  const accounts = await api.listAccounts();
  return useChosen(run, api, { ...(await chooseAccount(run, accounts, wanted)), accounts }, own);
}

export async function useChosen(
  run: Run,
  api: PanelApi,
  { account: chosen, isOfFolder, accounts }: Chosen & { accounts: readonly PanelAccount[] },
  own: { here: boolean },
): Promise<Outcome> {
  const files = filesOf(run, targetFor(run, { account: chosen, accounts }));
  refuseInsideRun(run, files);
  if (!chosen.has_session) throw noSession(chosen, accounts);
  const account = await rememberHolder(run, chosen);
  return withFiles(run, files, async () => {
    await hold(run, files);
    // Everything is checked first, because the activation affects every machine.
    files.refuseUnwritable();
    const secured = await secure(run, files, api, { account_id: account.id, incoming: null });
    const listed = { account, accounts };
    if (run.options.dry_run) return wouldUse(run, files, listed, secured);
    if (own.here || isOfFolder) return told(run, await bringHere(run, files, api, listed), secured);
    const checked = await checkedSession(run, files, api, account);
    await api.activate(account.id);
    const outcome = await bringActivated(run, files, api, { ...listed, checked });
    return told(run, activated(run, outcome, account), secured);
  });
}

/** The target of the account's tool; a target of another tool is refused. */
export function targetFor(run: Run, { account, accounts }: Listed): string {
  const { target } = run.options;
  if (target === null) return requiredTargetName(account, useCommand(account, accounts));
  const kind = target === 'claude-code' || target === 'codex' ? target : 'file';
  if (!isOfAnotherTool(account.tool, kind)) return target;
  throw usageFailure(
    `${plain(account.name)} is an account of ${productOf(toolOfAccount(account))}, not of ${target}; nothing was changed.`,
    account.tool === 'other'
      ? `Say where its file is: ${useCommand(account, accounts)}`
      : 'Leave --target out: the account knows its tool.',
  );
}

async function bringHere(run: Run, files: TargetFiles, api: PanelApi, listed: Listed): Promise<Outcome> {
  const outcome = await bring(run, files, api, await api.sessionOf(listed.account.id), {
    listed,
    isHere: true,
    isChosen: true,
  });
  const line = run.paint.faint('  Only here: the active account of the panel stays as it is.');
  return { ...outcome, lines: [...outcome.lines, line], facts: { ...outcome.facts, is_here_only: true } };
}

/**
 * The session of an account that is not active yet. A session that cannot be read, does not fit, or may not replace
 * what is here, is a Failure.
 */
async function checkedSession(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  account: PanelAccount,
): Promise<ActiveSession> {
  const session = await api.sessionOf(account.id);
  await secure(run, files, api, {
    account_id: account.id,
    incoming: incomingSession(files.target, session),
  });
  return session;
}

/** A failure from here on leaves the panel switched, and says so. */
async function bringActivated(
  run: Run,
  files: TargetFiles,
  api: PanelApi,
  { account, accounts, checked }: Listed & { checked: ActiveSession },
): Promise<Outcome> {
  try {
    const session = await api.activeSession(toolOfAccount(account), checked);
    if (session.id === account.id)
      return await bring(run, files, api, session, { listed: { account, accounts }, isChosen: true });
    throw new Failure('refused', `Meanwhile somebody made ${plain(session.name)} the active account.`);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const { code, message, next, exit_code } = failure;
    const here = code === 'half_written' ? 'the switch here is half done' : 'the files here are as they were';
    const note = `${plain(account.name)} was made the active account in the panel; ${here}.`;
    throw new Failure(code, message, [...next, note], exit_code);
  }
}

/** After the panel was switched, "nothing to do" alone would be misleading. */
function activated(run: Run, outcome: Outcome, { name, is_active }: PanelAccount): Outcome {
  if (is_active || outcome.facts['result'] !== 'unchanged') return outcome;
  const line = `${mark(run)} ${run.paint.strong(plain(name))} is now the active account; its session was on this machine already.`;
  return { ...outcome, lines: [line, ...outcome.lines.slice(1)] };
}

function wouldUse(run: Run, files: TargetFiles, listed: Listed, { captured }: Secured): Outcome {
  const { account } = listed;
  const isThere = files.state.readEntry()?.account_id === account.id && captured !== null;
  const warnings = warningsAfterSwitch(run, files.target, { listed, incoming: null });
  return outcomeOf(run, files, account, { is_there: isThere, captured }, warnings);
}

/** The outcome with what was captured before the activation. */
function told(run: Run, outcome: Outcome, { captured }: Secured): Outcome {
  if (captured === null || outcome.facts['captured'] !== null) return outcome;
  const [first = '', ...others] = outcome.lines;
  return {
    ...outcome,
    lines: [first, storedFirst(run, captured.account_name), ...others],
    facts: { ...outcome.facts, captured: { id: captured.account_id, name: captured.account_name } },
  };
}
