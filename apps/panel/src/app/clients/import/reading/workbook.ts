import { readXml, xmlPieces } from './xml';
import { FileFaultError, Zip } from './zip';

/** A sheet has at most so many rows and columns that are read. */
const MOST = { rows: 500_001, columns: 500, texts: 4_000_000, empty: 1_000 };

/** The rows of the first sheet of an Excel workbook (`.xlsx`) that has a table: values as they are stored, formulas by their last result. */
export async function* workbookRows(file: Blob): AsyncGenerator<string[]> {
  const zip = await Zip.open(file);
  if (zip.names.some((name) => /vbaProject\.bin$/i.test(name))) throw new FileFaultError('macros');
  const { sheets, is1904 } = await readSheets(zip);
  const texts = await readTexts(zip);
  const dateStyles = await readDateStyles(zip);
  for (const sheet of sheets) {
    let rows = 0;
    for await (const row of sheetRows(zip, sheet, { texts, dateStyles, is1904 })) {
      if (row.length > 0) rows++;
      yield row;
    }
    if (rows > 1) return;
  }
  throw new FileFaultError('no_table');
}

interface Workbook {
  texts: readonly string[];
  /** By the number of a cell's style. */
  dateStyles: ReadonlySet<number>;
  /** Whether days are counted from 1904. */
  is1904: boolean;
}

async function readSheets(zip: Zip): Promise<{ sheets: string[]; is1904: boolean }> {
  const targets = new Map<string, string>();
  await readXml(zip.texts('xl/_rels/workbook.xml.rels'), {
    open: (name, attribute) => {
      if (name !== 'Relationship') return;
      const target = attribute('Target') ?? '';
      targets.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  const sheets: string[] = [];
  let is1904 = false;
  await readXml(zip.texts('xl/workbook.xml'), {
    open: (name, attribute) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      const target = name === 'sheet' ? targets.get(attribute('r:id') ?? '') : undefined;
      if (target !== undefined && attribute('state') === null) sheets.push(target);
    },
  });
  if (sheets.length === 0) throw new FileFaultError('no_table');
  return { sheets, is1904 };
}

async function readTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await readXml(zip.texts('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'rPh') isPhonetic = true;
      if (name === 't') isText = true;
    },
    text: (part) => {
      if (isText && !isPhonetic) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      if (texts.push(text) > MOST.texts) throw new FileFaultError('too_large_inside');
      text = '';
    },
  });
  return texts;
}

/** Formats of dates that have no text of their own. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

async function readDateStyles(zip: Zip): Promise<Set<number>> {
  const formats = new Map<number, boolean>();
  const styles = new Set<number>();
  let isOfCells = false;
  let index = 0;
  await readXml(zip.texts('xl/styles.xml'), {
    open: (name, attribute) => {
      if (name === 'numFmt') {
        // Without texts, colours and conditions.
        const code = (attribute('formatCode') ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
        formats.set(Number(attribute('numFmtId')), /[dmyhs]/i.test(code));
      }
      if (name === 'cellXfs') isOfCells = true;
      if (name !== 'xf' || !isOfCells) return;
      const id = Number(attribute('numFmtId'));
      if (formats.get(id) ?? isDateFormat(id)) styles.add(index);
      index++;
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

async function* sheetRows(zip: Zip, name: string, workbook: Workbook): AsyncGenerator<string[]> {
  let rows: string[][] = [];
  let count = 0;
  let row: string[] = [];
  let cell = { place: 0, type: 'n', style: 0, value: '', isFormula: false, hasValue: false };
  let isValue = false;
  const handler = {
    open: (tag: string, attribute: (name: string) => string | null) => {
      if (tag === 'row') {
        row = [];
        // Empty rows are not written, but counted: the line is that of the sheet.
        const empty = Number(attribute('r') ?? 0) - count - 1;
        if (empty > 0 && empty <= MOST.empty) for (let left = empty; left > 0; left--, count++) rows.push([]);
      }
      if (tag === 'c') {
        const place = placeOf(attribute('r'), row.length);
        const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)];
        cell = { place, type, style, value: '', isFormula: false, hasValue: false };
      }
      if (tag === 'f') cell.isFormula = true;
      if (tag === 'v' || tag === 't') isValue = cell.hasValue = true;
    },
    text: (text: string) => {
      if (isValue) cell.value += text;
    },
    close: (tag: string) => {
      if (tag === 'v' || tag === 't') isValue = false;
      // No spreadsheet has computed it yet, and nothing here does.
      if (tag === 'c' && cell.isFormula && !cell.hasValue) throw new FileFaultError('formulas');
      if (tag === 'c' && cell.place < MOST.columns) {
        while (row.length < cell.place) row.push('');
        row[cell.place] = valueOf(cell, workbook);
      }
      if (tag !== 'row') return;
      if (++count > MOST.rows) throw new FileFaultError('too_large_inside');
      rows.push(row.every((one) => one === '') ? [] : row);
    },
  };
  for await (const _piece of xmlPieces(zip.texts(name), handler)) {
    yield* rows;
    rows = [];
  }
}

/** The number of a column from the place of a cell: `B7` is 1. */
function placeOf(reference: string | null, next: number): number {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0];
  if (letters === undefined) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOf(
  { type, style, value }: { type: string; style: number; value: string },
  { texts, dateStyles, is1904 }: Workbook,
): string {
  if (value === '' || type === 'e') return '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type !== 'n') return value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  if (dateStyles.has(style)) return dateText(number, is1904);
  // A long number, such as that of a phone, without an exponent.
  return Number.isInteger(number) ? BigInt(number).toString() : String(number);
}

const DAY_MS = 86_400_000;

/** Days since 1900, as spreadsheets count them: with a 29 February that never was. */
function dateText(days: number, is1904: boolean): string {
  const beginning = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const at = new Date(beginning + Math.round((days * DAY_MS) / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return String(days);
  const [date = '', time = ''] = at.toISOString().split('T');
  if (days < 1) return time.slice(0, 5);
  return days % 1 === 0 ? date : `${date} ${time.slice(0, 5)}`;
}
