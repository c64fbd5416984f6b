import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import { shownPath } from '../files/places';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { filesOf, hold, withFiles } from '../switching/switching';
import { ago } from '../program/times';
import { mark } from './sync';

/** Puts back the version before the last write. The panel is not asked. */
export function restore(run: Run): Promise<Outcome> {
  const files = filesOf(run);
  return withFiles(run, files, async () => {
    await hold(run, files);
    const file = shownPath(files.target.main_file, run.environment);
    const version = files.versionToRestore();
    if (version === null) {
      throw new Failure('no_version', `No earlier version of ${file} is kept.`, [], EXIT.nothing_to_write);
    }
    if (!run.options.dry_run) await files.restore(version);
    const { entry, saved_at } = version;
    const whose =
      entry === null ? 'a session that nobody knows' : run.paint.strong(plain(entry.account_name));
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
