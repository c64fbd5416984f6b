import { createWriteStream } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { migrate } from '../database/migrate';
import { BackupError } from './backup-error';
import { newClient } from './new-client';
import { newHeader, openSealed, seal, type BackupHeader } from './sealed-file';

/** A backup of nothing: its head has the clients who were erased after the newest backup, too. */
const FILE = 'erased-clients.backup';
const NOTHING = { panel: [], memory: [] };

/** So many fit into a head. The table has all, and is in the backup. */
const MOST = 400_000;
const LIST = `select client_id::text as id from client_erasures order by requested_at desc limit ${MOST}`;
const ADD = 'insert into client_erasures (client_id) select unnest($1::uuid[]) on conflict do nothing';

/** The ids of clients who were erased. A database of an earlier version has none. */
export async function listErased(panel: Client): Promise<string[]> {
  const { rows } = await panel.query(`select where to_regclass('client_erasures') is not null`);
  return rows.length === 0 ? [] : (await panel.query<{ id: string }>(LIST)).rows.map(({ id }) => id);
}

/** The ids in the heads of all backups in a folder that this key opens. */
export async function erasedIn(folder: string, backupKey: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.backup')) continue;
    try {
      const { header, close } = await openSealed(join(folder, name), backupKey);
      close();
      for (const id of header.erased) ids.add(id);
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
    }
  }
  return ids;
}

/** Keeps the ids beside the backups, for a restore of one that was made before. */
export async function noteErased(folder: string, backupKey: string, ids: readonly string[]): Promise<void> {
  const all = new Set([...ids, ...(await erasedIn(folder, backupKey))]);
  const path = join(folder, FILE);
  const header = newHeader(NOTHING, [...all].slice(0, MOST), new Date());
  const file = createWriteStream(`${path}.part`, { mode: 0o600, flush: true });
  await pipeline(seal(header, backupKey, Readable.from([])), file);
  await rename(`${path}.part`, path);
}

/** Each backup of databases names their migrations. */
export function isListOfErased({ migrations }: BackupHeader): boolean {
  return migrations.panel.length === 0;
}

/** Has the next start of the server erase clients whom a restore brought back. */
export async function eraseAgain(panelUrl: string, ids: readonly string[]): Promise<void> {
  // A backup can be older than the table.
  await migrate('panel', panelUrl);
  const panel = newClient(panelUrl);
  try {
    await panel.connect();
    await panel.query(ADD, [ids]);
  } finally {
    await panel.end();
  }
}
