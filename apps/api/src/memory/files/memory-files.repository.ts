import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import type { Row } from './memory-document';
import type { FiledKind } from './memory-files';
import { invalidZip } from './zip-reader';

export type FileTransaction = EntityManager;
export type StoredRow = Row & { id: number };

const COLUMNS = `
  select column_name as name from information_schema.columns
  where table_schema = current_schema() and table_name = $1 and column_name <> 'id'
  order by ordinal_position`;

const OF_THIS_IMPORT = 'xmin = pg_current_xact_id()::xid';

/** Of equal decisions the later one counts, and that of the file over what its sessions made of it a moment ago. */
const REPLACE_DECISION = `
  on conflict (project_id, text_digest(decision_identity(text))) do update
    set text = excluded.text, session_id = coalesce(excluded.session_id, known_row.session_id), at = excluded.at,
        created_at = excluded.created_at, withdrawn_at = excluded.withdrawn_at, written_by = excluded.written_by,
        written_through = excluded.written_through
    where excluded.at > greatest(known_row.at, known_row.withdrawn_at) or known_row.${OF_THIS_IMPORT}`;

const SET_REPLACED = `
  update assistant_decisions set replaced_by = $2
  where id = $1 and replaced_by is distinct from $2 and ${OF_THIS_IMPORT}`;

const listAfter = (table: string) => `
  select id, to_jsonb(stored) - 'id' - $3::text[] as row from ${table} as stored where id > $1 order by id limit $2`;

const listAll = (table: string) => `select id, to_jsonb(stored) - 'id' as row from ${table} as stored`;

/** @param columns names of columns as the database has them */
const insertInto = (
  { kind, table, same }: Pick<FiledKind, 'kind' | 'table' | 'same'>,
  columns: readonly string[],
) => `
  insert into ${table} as known_row (${columns.join(', ')})
  select ${columns.map((column) => `sent.${column}`).join(', ')}
  from jsonb_populate_recordset(null::${table}, $1) as sent
  where not exists (select from ${table} as known where ${same})
  ${kind === 'decision' ? REPLACE_DECISION : 'on conflict do nothing'}
  returning id`;

@Injectable()
export class MemoryFilesRepository {
  constructor(@InjectDataSource(MEMORY) private readonly dataSource: DataSource) {}

  /** The rows of a kind behind one, in the order of their ids. */
  async listAfter({ table, left_out }: FiledKind, after: number, most: number): Promise<StoredRow[]> {
    const values = [after, most, left_out];
    const rows = await this.dataSource.query<{ id: string; row: Row }[]>(listAfter(table), values);
    return rows.map(({ id, row }) => ({ ...row, id: Number(id) }));
  }

  /** @throws AppError `invalid_zip` for a value that the memory cannot store */
  inTransaction<Result>(work: (transaction: FileTransaction) => Promise<Result>): Promise<Result> {
    return this.dataSource.transaction(work).catch((error: unknown) => {
      throw isUnstorable(error) ? invalidZip('It holds a value that the memory cannot store.') : error;
    });
  }

  /** Stores rows that are not there. @returns how many were stored */
  async insert(
    transaction: FileTransaction,
    { kind, table, left_out, same }: FiledKind,
    rows: readonly Row[],
  ): Promise<number> {
    const known = await transaction.query<{ name: string }[]>(COLUMNS, [table]);
    const sent = new Set(rows.flatMap((row) => Object.keys(row)));
    const columns = known
      .map(({ name }) => name)
      .filter((name) => sent.has(name) && !left_out.includes(name));
    if (columns.length === 0) return 0;
    const statement = insertInto({ kind, table, same }, columns);
    const stored = await transaction.query<unknown[]>(statement, [JSON.stringify(rows)]);
    return stored.length;
  }

  /** What was there before the import, and is not replaced by it, stays as it is. */
  async setReplaced(transaction: FileTransaction, id: number, replaced_by: number): Promise<void> {
    await transaction.query(SET_REPLACED, [id, replaced_by]);
  }

  /** The rows of a kind, as they stand now. */
  async listAll(transaction: FileTransaction, { table }: FiledKind): Promise<StoredRow[]> {
    const rows = await transaction.query<{ id: string; row: Row }[]>(listAll(table));
    return rows.map(({ id, row }) => ({ ...row, id: Number(id) }));
  }
}

/** A value of the wrong type, one that a rule of its table refuses, or one decision twice in a file. */
function isUnstorable(error: unknown): boolean {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  return /^2[123]/.test(code ?? '');
}
