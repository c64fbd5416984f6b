import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { invalidFile } from './foreign-rows';

const MAGIC = 'SQLite format 3\u0000';
/** Where the header says whether changes are kept in a second file, which is not here. */
const WRITE_VERSION = 18;
const READ_VERSION = 19;
const WITHOUT_LOG = 1;
/** A row has less. More is not loaded, whatever the row says of its length. */
const LONGEST_ROW = 4 * 1_048_576;
/** What a row takes in a file at least. */
const SHORTEST_ROW = 4;
/** Columns that were added later have their default in rows that do not hold it. */
const MOST_TIMES = 4;

export type SqliteRow = Record<string, unknown>;

/**
 * Reads a database that somebody sent. It is opened read-only from a folder of its own, and nothing that it defines is run.
 * @throws AppError `invalid_file`
 */
export async function withSqlite<Result>(
  file: Buffer,
  read: (database: SqliteFile) => Promise<Result>,
): Promise<Result> {
  if (file.subarray(0, MAGIC.length).toString('latin1') !== MAGIC)
    throw invalidFile('It is no SQLite database.');
  const folder = await mkdtemp(join(tmpdir(), 'groupless-import-'));
  try {
    const path = join(folder, 'sent.db');
    const alone = Buffer.from(file);
    alone[WRITE_VERSION] = WITHOUT_LOG;
    alone[READ_VERSION] = WITHOUT_LOG;
    await writeFile(path, alone, { mode: 0o600 });
    // Loaded with the first file: nobody else needs it.
    const sqlite = await import('node:sqlite');
    const database = new sqlite.DatabaseSync(path, { readOnly: true, allowExtension: false });
    try {
      database.exec('pragma trusted_schema = off; pragma cell_size_check = on');
      return await read(new SqliteFile(database, file.length));
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')
      throw invalidFile('It is damaged, or only the beginning of a database.');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export class SqliteFile {
  /** What can still be read. In a damaged file pages lead to each other, so that a few of them hold rows without end. */
  private left: number;

  constructor(
    private readonly database: DatabaseSync,
    bytes: number,
  ) {
    this.left = MOST_TIMES * bytes;
  }

  /** The columns of a table; empty where there is none. Views, virtual tables and computed columns are none. */
  columnsOf(table: string): ReadonlySet<string> {
    const found = this.database
      .prepare(`select sql from sqlite_schema where type = 'table' and name = ?`)
      .get(table);
    // SQLite itself stores the statements of other tables with these words at the beginning.
    if (found === undefined || !/^create table\s/i.test(String(found['sql']))) return new Set();
    const columns = this.database.prepare('select name, hidden from pragma_table_xinfo(?)').all(table);
    return new Set(columns.filter(({ hidden }) => hidden === 0).map(({ name }) => String(name)));
  }

  /**
   * The rows of a table in their own order, with those of the columns that it has.
   * @throws AppError `invalid_file` where there is more than the file can hold
   */
  *rowsOf(table: string, wanted: readonly string[]): Generator<SqliteRow> {
    const known = this.columnsOf(table);
    const columns = wanted.filter((column) => known.has(column));
    if (columns.length === 0) return;
    const lengths = columns.map((column) => `coalesce(octet_length("${column}"), 0)`);
    const values = columns.map(
      (column) => `iif(octet_length("${column}") > ${LONGEST_ROW}, null, "${column}") as "${column}"`,
    );
    const rows = this.database
      .prepare(`select ${lengths.join(' + ')} as length, ${values.join(', ')} from "${table}"`)
      .iterate();
    for (const { length, ...row } of rows) {
      if (Number(length) > LONGEST_ROW) throw invalidFile(`A row of ${table} is too long.`);
      this.left -= Number(length) + SHORTEST_ROW;
      if (this.left < 0) throw invalidFile('It is damaged: it says that it holds more than its size allows.');
      yield row;
    }
  }
}
