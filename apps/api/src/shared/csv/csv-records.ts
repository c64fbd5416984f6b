import { pipeline, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { CsvError, parse, type Info } from 'csv-parse';
import { invalidCsv } from './invalid-csv';

export interface CsvRecord {
  cells: string[];
  /** The line of the file on which it begins, from 1. */
  line: number;
}

/** Characters of one row, far above what its fields may hold. */
const LONGEST_ROW = 131_072;
/** Characters that are parsed before the parser yields to the event loop. */
const PIECE = 8_192;
const DELIMITERS = [',', ';', '\t'] as const;
/** The line before the header in which spreadsheets name the delimiter. */
const SEPARATOR_LINE = /^sep=([,;\t])(\r\n|\n|\r)/i;

/**
 * The rows of a CSV text with the header. The delimiter of the first line (comma, semicolon or tab) applies to all.
 * Blank lines are skipped.
 * @throws AppError `invalid_csv`
 */
export async function* readRecords(texts: AsyncGenerator<string>): AsyncGenerator<CsvRecord> {
  const [text, rest] = await readFirstLine(texts);
  const [separatorLine = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const beginning = text.slice(separatorLine.length);
  const before = separatorLine === '' ? 0 : 1;
  const parser = parse({
    delimiter: named ?? delimiterOf(beginning),
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count_less: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
  });
  pipeline(Readable.from(inPieces(join(beginning, rest))), parser, () => {
    // Errors are thrown below, where the rows are read.
  });
  try {
    let end = before;
    let blank = 0;
    let doubled = 0;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      // Blank lines before the row count for its line.
      yield { cells: record, line: end + 1 + info.empty_lines - blank };
      // The parser counts the two characters of a line's end within a cell as two lines.
      doubled += record.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0);
      end = before + info.lines - doubled;
      blank = info.empty_lines;
    }
  } catch (error) {
    throw error instanceof CsvError ? toInvalidCsv(error, before) : error;
  }
}

/** The text up to the end of the first line, and the rest. */
async function readFirstLine(texts: AsyncGenerator<string>): Promise<[string, AsyncGenerator<string>]> {
  let beginning = '';
  const isWhole = () => /[^\r\n][\r\n]/.test(beginning) && !beginning.endsWith('\r');
  while (!isWhole() && beginning.length < LONGEST_ROW) {
    const next = await texts.next();
    if (next.done === true) break;
    beginning += next.value;
  }
  return [beginning, texts];
}

async function* join(beginning: string, texts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield beginning;
  yield* texts;
}

async function* inPieces(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const text of texts)
    for (let start = 0, end; start < text.length; start = end) {
      end = start + PIECE;
      // Keeps surrogate pairs together.
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end++;
      yield text.slice(start, end);
      await turn();
    }
}

/** The delimiter that is most frequent in the first line outside of quotes. */
function delimiterOf(text: string): string {
  const line = text.trimStart().split(/[\r\n]/)[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const FAULTS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and never closed.',
  CSV_INVALID_CLOSING_QUOTE: 'Text follows a closing quote. Within quotes, write a quote twice.',
  INVALID_OPENING_QUOTE: 'A quote stands within a cell that does not begin with one.',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'There are more cells than columns in the header.',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'There are more cells than columns in the header.',
  CSV_MAX_RECORD_SIZE: `A row is longer than ${LONGEST_ROW} characters, or a quote is never closed.`,
};

/** @param before lines that the parser did not see */
function toInvalidCsv({ code, ...details }: CsvError, before: number) {
  const { lines } = details as { lines?: number };
  return invalidCsv(
    FAULTS[code] ?? 'This is no row of a table.',
    lines === undefined ? undefined : lines + before,
  );
}
