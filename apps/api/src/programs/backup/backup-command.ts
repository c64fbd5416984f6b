import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SettingsError } from '../../config/environment-reader';
import { readSettings } from '../../config/settings';
import { writeBackup } from '../../backup/write-backup';
import { openDatabases } from '../../database/opening/open-databases';
import { StartFailure, toStartFailure } from '../start-failure';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run backup -- <file>

  Writes both databases to one file, compressed, encrypted with BACKUP_KEY, while the server runs or not. Takes the
  same settings as the server. A file of this name is replaced when the new one is complete. Without the secrets:
  keep secrets.env (or the settings) and BACKUP_KEY in another place.
  Exit codes: 0 done, 1 failed, 2 wrong usage, 78 the settings cannot be used.`);
const WRONG_USAGE = 2;

/**
 * Runs `npm run backup`.
 * @returns the text to print
 * @throws StartFailure
 */
export async function runBackup([file, ...rest]: readonly string[]): Promise<string> {
  if (file === '--help' || file === 'help') return USAGE;
  if (file === undefined || file.startsWith('-') || rest.length > 0)
    throw new StartFailure(USAGE, WRONG_USAGE);
  try {
    const settings = readSettings(process.env);
    if (settings.backup_key === null) throw new SettingsError(['BACKUP_KEY is required for backups']);
    const path = resolve(process.env['INIT_CWD'] ?? '', file);
    refuseFolder(path);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const databases = await openDatabases(settings, report, { beside_server: true, skips_migrations: true });
    const startedMs = performance.now();
    try {
      const { rows, bytes, left_out } = await writeBackup(
        path,
        settings.backup_key,
        databases.urls,
        new Date(),
      );
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
      if (left_out.length > 0)
        report(`Left out, since another role has made them and not this program: ${left_out.join(', ')}.`);
      return (
        `Backed up to ${path}: ${rows.panel} rows of the panel database, ${rows.memory} of the memory database; ` +
        `${(bytes / 1_048_576).toFixed(1)} MiB in ${seconds} s.`
      );
    } finally {
      await databases.close();
    }
  } catch (error) {
    throw toStartFailure(error, 'The backup');
  }
}

/** Before anything is read: a backup of an hour should not end so. */
function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new StartFailure(
      `${path} is a folder: name a file in it, such as ${join(path, 'groupless.backup')}`,
      WRONG_USAGE,
    );
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new StartFailure(`There is no folder ${dirname(path)}: make it first.`, WRONG_USAGE);
}
