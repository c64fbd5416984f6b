import { shownPath } from '../files/places';
import { EXIT } from '../program/exit-codes';
import { Failure, usageFailure } from '../program/failure';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { ago } from '../program/times';
import type { Version } from '../state/state-folder';
import type { TargetFiles } from '../targets/target-files';
import { filesOf, hold, withFiles } from '../switching/switching';
import { rememberedTarget } from './capture';
import { mark } from './sync';

/**
 * Puts back an earlier version. The panel is not asked.
 * @param wanted how many writes to go back; 1 if it is not said
 */
export function restore(run: Run, wanted: string | undefined): Promise<Outcome> {
  const count = countOf(wanted);
  const files = filesOf(run, rememberedTarget(run));
  return withFiles(run, files, async () => {
    const isUndone = await hold(run, files, { isRestoring: true });
    if (isUndone && wanted === undefined) return undone(run, files);
    const file = shownPath(files.target.main_file, run.environment);
    const versions = files.versionsToRestore();
    const version = versions[count - 1];
    if (version === undefined) throw noVersion(run, file, versions);
    if (!run.options.dry_run) await files.restore(version);
    const { entry, saved_at } = version;
    const whose =
      entry === null
        ? 'a session of an unknown account'
        : `${run.paint.strong(plain(entry.account_name))}${entry.owner ? `, of ${plain(entry.owner)}` : ''}`;
    const verb = run.options.dry_run ? 'would be' : 'is';
    return {
      lines: [
        `${mark(run)} ${file} ${verb} as it was ${ago(saved_at, run.now())}, with ${whose}.`,
        run.paint.faint('  The panel was left alone: the next sync brings its active account again.'),
      ],
      facts: {
        result: 'restored',
        dry_run: run.options.dry_run,
        account: entry && { id: entry.account_id, name: entry.account_name },
        session_version: entry?.session_version ?? null,
        saved_at,
        target: { name: files.target.kind, file: files.target.main_file },
      },
    };
  });
}

/** What was cut off has been taken back just now: going further back is not what was asked for. */
function undone(run: Run, files: TargetFiles): Outcome {
  const entry = files.state.readEntry();
  const whose = entry === null ? 'the session before' : run.paint.strong(plain(entry.account_name));
  return {
    lines: [`${mark(run)} The switch that was cut off was taken back: this machine has ${whose} again.`],
    facts: {
      result: 'restored',
      dry_run: false,
      account: entry && { id: entry.account_id, name: entry.account_name },
      session_version: entry?.session_version ?? null,
      saved_at: entry?.written_at ?? null,
      target: { name: files.target.kind, file: files.target.main_file },
    },
  };
}

function countOf(wanted: string | undefined): number {
  const count = Number(wanted ?? '1');
  if (/^\d*$/.test(wanted ?? '') && count >= 1) return count;
  throw usageFailure('restore takes a number: 1 is the version before the last write.');
}

function noVersion(run: Run, file: string, versions: readonly Version[]): Failure {
  const message =
    versions.length === 0
      ? `No earlier version of ${file} is kept.`
      : `Only ${versions.length} earlier versions of ${file} are kept.`;
  const lines = versions.map(
    ({ entry, saved_at }, index) =>
      `${index + 1}  ${ago(saved_at, run.now())}  ${plain(entry?.account_name ?? 'unknown account')}`,
  );
  return new Failure('no_version', message, lines, EXIT.nothing_to_write);
}
