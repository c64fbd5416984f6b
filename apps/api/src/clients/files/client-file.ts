import type { ClientColumn, FailedRowDto } from '@groupless/shared-dto';
import { readRecords } from '../../shared/csv/csv-records';
import { decodeText } from '../../shared/csv/decoded-text';
import { readHeader } from './import-header';
import { readRow, UnusableField, type ImportRow, type RowTerms } from './import-row';
import { invalidCsv } from '../../shared/csv/invalid-csv';
import type { SpooledFile } from './spooled-file';

/** The limits of rows and of unusable rows; more mean that the file is something else. */
export const MOST = { rows: 500_000, failed: 50_000 };

/** A completely received file of clients. */
export class ClientFile {
  constructor(
    private readonly spooled: SpooledFile,
    private readonly terms: Omit<RowTerms, 'now'>,
  ) {}

  /**
   * The usable rows.
   * @param failed called for each other row
   * @throws AppError `invalid_csv`
   */
  async *readRows(now: Date, failed: (row: FailedRowDto) => void): AsyncGenerator<ImportRow> {
    let columns: ClientColumn[] | null = null;
    let rows = 0;
    let failures = 0;
    for await (const { cells, line } of readRecords(decodeText(this.spooled.read()))) {
      if (columns === null) {
        columns = readHeader(cells);
        continue;
      }
      if (++rows > MOST.rows)
        throw invalidCsv(`There are more than ${MOST.rows} rows. Split the file.`, line);
      try {
        const terms = { ...this.terms, now: now.toISOString() };
        yield { ...readRow(byColumn(columns, cells), terms), line };
      } catch (error) {
        if (!(error instanceof UnusableField)) throw error;
        if (++failures > MOST.failed) throw tooManyFailures(error, line);
        failed({ row: line, field: error.field, code: error.code });
      }
    }
    if (columns === null) throw invalidCsv('The file is empty. Its first line names the columns.');
  }

  /** Of its bytes; asked for once. */
  digest(): string {
    return this.spooled.digest();
  }

  close(): Promise<void> {
    return this.spooled.close();
  }
}

function byColumn(columns: readonly ClientColumn[], cells: readonly string[]) {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
}

function tooManyFailures({ field, code }: UnusableField, line: number) {
  return invalidCsv(
    `More than ${MOST.failed} rows cannot be used; in this one it is ${field} (${code}).`,
    line,
  );
}
