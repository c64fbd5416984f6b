import type { DatabaseName } from '../database/data-source-options';
import { BackupError } from './backup-error';
import { ByteReader } from './byte-reader';

/** The content of a backup before compression: a sequence of records, each with its kind and length. */
export type BackupRecord =
  | { kind: 'database'; name: DatabaseName }
  | { kind: 'table'; name: string; columns: string[] }
  /** The output of COPY, in chunks of any size. */
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'table_end'; rows: number; sha256: string }
  | { kind: 'sequences'; values: SequenceValue[] }
  | { kind: 'end' };

export interface SequenceValue {
  name: string;
  /** Decimal; null if the sequence was never used. */
  last_value: string | null;
}

const JSON_RECORD = 1;
const ROWS_RECORD = 2;
const HEAD_BYTES = 5;
const LONGEST_BYTES = 268_435_456;

export function encodeRecord(record: BackupRecord): Buffer[] {
  const isRows = record.kind === 'rows';
  const payload = isRows ? record.bytes : Buffer.from(JSON.stringify(record));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(isRows ? ROWS_RECORD : JSON_RECORD);
  head.writeUInt32BE(payload.length, 1);
  return [head, payload];
}

/** @throws BackupError if the end is missing */
export async function* decodeRecords(content: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  const bytes = new ByteReader(content);
  for (;;) {
    const head = await bytes.take(HEAD_BYTES);
    const length = head?.readUInt32BE(1) ?? LONGEST_BYTES;
    const payload = length < LONGEST_BYTES ? await bytes.take(length) : null;
    if (head === null || payload === null) throw new BackupError('This backup is incomplete.');
    if (head.readUInt8() === ROWS_RECORD) {
      yield { kind: 'rows', bytes: payload };
      continue;
    }
    const record = JSON.parse(payload.toString()) as BackupRecord;
    yield record;
    if (record.kind === 'end') return;
  }
}
