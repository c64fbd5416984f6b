import { createHash, type Hash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import type { DatabaseName } from '../database/data-source-options';
import { BackupError } from './backup-error';
import { isListOfErased } from './erased-clients';
import { decodeRecords, type BackupRecord } from './records';
import { openSealed, type BackupHeader } from './sealed-file';

export interface OpenedBackup {
  header: BackupHeader;
  records: AsyncGenerator<BackupRecord>;
}

/** @throws BackupError, also while the records are read */
export async function openBackup(path: string, backupKey: string): Promise<OpenedBackup> {
  const { header, content, close } = await openSealed(path, backupKey);
  if (isListOfErased(header)) {
    close();
    throw new BackupError(
      `${path} holds the ids of erased clients alone: leave it beside the backups, and name one of these.`,
    );
  }
  return { header, records: records(content) };
}

async function* records(content: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  // The iterator below throws the error.
  const plain = pipeline(content, createZstdDecompress(), () => undefined);
  yield* decodeRecords(plain as AsyncIterable<Buffer>);
  // Reads to the last frame, which proves that nothing is missing.
  for await (const _ of plain as AsyncIterable<Buffer>)
    throw new BackupError('This backup has a second end.');
}

export interface CheckedBackup {
  header: BackupHeader;
  /** How many rows each table has. */
  tables: Record<DatabaseName, Map<string, number>>;
}

/**
 * Reads a whole backup and changes nothing.
 * @throws BackupError unless every byte is as it was written
 */
export async function checkBackup(path: string, backupKey: string): Promise<CheckedBackup> {
  const backup = await openBackup(path, backupKey);
  const checked: CheckedBackup = {
    header: backup.header,
    tables: { panel: new Map(), memory: new Map() },
  };
  let database: DatabaseName = 'panel';
  let table = '';
  let hash: Hash = createHash('sha256');
  for await (const record of backup.records) {
    if (record.kind === 'database') database = record.name;
    if (record.kind === 'table') [table, hash] = [record.name, createHash('sha256')];
    if (record.kind === 'rows') hash.update(record.bytes);
    if (record.kind !== 'table_end') continue;
    if (hash.digest('hex') !== record.sha256)
      throw new BackupError('A checksum in this backup does not fit its rows.');
    checked.tables[database].set(table, record.rows);
  }
  return checked;
}
