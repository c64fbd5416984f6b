import { createHash } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DatabaseName, DatabaseUrls } from '../database/data-source-options';
import { ownerUrl } from '../database/opening/database-address';
import { compareMigrations } from '../database/migrate';
import { liftTimeLimits } from '../database/opening/time-limits';
import { BackupError } from './backup-error';
import { PART } from './backup-folder';
import { listErased } from './erased-clients';
import { newClient } from './new-client';
import { encodeRecord, type BackupRecord } from './records';
import { newHeader, seal } from './sealed-file';
import { copyTarget, findTables, listSequences, writePlainText, type BackedUpTable } from './tables';

/** The snapshot of the panel comes first, because writes to both databases go to the memory first. */
const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];

export interface WrittenBackup {
  rows: Record<DatabaseName, number>;
  bytes: number;
  /** Tables that other roles have made in the databases. */
  left_out: string[];
}

/**
 * Writes a backup of both databases to a file while they are in use. Each is read in one snapshot. The file gets its
 * name only when it is complete and flushed; an older one is replaced.
 * @throws BackupError
 */
export async function writeBackup(
  path: string,
  backupKey: string,
  urls: DatabaseUrls,
  now: Date,
): Promise<WrittenBackup> {
  const part = `${path}${PART}`;
  const clients = { panel: newClient(ownerUrl(urls.panel)), memory: newClient(ownerUrl(urls.memory)) };
  const rows = { panel: 0, memory: 0 };
  try {
    for (const name of NAMES) await beginSnapshot(clients[name]);
    const migrations = { panel: await applied('panel', clients), memory: await applied('memory', clients) };
    const erased = await listErased(clients.panel);
    const found = {
      panel: await findTables('panel', clients.panel),
      memory: await findTables('memory', clients.memory),
    };
    const file = await createPart(part, path);
    const content = (async function* () {
      for (const name of NAMES) {
        for await (const record of databaseRecords(name, clients[name], found[name].tables)) {
          if (record.kind === 'table_end') rows[name] += record.rows;
          yield* encodeRecord(record);
        }
      }
      yield* encodeRecord({ kind: 'end' });
    })();
    const header = newHeader(migrations, erased, now);
    const write = (chunks: AsyncIterable<Buffer>) => seal(header, backupKey, chunks);
    await pipeline(content, createZstdCompress(), write, file.createWriteStream({ flush: true }));
    await rename(part, path);
    const left_out = NAMES.flatMap((name) => found[name].left_out.map((table) => `${name}.${table}`));
    return { rows, bytes: (await stat(path)).size, left_out };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await Promise.all(NAMES.map((name) => clients[name].end().catch(() => undefined)));
  }
}

/** PostgreSQL takes the snapshot at the first statement of the transaction. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.connect();
  await liftTimeLimits(client);
  await writePlainText(client);
  await client.query('begin isolation level repeatable read read only');
  await client.query('select 1');
}

async function applied(name: DatabaseName, clients: Record<DatabaseName, Client>): Promise<string[]> {
  const { applied: names } = await compareMigrations(name, clients[name]);
  if (names.length > 0) return names;
  throw new BackupError(`The ${name} database is empty: there is nothing to back up.`);
}

async function createPart(part: string, path: string) {
  try {
    // Replaces the rest of a backup that was killed.
    await rm(part, { force: true });
    return await open(part, 'wx', 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(
      `${path} cannot be written (${code}): name a file in a folder that you may write to.`,
    );
  }
}

/** What a backup holds of a database, within its snapshot. */
export async function* databaseRecords(
  name: DatabaseName,
  client: Client,
  tables: readonly BackedUpTable[],
): AsyncGenerator<BackupRecord> {
  yield { kind: 'database', name };
  for (const table of tables) yield* tableRecords(client, table);
  yield { kind: 'sequences', values: await listSequences(client) };
}

async function* tableRecords(client: Client, table: BackedUpTable): AsyncGenerator<BackupRecord> {
  yield { kind: 'table', ...table };
  const hash = createHash('sha256');
  const copy = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`));
  for await (const bytes of copy as AsyncIterable<Buffer>) {
    hash.update(bytes);
    yield { kind: 'rows', bytes };
  }
  yield { kind: 'table_end', rows: copy.rowCount, sha256: hash.digest('hex') };
}
