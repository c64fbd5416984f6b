import type { IncomingSession } from './decision';
import { Failure } from '../program/failure';
import { holdOwnLock } from '../state/own-lock';
import { PanelApi, type ActiveSession } from '../panel/panel-api';
import { shownPath, stateFolder } from '../files/places';
import { plain } from '../program/plain-text';
import type { Run } from '../program/run';
import { makeFolder } from '../files/safe-folder';
import { readSettings } from '../panel/settings';
import { StateFolder, type StateEntry } from '../state/state-folder';
import { TargetFiles } from '../targets/target-files';
import { ABSENT, fileCopy, type FoundSession } from '../targets/session-format';
import { targetOf, type Target } from '../targets/target';
import { ToolLocks } from '../state/tool-locks';

export function panelOf(run: Run): PanelApi {
  return new PanelApi(readSettings(run.environment, run.options), run.options.timeout_ms);
}

/** The files of the target, to look at. */
export function filesOf(run: Run): TargetFiles {
  const target = targetOf(run.options.target, run.environment);
  const state = new StateFolder(stateFolder(run.environment, target));
  const locks = new ToolLocks(state.tool_locks_file, (path) =>
    run.note(`Waiting for ${target.product} to give up its lock (${shownPath(path, run.environment)})…`),
  );
  return new TargetFiles(target, state, locks, run.now);
}

/** Works on the files: one run at a time. A dry run only looks, and locks nothing. */
export async function withFiles<T>(run: Run, files: TargetFiles, work: () => Promise<T>): Promise<T> {
  if (run.options.dry_run) return work();
  makeFolder(files.state.path);
  const release = await holdOwnLock(files.state.lock_file);
  const releaseAll = () => {
    files.locks.releaseAll();
    release();
  };
  process.once('exit', releaseAll);
  try {
    files.locks.clearLeftovers();
    files.state.sweep();
    return await work();
  } finally {
    process.off('exit', releaseAll);
    releaseAll();
  }
}

/** Takes the assistant's locks, so that it does not renew its tokens meanwhile. */
export async function hold(run: Run, files: TargetFiles): Promise<void> {
  if (!run.options.dry_run) await files.hold();
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
        'Store the right one: assistant-switch capture <account> on a machine that is logged in, or in the panel.',
      ],
    );
  }
  return { ...found, account_id: session.id, session_version: session.session_version };
}

export function entryOf(
  account: { id: string; name: string },
  session_version: number | null,
  { sha256, identity, renewed_ms }: FoundSession,
  now: Date,
): StateEntry {
  const written_at = now.toISOString();
  return {
    account_id: account.id,
    account_name: account.name,
    session_version,
    sha256,
    identity,
    renewed_ms,
    written_at,
  };
}
