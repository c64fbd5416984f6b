import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { codexTrustChecks } from '../checks/codex-trust';
import { runFolders, shownPath } from '../files/places';
import { makeFolder } from '../files/safe-folder';
import type { PanelAccount } from '../panel/panel-account';
import type { PanelApi } from '../panel/panel-api';
import { Failure, usageFailure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { bringAlong } from '../run-folder/brought-along';
import { startOf } from '../run-folder/start-command';
import { noteRun } from '../state/living-runs';
import { captureIfRenewed } from '../switching/secure';
import { filesOf, hold, isInsideRun, panelForWriting, withFiles } from '../switching/switching';
import type { Target } from '../targets/target';
import type { TargetFiles } from '../targets/target-files';
import { FOLDER_VARIABLES } from '../targets/tool-target';
import { defeatingVariables } from '../checks/environment-checks';
import { bestAccount } from '../switching/best-account';
import { chooseAccount } from '../switching/choose-account';
import { noSession } from '../switching/find-account';
import { bring } from './sync';
import { leftByRuns } from './unsaved';
import { targetFor } from './use';
import { heldElsewhere, rememberHolder } from '../switching/held-elsewhere';

/**
 * Runs a command with an account of its own: the assistant gets a configuration folder with that account's session and
 * the user's own rules, and the panel's active account stays. Renewed tokens are stored afterwards.
 */
export async function runCommand(
  run: Run,
  wanted: string | undefined,
  command: readonly string[],
  { best }: { best: boolean } = { best: false },
): Promise<Outcome> {
  const [program, ...args] = command;
  if (program === undefined) {
    throw usageFailure('Run what?', 'assistant-switch run <account> -- <command>, such as: -- claude');
  }
  const api = panelForWriting(run);
  if (best && wanted !== undefined) throw usageFailure('run takes an account or --best, not both.');
  const accounts = await api.listAccounts();
  const chosen = best ? bestAccount(run, accounts, program) : await chooseAccount(run, accounts, wanted);
  const { account } = chosen;
  if ('lines' in chosen) for (const line of chosen.lines) run.note(line);
  const targetName = account.tool === 'other' ? null : targetFor(run, { account, accounts });
  if (targetName !== 'claude-code' && targetName !== 'codex') {
    throw usageFailure('run works with claude-code and codex: others have no configuration folder.');
  }
  if (!account.has_session) throw noSession(account, accounts);
  const folder = join(runFolders(run.environment), folderName(account.id));
  const variable = FOLDER_VARIABLES[targetName];
  const usual = filesOf(run, targetName);
  const user = usual.target;
  const own = withVariables(run, { [variable]: folder });
  const files = filesOf(own, targetName);
  const facts = { account: { id: account.id, name: account.name, type: account.type }, folder };
  if (run.options.dry_run) {
    return {
      lines: [`· ${plain(program)} would run with ${plain(account.name)} in ${folder}.`],
      facts: { result: 'would_run', dry_run: true, ...facts },
    };
  }
  makeFolder(folder);
  const held = await rememberHolder(run, account);
  for (const warning of heldElsewhere(run, { account: held, accounts }, 'run this again'))
    run.note(`! ${warning}`);
  const isThereToo = await storeUsual(run, usual, api, account);
  const end = noteRun(run.environment, account.id);
  process.once('exit', end);
  await withFiles(own, files, async () => {
    await hold(own, files);
    for (const note of await bringAlong(user, files.target, { ...own, locks: files.locks }))
      run.note(`! ${note}`);
    if (targetName === 'codex') noteUntrusted(run, user.folder, folder);
    // First stores what a killed run has left behind.
    await bring(own, files, api, await api.sessionOf(account.id), {
      listed: null,
      isHere: true,
      isApart: true,
    });
  });
  const exitCode = await runProgram(own, files.target, program, args);
  await storeRenewed(own, files, api);
  if (isThereToo) await renewUsual(run, usual, api, account);
  process.off('exit', end);
  end();
  return {
    lines: [],
    facts: { result: 'ran', dry_run: false, ...facts },
    exit_code: exitCode,
    isSilent: true,
  };
}

/** Codex keeps by folder which hooks a person trusts, and says nothing of those that it leaves out. */
function noteUntrusted(run: Run, user: string, folder: string): void {
  const isTrusted = (where: string) =>
    codexTrustChecks(where, where, () => true).every(({ level }) => level === 'ok');
  if (!isTrusted(user) || isTrusted(folder)) return;
  run.note(
    '! Codex does not run your hooks in this folder yet: start codex by run once in a terminal, and at "Hooks need review" choose 2.',
  );
}

/** The id comes from the panel and becomes part of a path. */
function folderName(id: string): string {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new Failure('unexpected_answer', 'The panel names the account by an id that cannot be a folder.');
}

function withVariables(run: Run, more: Record<string, string>): Run {
  const variables = { ...run.environment.variables, ...more };
  return { ...run, environment: { ...run.environment, variables } };
}

/** @returns the command's exit code, 128 and the signal's number if it was killed, 127 if it cannot be started */
function runProgram(run: Run, target: Target, program: string, args: readonly string[]): Promise<number> {
  const env: NodeJS.ProcessEnv = { ...run.environment.variables };
  for (const name of defeatingVariables(target)) {
    if (env[name]) run.note(`! ${name} is not passed on: it would be used instead of the session.`);
    Reflect.deleteProperty(env, name);
  }
  // The assistant runs foreign code, and this key reads the session of every account.
  for (const name of ['ASSISTANT_SWITCH_KEY', 'ASSISTANT_SWITCH_URL']) Reflect.deleteProperty(env, name);
  const { file, args: words, isVerbatim } = startOf(program, args, run.environment);
  // The terminal sends its signals to both; this process waits, to store what the command has renewed.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.removeAllListeners(signal);
  return new Promise((resolve) => {
    const child = spawn(file, words, { stdio: 'inherit', env, windowsVerbatimArguments: isVerbatim });
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    child.once('error', () => {
      run.note(`✗ ${plain(program)} cannot be started.`);
      resolve(127);
    });
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
}

async function storeRenewed(run: Run, files: TargetFiles, api: PanelApi): Promise<void> {
  try {
    const found = await captureIfRenewed(run, files, api);
    if (found.do === 'refuse')
      run.note(
        `! The session in ${files.target.folder} was not stored: it is not known to be this account's.`,
      );
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    run.note(
      `! Renewed tokens were not stored yet: ${failure.message} The next run of this account does it.`,
    );
  }
}

/**
 * The folder that the user's assistant works in may have the same account. Refresh tokens work once, so what was renewed
 * there is what this run begins with, and the other way round at its end.
 */
async function storeUsual(
  run: Run,
  usual: TargetFiles,
  api: PanelApi,
  account: PanelAccount,
): Promise<boolean> {
  if (isInsideRun(run, usual.target) || !hasAccount(usual, account)) return false;
  const shown = shownPath(usual.target.main_file, run.environment);
  run.note(
    `! ${plain(account.name)} is in ${shown} too. What is renewed here is put there at the end; an assistant that is ` +
      'open there may have to log in again before that.',
  );
  try {
    await captureIfRenewed(run, usual, api);
  } catch (failure) {
    // The panel has other tokens of it, which this run begins with; those there are for their own commands. After any other
    // failure it may have the ones that were used up there.
    if (!(failure instanceof Failure) || failure.code !== 'refused') throw failure;
    run.note(`! ${failure.message}`);
  }
  return true;
}

/** Another command may be at work there: a later one does it then. */
const WAIT_MS = 1_000;

/**
 * Does what runs do at their end for those that were killed before it: what they have renewed goes to the panel, and to the
 * usual folder if that has the same account. What cannot be done is left, and `status` and `doctor` say so.
 */
export async function endKilledRuns(run: Run): Promise<void> {
  if (run.options.dry_run) return;
  const careful = { ...run, options: { ...run.options, lock_wait_ms: WAIT_MS } };
  for (const { id, tool, files } of leftByRuns(run)) {
    try {
      const usual = filesOf(run, tool);
      if (isInsideRun(run, usual.target)) continue;
      const api = panelForWriting(run);
      const found = await captureIfRenewed(careful, files, api);
      if (found.do === 'capture') await renewUsual(careful, usual, api, { id });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
    }
  }
}

async function renewUsual(
  run: Run,
  usual: TargetFiles,
  api: PanelApi,
  account: Pick<PanelAccount, 'id'>,
): Promise<void> {
  // --force is about the folder of the run. What a person has put into the usual one is kept.
  const careful = { ...run, options: { ...run.options, force: false } };
  try {
    await withFiles(run, usual, async () => {
      await hold(run, usual);
      // Meanwhile it may have got another account.
      if (!hasAccount(usual, account)) return;
      await bring(careful, usual, api, await api.sessionOf(account.id), { listed: null, isApart: true });
    });
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    run.note(`! ${failure.message}`);
  }
}

function hasAccount(files: TargetFiles, { id }: Pick<PanelAccount, 'id'>): boolean {
  return files.state.readEntry()?.account_id === id && files.read().kind === 'session';
}
