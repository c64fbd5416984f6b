import { continuationMark, LINE_BREAK } from './markdown-text';

/** A line of a text that says something; `mark` is what the brief puts before it. */
export interface Line {
  mark: string;
  shown: string;
  /** Where `shown` begins in the text. */
  start: number;
}

/** Blank lines are left out: they would tell nothing, and end the item in the eyes of some readers. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split(LINE_BREAK)) {
    const shown = line.trim();
    const indent = line.slice(0, line.length - line.trimStart().length);
    const mark = lines.length === 0 ? '' : continuationMark(indent, shown);
    if (shown !== '') lines.push({ mark, shown, start: start + indent.length });
    start += line.length + 1;
  }
  return lines;
}

/** A text as the lines of an item. */
export function encode(text: string): string {
  return linesOf(text)
    .map(({ mark, shown }) => mark + shown)
    .join('');
}
