/** Rows of a CSV file, many at a time. */
export type RowBatch = string[][];

/** A row with the line of the file in which it begins; 1 is the first line. */
export interface NumberedRow {
  cells: string[];
  line: number;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** So much of a file is looked at for what parts its cells. */
const LOOKED_AT = 65_536;
const LINES_LOOKED_AT = 30;
/** With which spreadsheets name the delimiter in a line before the header. */
const SEPARATOR_LINE = /^\uFEFF?sep=([,;\t|])[\r\n]/i;

/**
 * The rows of a CSV file in UTF-8, the header first, without blank lines. Read piece by piece: a large file is never in
 * memory as a whole.
 * @throws TypeError where the file is not UTF-8
 */
export async function* readCsvRows(file: Blob): AsyncGenerator<RowBatch> {
  for await (const batch of readNumberedRows(file)) yield batch.map(({ cells }) => cells);
}

/** The same with the lines of the rows. */
export async function* readNumberedRows(file: Blob): AsyncGenerator<NumberedRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  // The first piece of a stream can be a few bytes.
  const beginning = await file.slice(0, LOOKED_AT).text();
  const parser = new CsvParser(delimiterOf(beginning));
  let isNamed = SEPARATOR_LINE.test(beginning);
  const reader = file.stream().getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const rows = parser.push(decoder.decode(part.value, { stream: true }));
      yield isNamed ? rows.slice(1) : rows;
      if (rows.length > 0) isNamed = false;
    }
    yield [...parser.push(decoder.decode()), ...parser.end()];
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The lines in which the rows of a file begin. */
export async function linesOf(file: Blob): Promise<number[]> {
  const lines: number[] = [];
  for await (const batch of readNumberedRows(file)) for (const { line } of batch) lines.push(line);
  return lines;
}

/** Lines of a file, each with that of the same row of another file with the same rows in order. */
export async function pairLines(
  sent: Blob,
  chosen: Blob,
  lines: readonly number[],
): Promise<[sent: number, chosen: number][]> {
  const asked = new Set(lines);
  const others = await linesOf(chosen);
  return (await linesOf(sent)).flatMap((line, index): [number, number][] =>
    asked.has(line) ? [[line, others[index] ?? line]] : [],
  );
}

/** The first rows with their lines. */
export async function readFirstNumbered(file: Blob, count: number): Promise<NumberedRow[]> {
  const rows: NumberedRow[] = [];
  for await (const batch of readNumberedRows(file)) {
    rows.push(...batch);
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
}

/** The header and the first rows. */
export async function readFirstRows(file: Blob, count: number): Promise<RowBatch> {
  const rows: RowBatch = [];
  for await (const batch of readCsvRows(file)) {
    rows.push(...batch);
    if (rows.length >= count) break;
  }
  return rows.slice(0, count);
}

/** The header and some rows with letters beyond ASCII, which a wrong encoding spoils; then the first of the others. */
export async function readTellingRows(file: Blob, count: number): Promise<RowBatch> {
  const first: RowBatch = [];
  const telling: RowBatch = [];
  for await (const batch of readCsvRows(file)) {
    for (const row of batch) {
      const isHeader = first.length === 0;
      const isTelling = !isHeader && row.some((cell) => /[^\0-\x7f]/.test(cell));
      if (isTelling && telling.length < count) telling.push(row);
      else if (first.length < count) first.push(row);
    }
    if (telling.length >= count) break;
  }
  return [...first.slice(0, 1), ...telling, ...first.slice(1)].slice(0, count);
}

/** Whether a file begins with a line that only names its delimiter. */
export async function hasSeparatorLine(file: Blob): Promise<boolean> {
  return SEPARATOR_LINE.test(await file.slice(0, 16).text());
}

/** With which the API reads a file too. */
export async function isPlainDelimiter(file: Blob): Promise<boolean> {
  return delimiterOf(await file.slice(0, LOOKED_AT).text()) !== '|';
}

/** What the file itself names, else what parts most lines alike outside of quotes: a title above them has none. */
function delimiterOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named !== undefined) return named;
  const bare = text.slice(0, LOOKED_AT).replaceAll(/"[^"]*(?:"|$)/g, '');
  const lines = bare
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_LOOKED_AT);
  const weights = DELIMITERS.map((delimiter) => alikeness(lines.map((line) => line.split(delimiter).length)));
  return DELIMITERS[weights.indexOf(Math.max(...weights))] ?? ',';
}

/** How many lines have the same number of cells, and of which there are more than one. */
function alikeness(counts: readonly number[]): number {
  const several = counts.filter((count) => count > 1);
  const lines = new Map<number, number>();
  for (const count of several) lines.set(count, (lines.get(count) ?? 0) + 1);
  return Math.max(0, ...[...lines].map(([count, found]) => found * 100 + Math.min(count, 99)));
}

/** Takes text in pieces that may break anywhere. */
class CsvParser {
  private row: string[] = [];
  private cell = '';
  private state: 'begin' | 'plain' | 'quoted' | 'after_quote' = 'begin';
  private wasQuoted = false;
  /** The line that is read, and the one in which the row began. */
  private line = 1;
  private rowLine = 1;
  private wasReturn = false;
  private readonly signs: RegExp;

  constructor(private readonly delimiter: string) {
    this.signs = new RegExp(`[\\r\\n${delimiter === '\t' ? '\\t' : delimiter}]`, 'g');
  }

  push(text: string): NumberedRow[] {
    const rows: NumberedRow[] = [];
    let at = 0;
    while (at < text.length)
      at = this.state === 'quoted' ? this.readQuoted(text, at) : this.readPlain(text, at, rows);
    return rows;
  }

  end(): NumberedRow[] {
    const rows: NumberedRow[] = [];
    this.endRow(rows);
    return rows;
  }

  private readQuoted(text: string, at: number): number {
    const end = text.indexOf('"', at);
    const quoted = text.slice(at, end === -1 ? text.length : end);
    this.cell += quoted;
    for (const character of quoted) this.countLine(character);
    if (end === -1) return text.length;
    this.state = 'after_quote';
    return end + 1;
  }

  private readPlain(text: string, at: number, rows: NumberedRow[]): number {
    if (text[at] === '"' && this.state === 'begin') return this.beginQuoted(at);
    if (text[at] === '"' && this.state === 'after_quote') {
      this.cell += '"';
      return this.beginQuoted(at);
    }
    this.signs.lastIndex = at;
    const end = this.signs.exec(text)?.index ?? text.length;
    this.cell += text.slice(at, end);
    if (end > at) this.state = 'plain';
    if (end === text.length) return end;
    if (text[end] === this.delimiter) this.endCell();
    else this.endRow(rows);
    this.countLine(text[end] ?? '');
    if (text[end] !== this.delimiter) this.rowLine = this.line;
    return end + 1;
  }

  private beginQuoted(at: number): number {
    this.state = 'quoted';
    this.wasQuoted = true;
    return at + 1;
  }

  private endCell(): void {
    this.row.push(this.cell);
    this.cell = '';
    this.state = 'begin';
  }

  /** A line ends with either sign, or with both together. */
  private countLine(character: string): void {
    if (character === '\r' || (character === '\n' && !this.wasReturn)) this.line++;
    this.wasReturn = character === '\r';
  }

  /** A line of empty cells, and what stands between the two signs of a line's end, is no row. */
  private endRow(rows: NumberedRow[]): void {
    const isBlank = this.cell === '' && !this.wasQuoted && this.row.every((cell) => cell === '');
    this.endCell();
    if (!isBlank) rows.push({ cells: this.row, line: this.rowLine });
    this.row = [];
    this.wasQuoted = false;
  }
}
