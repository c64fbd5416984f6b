import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { SettingsError } from '../../config/environment-reader';
import { readSettings, type Settings } from '../../config/settings';
import { NOT_TRIED } from '../../backup/scheduled-backup.service';
import { checkBackup, type CheckedBackup } from '../../backup/check-backup';
import { eraseAgain, erasedIn, listErased } from '../../backup/erased-clients';
import { openSealed } from '../../backup/sealed-file';
import { newClient } from '../../backup/new-client';
import { restoreBackup } from '../../backup/restore-backup';
import { NotTriedError, tryRestore } from '../../backup/restore-trial';
import { ownerUrl } from '../../database/opening/database-address';
import { openDatabases } from '../../database/opening/open-databases';
import { findSecrets } from '../doctor/secret-checks';
import { credentialsKeyCheck } from '../doctor/stored-checks';
import { StartFailure, toStartFailure } from '../start-failure';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run restore -- <file> [--replace | --verify | --try]

  Puts a backup into both databases, which must be empty. Takes the same settings as the server, and the BACKUP_KEY of
  the backup. The whole file is checked before anything is written, and every table is compared with it afterwards.
  Put secrets.env (or the settings) of that time back too: the backup does not hold them. Clients who were erased since
  are erased again by the next start, as far as the databases, the folder of the backup and BACKUP_DIR know them.
  --replace  what the databases hold is lost; if the restore fails, it stays
  --verify   checks the file alone, and changes nothing
  --try      restores into databases that are made for it and dropped afterwards, and changes nothing else
  Exit codes: 0 done, 1 failed, 2 wrong usage, 4 --try is not possible here, 78 the settings cannot be used.`);
const REVOKED =
  'Revoke again what was revoked since the backup was made: API keys, calendar links, addresses of webhooks, users.';
const NOBODY_ERASED_SINCE =
  'Neither the databases that were here, nor the folder of the backup, nor BACKUP_DIR knows of clients who were erased since: ' +
  'whoever was is back, and has to be erased again.';
const erasedAgain = (count: number) =>
  `The next start erases again the clients of whose erasing since then is known here: ${count}.`;
const WRONG_USAGE = 2;
const FLAGS = ['--replace', '--verify', '--try'];

/**
 * Runs `npm run restore`.
 * @returns the text to print
 * @throws StartFailure
 */
export async function runRestore(words: readonly string[]): Promise<string> {
  if (words[0] === '--help' || words[0] === 'help') return USAGE;
  const flags = words.filter((word) => word.startsWith('-'));
  const [file, ...others] = words.filter((word) => !word.startsWith('-'));
  const isWrong = flags.length > 1 || flags.some((flag) => !FLAGS.includes(flag));
  if (file === undefined || others.length > 0 || isWrong) throw new StartFailure(USAGE, WRONG_USAGE);
  try {
    const settings = readSettings(process.env);
    const { backup_key: key } = settings;
    if (key === null) throw new SettingsError(['BACKUP_KEY is required to read a backup']);
    const path = resolve(process.env['INIT_CWD'] ?? '', file);
    const checked = await checkBackup(path, key);
    if (flags[0] === '--verify') return `The backup ${path} is complete and unaltered. ${describe(checked)}`;
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const makes_database = flags[0] !== '--try';
    const opening = { beside_server: true, skips_migrations: true, makes_database };
    const databases = await openDatabases(settings, report, opening);
    let [ofKey, ofErased] = ['', ''];
    try {
      if (flags[0] === '--try') {
        const signal = signalOfEnd();
        await tryRestore({ path, backup_key: key, ...databases, checked, signal }).catch((error: unknown) => {
          throw signal.aborted ? new NotTriedError('it was stopped.') : error;
        });
        return `The backup was restored into databases of its own, and its rows were counted there. ${describe(checked)}`;
      }
      const replaces = flags[0] === '--replace';
      const panelUrl = ownerUrl(databases.urls.panel);
      const before = new Set(await erasedBefore(path, key));
      const erased = await erasedSince(panelUrl, [dirname(path), settings.backup_dir], key);
      const skipped = await restoreBackup({ path, backup_key: key, urls: databases.urls, checked, replaces });
      if (skipped.length > 0)
        report(`Left out, since they are no tables of this program: ${skipped.join(', ')}.`);
      if (erased.length > 0) await eraseAgain(panelUrl, erased);
      const since = erased.filter((id) => !before.has(id)).length;
      ofErased = since > 0 ? erasedAgain(since) : NOBODY_ERASED_SINCE;
      ofKey = await keyWarning(panelUrl, settings);
    } finally {
      await databases.close();
    }
    return `Restored, and every table is as in the backup, but all users are logged out. ${describe(checked)}\n${REVOKED}\n${ofErased}${ofKey}`;
  } catch (error) {
    if (error instanceof NotTriedError) throw new StartFailure(`Not tried: ${error.message}`, NOT_TRIED);
    throw toStartFailure(error, 'The restore');
  }
}

/** The clients who were erased, as far as the databases and the backups know. */
async function erasedSince(
  panelUrl: string,
  folders: readonly (string | null)[],
  key: string,
): Promise<string[]> {
  const panel = newClient(panelUrl);
  await panel.connect();
  const ids = new Set(await listErased(panel).finally(() => panel.end()));
  for (const folder of new Set(folders))
    if (folder !== null && existsSync(folder)) for (const id of await erasedIn(folder, key)) ids.add(id);
  return [...ids];
}

/** What the backup itself knows says nothing of the time after it. */
async function erasedBefore(path: string, key: string): Promise<string[]> {
  const { header, close } = await openSealed(path, key);
  close();
  return header.erased;
}

/** What the key that is set cannot read stops the next start. */
async function keyWarning(panelUrl: string, settings: Settings): Promise<string> {
  const panel = newClient(panelUrl);
  await panel.connect();
  try {
    const { secrets } = findSecrets(settings);
    const { level, message, next } = await credentialsKeyCheck(panel, settings, secrets.CREDENTIALS_KEY);
    return level === 'failure' ? `\nWarning: the server will not start. ${message} ${next ?? ''}` : '';
  } finally {
    await panel.end();
  }
}

/** So that no copy stays when the trial is ended. */
function signalOfEnd(): AbortSignal {
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort());
  return ended.signal;
}

function describe({ header, tables }: CheckedBackup): string {
  const parts = (['panel', 'memory'] as const).map((name) => {
    const rows = tables[name].values().reduce((sum, count) => sum + count, 0);
    return `${name}: ${tables[name].size} tables, ${rows} rows`;
  });
  return `Made at ${header.created_at}; ${parts.join('; ')}.`;
}
