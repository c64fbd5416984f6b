import { readSettings } from '../../config/settings';
import { ownerUrl } from '../../database/opening/database-address';
import { openDatabases } from '../../database/opening/open-databases';
import { purgeErased } from './purge-erased';
import { StartFailure, toStartFailure } from '../start-failure';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run purge

  Removes the last bytes of what was erased: rewrites the files of both databases, while the server runs or not. Each
  table is locked while it is rewritten; it needs as much free space as the largest one takes. Takes the same settings as
  the server.
  Exit codes: 0 done, 1 failed, 2 wrong usage, 78 the settings cannot be used.`);
const WRONG_USAGE = 2;
const WAIT_LIMIT_MS = 60_000;

/**
 * Runs `npm run purge`.
 * @returns the text to print
 * @throws StartFailure
 */
export async function runPurge([word, ...rest]: readonly string[]): Promise<string> {
  if (word === '--help' || word === 'help') return USAGE;
  if (word !== undefined || rest.length > 0) throw new StartFailure(USAGE, WRONG_USAGE);
  try {
    const settings = readSettings(process.env);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const databases = await openDatabases(settings, report, { beside_server: true, skips_migrations: true });
    const { urls, superuser_url } = databases;
    const startedMs = performance.now();
    try {
      const [memory_url, panel_url] = [ownerUrl(urls.memory), ownerUrl(urls.panel)];
      const { is_written, sampled } = await purgeErased(
        { memory_url, panel_url, superuser_url },
        WAIT_LIMIT_MS,
      );
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
      const later = is_written ? '' : ' The old files go with the next checkpoint of the server.';
      const left = sampled.length === 0 ? '' : ` but in the statistics of ${sampled.join(', ')}`;
      return `Nothing of what was erased is left in the data files${left} (${seconds} s).${left && UNCLEARED}${later} ${KEPT}`;
    } finally {
      await databases.close();
    }
  } catch (error) {
    throw toStartFailure(error, 'The purge');
  }
}

const UNCLEARED =
  ' PostgreSQL before 18 keeps samples of rows of a table that is empty: they go with the first ANALYZE that finds a row there; run this again then.';
const KEPT =
  'The write-ahead log and backups keep it for a while: see docs/operations.md, "Erasing from the memory".';
