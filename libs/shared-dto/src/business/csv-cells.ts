/**
 * The text of cells in CSV files. The API and the panel write them, the API's import takes back what either wrote. Imported
 * by its own path: few screens of the panel need it.
 */

/** The start of a cell that a spreadsheet would run as a formula, or that looks like an escaped one. */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const DEFUSED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/**
 * The same after a character that a spreadsheet may take for the end of a cell. If its list separator is not the comma,
 * it ignores quotes in the middle of a line.
 */
const RUNS_WITHIN = /([;,\t\r\n](?:[^\S\t\r\n]|")*)('*[=+\-@＝＋－＠])/g;
const DEFUSED_WITHIN = /([;,\t\r\n](?:[^\S\t\r\n]|")*)'('*[=+\-@＝＋－＠])/g;

/** Escapes a cell: puts `'` before what a spreadsheet would run as a formula (CSV injection). */
export function defused(text: string): string {
  const within = text.replace(RUNS_WITHIN, "$1'$2");
  return RUNS.test(within) ? `'${within}` : within;
}

/** The reverse of `defused()`. */
export function undefused(cell: string): string {
  const whole = DEFUSED.test(cell) ? cell.slice(1) : cell;
  return whole.replace(DEFUSED_WITHIN, '$1$2');
}

/** By what spreadsheets of a region part cells. */
export const LIST_SEPARATORS = { comma: ',', semicolon: ';' } as const;
export type ListSeparator = keyof typeof LIST_SEPARATORS;

/** The code of the country of a number in E.164 form. */
const COUNTRY_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d)/;

/** `(+43) 6641234567` of a number in E.164 form: a spreadsheet leaves it as it is, and makes no 4,36641E+11 of it. */
export function phoneAsText(phone: string): string {
  return phone.replace(COUNTRY_CODE, '(+$1) ');
}

/** Joins tags by commas in one cell. Separators and outer spaces within a tag are escaped with `\`. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\,;]|^\s|\s$/g, '\\$&')).join(', ');
}

/** Splits a cell into tags at commas or semicolons, without empty ones. */
export function splitTags(cell: string): string[] {
  const escaped = /(?:\\[^]|[^\\,;]|\\$)+/g;
  return (cell.match(escaped) ?? [])
    .map(trimmed)
    .filter((tag) => tag !== '')
    .map((tag) => tag.replace(/\\([^])/g, '$1'));
}

/** Trims white space that is not escaped. */
function trimmed(tag: string): string {
  const text = tag.trimStart();
  const end = text.trimEnd();
  const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(end) && end.length < text.length;
  return isEscaped ? text.slice(0, end.length + 1) : end;
}
