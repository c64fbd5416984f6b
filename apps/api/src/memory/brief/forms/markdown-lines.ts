import { continuationMark, LINE_BREAK } from './markdown-text';

/** A line with text; `mark` is its prefix in the brief. */
export interface Line {
  mark: string;
  shown: string;
  /** The position of `shown` in the text. */
  start: number;
}

/** Skips blank lines: they say nothing, and end the item in some parsers. */
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
