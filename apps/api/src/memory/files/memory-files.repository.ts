import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { QUARANTINE_KINDS, type VersionKind } from '@groupless/shared-dto';
import { isHeldBack } from '../fence/quarantine/held-back';
import { VERSIONED } from '../history/versioned-kinds';
import type { Reader } from '../readers/reader';
import type { Row } from './memory-document';
import { OF_THIS_IMPORT, type FiledKind } from './memory-files';
import { invalidZip } from './zip-reader';

export type FileTransaction = EntityManager;
/** Its times are in UTC, whatever the time zone of the database. */
export type StoredRow = Row & { id: number };

interface ReadRow {
  id: string;
  row: Row;
}

const TIMES = /(?:_at|_date|^at)$/;

const SET_REPLACED = `
  update assistant_decisions set replaced_by = $2
  where id = $1 and replaced_by is distinct from $2 and ${OF_THIS_IMPORT}`;

const listAfter = ({ kind, table, own = 'true', isFor }: FiledKind) => `
  select id, to_jsonb(stored) - 'id' - $3::text[] as row from ${table} as stored
  where id > $1 and ($4::text[] is null or ${own}) and $5::text is not null and ${isFor('$5')} and ($6::text = '' or ${isShown(kind)})
  order by id limit $2`;

/** SQL: whether the quarantine lets assistants see a row. */
const isShown = (kind: VersionKind) =>
  QUARANTINE_KINDS.some((one) => one === kind) ? `not ${isHeldBack(`'${kind}'`, 'stored.id')}` : 'true';

const listAll = ({ table, isFor }: FiledKind) => `
  select id, to_jsonb(stored) - 'id' as row from ${table} as stored
  where $1::text is not null and (${isFor('$1')} or ${OF_THIS_IMPORT})`;

/** @param columns names of columns as the database has them */
const insertInto = ({ table, same, on_conflict }: FiledKind, columns: readonly string[]) => `
  insert into ${table} as known_row (${columns.join(', ')})
  select ${columns.map((column) => `sent.${column}`).join(', ')}
  from jsonb_populate_recordset(null::${table}, $1) as sent
  where $2::text is not null and not exists (select from ${table} as known where ${same})
  ${on_conflict}
  returning id`;

/** The entries of the state that are there with another value, by their keys. */
const LIST_DIFFERENT = ({ table, same }: FiledKind) => `
  select distinct sent.key from jsonb_populate_recordset(null::${table}, $1) as sent
  join ${table} as known on ${same}
  where known.value <> sent.value order by 1 limit 100`;

/** Undoes all that a transaction did, without a fault. */
class NotKept<Result> extends Error {
  constructor(readonly result: Result) {
    super('not kept');
  }
}

@Injectable()
export class MemoryFilesRepository {
  constructor(@InjectDataSource(MEMORY) private readonly dataSource: DataSource) {}

  /**
   * The rows of a kind behind one, in the order of their ids.
   * @param writers whose rows count; null: everybody's
   * @param reader for whom they are: an assistant gets nothing that the quarantine holds
   */
  async listAfter(
    filed: FiledKind,
    after: number,
    most: number,
    writers: readonly string[] | null,
    reader: Reader,
  ): Promise<StoredRow[]> {
    const values = [after, most, filed.left_out, writers, reader.owner, reader.chats];
    const rows = await this.dataSource.query<ReadRow[]>(listAfter(filed), values);
    return rows.map(toStoredRow);
  }

  /**
   * @param isKept false: all is undone, only the result is answered
   * @throws AppError `invalid_zip` for a value that the memory cannot store
   */
  inTransaction<Result>(
    isKept: boolean,
    work: (transaction: FileTransaction) => Promise<Result>,
  ): Promise<Result> {
    const run = async (transaction: FileTransaction) => {
      const result = await work(transaction);
      if (!isKept) throw new NotKept(result);
      return result;
    };
    return this.dataSource.transaction(run).catch((error: unknown) => {
      if (error instanceof NotKept) return error.result as Result;
      throw isUnstorable(error) ? invalidZip('It holds a value that the memory cannot store.') : error;
    });
  }

  /** The keys of entries that are there with another value; 100 at most. */
  async listDifferent(
    transaction: FileTransaction,
    filed: FiledKind,
    rows: readonly Row[],
  ): Promise<string[]> {
    const found = await transaction.query<{ key: string }[]>(LIST_DIFFERENT(filed), [JSON.stringify(rows)]);
    return found.map(({ key }) => key);
  }

  /** Stores rows that are not there. @returns how many were stored */
  async insert(
    transaction: FileTransaction,
    filed: FiledKind,
    rows: readonly Row[],
    { owner }: Reader,
  ): Promise<number> {
    const sent = new Set(rows.flatMap((row) => Object.keys(row)));
    const columns = this.columnsOf(filed.kind).filter((name) => sent.has(name));
    if (columns.length === 0) return 0;
    const statement = insertInto(filed, columns);
    const stored = await transaction.query<unknown[]>(statement, [JSON.stringify(rows), owner]);
    return stored.length;
  }

  /** What was there before the import, and is not replaced by it, stays as it is. */
  async setReplaced(transaction: FileTransaction, id: number, replaced_by: number): Promise<void> {
    await transaction.query(SET_REPLACED, [id, replaced_by]);
  }

  /** Without the id, which means another row in another database. */
  private columnsOf(kind: VersionKind): string[] {
    const { columns } = this.dataSource.getMetadata(VERSIONED[kind].entity);
    return columns.map(({ databaseName }) => databaseName).filter((name) => name !== 'id');
  }

  /** The rows of a kind, as they stand now: those that are for the reader, and those of this import. */
  async listAll(transaction: FileTransaction, filed: FiledKind, { owner }: Reader): Promise<StoredRow[]> {
    const rows = await transaction.query<ReadRow[]>(listAll(filed), [owner]);
    return rows.map(toStoredRow);
  }
}

function toStoredRow({ id, row }: ReadRow): StoredRow {
  const fields = Object.entries(row).map(([name, value]) =>
    TIMES.test(name) && typeof value === 'string' ? [name, new Date(value).toISOString()] : [name, value],
  );
  return { ...(Object.fromEntries(fields) as Row), id: Number(id) };
}

/** A value of the wrong type, one that a rule of its table refuses, or one decision twice in a file. */
function isUnstorable(error: unknown): boolean {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  return /^2[123]/.test(code ?? '');
}
