import { BrokenSettings } from '../../installer/json-edits';

/** Lines of ours in a file of others, between two lines that mark them. */
export interface Block {
  begin: string;
  end: string;
  /** Without the marks. */
  lines: readonly string[];
  /** What a file begins with that is made for the block. */
  head?: readonly string[];
}

/** The text with this block at its end, or in the place of an older one. */
export function withBlock(text: string, { begin, end, lines, head = [] }: Block): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const block = [begin, ...lines, end].join(eol);
  const place = placeOf(text, begin, end);
  if (place !== null) return text.slice(0, place.start) + block + text.slice(place.stop);
  if (text === '') return `${[...head, block].join(eol)}${eol}`;
  return `${text}${text.endsWith('\n') ? '' : eol}${block}${eol}`;
}

/** The text without the block and the end of its last line. */
export function withoutBlock(text: string, { begin, end, head = [] }: Block): string {
  const place = placeOf(text, begin, end);
  if (place === null) return text;
  const rest = text.slice(0, place.start) + text.slice(place.stop).replace(/^\r?\n/, '');
  return rest === `${head.join('\n')}\n` ? '' : rest;
}

export function hasBlock(text: string, { begin, end }: Block): boolean {
  return placeOf(text, begin, end) !== null;
}

/** A mark is a line of its own: a text may well speak of it. */
function placeOf(text: string, begin: string, end: string): { start: number; stop: number } | null {
  const [start, ...more] = linesOf(text, begin);
  const stop = linesOf(text, end).find((place) => start === undefined || place > start);
  if (start === undefined && stop === undefined) return null;
  if (start === undefined || stop === undefined || more.length > 0) {
    throw new BrokenSettings(`it does not hold "${begin}" and "${end}" once each`);
  }
  return { start, stop: stop + end.length };
}

/** Where the lines begin that are this one. An editor may have put a mark of the byte order before the first. */
function linesOf(text: string, line: string): number[] {
  return [...text.matchAll(new RegExp(`(?<=^\\ufeff?)${line}[ \\t]*\r?$`, 'gm'))].map(({ index }) => index);
}
