import { makeFolder } from '../files/safe-folder';
import { sep } from 'node:path';
import { runFolders, shownPath, stateFolder } from '../files/places';
import { machineHeaders, makeMachineId } from '../panel/this-machine';
import { PanelApi, type ActiveSession } from '../panel/panel-api';
import { readSettings } from '../panel/settings';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { shellWord } from '../program/shell-word';
import { sweepMachineState } from '../state/machine-state';
import { holdOwnLock } from '../state/own-lock';
import { StateFolder, type StateEntry } from '../state/state-folder';
import { ToolLocks } from '../state/tool-locks';
import { ABSENT, fileCopy, type FoundSession } from '../targets/session-format';
import { TargetFiles } from '../targets/target-files';
import { targetOf, type Target } from '../targets/target';
import type { IncomingSession } from './decision';

export function panelOf({ environment, options }: Run): PanelApi {
  const settings = readSettings(environment, options);
  return new PanelApi(settings, options.timeout_ms, () => machineHeaders(environment));
}

/** The panel, for a command that writes here: the machine has an id from then on, also where its log-in made none. */
export function panelForWriting(run: Run): PanelApi {
  if (!run.options.dry_run) makeMachineId(run.environment);
  return panelOf(run);
}

/** Inside of `run` the configuration folder is that of one account: another one's session must not be put there. */
export function isInsideRun({ environment }: Pick<Run, 'environment'>, { folder }: Target): boolean {
  return folder.startsWith(`${runFolders(environment)}${sep}`);
}

export function refuseInsideRun(run: Run, { target }: TargetFiles): void {
  if (!isInsideRun(run, target)) return;
  throw new Failure(
    'refused',
    "This shell was started by assistant-switch run, and its folder is one account's own.",
    ['Leave it, and switch outside of it.'],
  );
}

/** The files of a target, to look at. */
export function filesOf(run: Run, targetName: string): TargetFiles {
  const target = targetOf(targetName, run.environment);
  const state = new StateFolder(stateFolder(run.environment, target), target.main_file);
  const onWait = (path: string) =>
    run.note(`Waiting for ${target.product} to give up its lock (${shownPath(path, run.environment)})…`);
  const locks = new ToolLocks(state.toolLocksFile, onWait, run.options.lock_wait_ms);
  return new TargetFiles(target, state, locks, run.now);
}

/** Works on the files: one run at a time. A dry run only looks, and locks nothing. */
export async function withFiles<T>(run: Run, files: TargetFiles, work: () => Promise<T>): Promise<T> {
  if (run.options.dry_run) return work();
  makeFolder(files.state.path);
  const release = await holdOwnLock(files.state.lockFile, run.options.lock_wait_ms);
  // At an orderly end `proper-lockfile` releases its locks by itself.
  process.once('exit', release);
  try {
    files.locks.clearLeftovers();
    files.state.sweep();
    sweepMachineState(run.environment);
    return await work();
  } finally {
    process.off('exit', release);
    await files.locks.releaseAll();
    release();
  }
}

/**
 * Takes the assistant's locks, so that it does not renew its tokens meanwhile.
 * @returns whether a switch that was cut off was undone
 */
export async function hold(
  run: Run,
  files: TargetFiles,
  own: { isRestoring?: boolean } = {},
): Promise<boolean> {
  return run.options.dry_run ? false : files.hold(own);
}

/** A session of the panel as the target's files would hold it. */
export function incomingSession(target: Target, session: ActiveSession): IncomingSession {
  const { format } = target;
  const fault = format.faultOf(session.document);
  const member = format.identityMember(session.document);
  const found = format.read({
    ...ABSENT,
    main: fileCopy(format.mainWith(session.document, null)),
    identity: target.identity && member !== null ? fileCopy(`{"${target.identity.member}":${member}}`) : null,
  });
  if (fault !== null || found.kind !== 'session') {
    throw new Failure(
      'unfit_session',
      `The session of ${plain(session.name)} is not one that ${target.product} could use: ${fault ?? 'it has no tokens'}.`,
      [
        `Store the right one: assistant-switch capture ${shellWord(session.id)} on a machine that is logged in, or in the panel.`,
      ],
    );
  }
  return { ...found, account_id: session.id, session_version: session.session_version };
}

/** What is remembered of a session in the files. */
export function entryOf(
  account: { id: string; name: string },
  session_version: number | null,
  { sha256, identity, owner, token_sha256, plan, renewed_ms, expires_ms }: FoundSession,
  now: Date,
): StateEntry {
  return {
    account_id: account.id,
    account_name: account.name,
    session_version,
    sha256,
    identity,
    owner,
    token_sha256,
    plan,
    renewed_ms,
    expires_ms,
    written_at: now.toISOString(),
  };
}
