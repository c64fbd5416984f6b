import { identifierParts, normalizedWord, wordsOf, type Span } from '../words';
import { escapeHtml } from '../../../shared/escape-html';

/** Characters that an excerpt shows, about. */
const LENGTH = 200;
/** Characters that stand before the first hit, about. */
const LEAD = 40;
const TITLE_LENGTH = 120;
/** A long text full of hits has a good part early enough. */
const MOST_TRIED = 200;

/**
 * The part of a text that has the most of what was hit, as HTML: hits between `<mark>` and `</mark>`, all else
 * escaped, `…` where it is cut; and those of the hits that the whole text has.
 * @param hits words in lower case and without accents
 */
export function excerptOf(text: string, hits: readonly string[]): { html: string; words: string[] } {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const marks = marksIn(line, new Set(hits));
  const { start, end } = bestPart(line, marks);
  let html = start > 0 ? '…' : '';
  let shown = start;
  for (const mark of marks.filter((mark) => mark.start >= start && mark.end <= end)) {
    html += escapeHtml(line.slice(shown, mark.start)) + `<mark>${escapeHtml(mark.text)}</mark>`;
    shown = mark.end;
  }
  html += escapeHtml(line.slice(shown, end)) + (end < line.length ? '…' : '');
  return { html, words: differentWords(marks) };
}

/** Those of the hits that a text has. */
export function hitsIn(text: string, hits: readonly string[]): string[] {
  return differentWords(marksIn(text, new Set(hits)));
}

/** The first line or sentence of a text, shortened. */
export function titleOf(text: string): string {
  const [first = ''] = text.trim().split(/[\r\n]|(?<=[.!?])\s/u, 1);
  const points = [...first.trim()];
  if (points.length <= TITLE_LENGTH) return points.join('');
  return `${points
    .slice(0, TITLE_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

function marksIn(line: string, hits: ReadonlySet<string>): Span[] {
  const isHit = ({ text }: Span) => hits.has(normalizedWord(text));
  return wordsOf(line).flatMap((word) => (isHit(word) ? [word] : identifierParts(word).filter(isHit)));
}

function differentWords(marks: readonly Span[]): string[] {
  return [...new Set(marks.map(({ text }) => normalizedWord(text)))];
}

/** Begins a little before the mark with the most different words within reach of it. */
function bestPart(line: string, marks: readonly Span[]): { start: number; end: number } {
  let best = { different: 0, start: 0, end: 0 };
  for (const [index, { start, end }] of marks.slice(0, MOST_TRIED).entries()) {
    const reach = start - LEAD + LENGTH;
    const near = marks.slice(index, index + LENGTH / 2).filter((mark) => mark.end <= reach);
    const different = differentWords(near).length;
    if (different > best.different) best = { different, start, end };
  }
  const from = Math.min(best.start - LEAD, line.length - LENGTH);
  const start = from <= 0 ? 0 : afterSpace(line, from, best.start);
  const end = start + LENGTH >= line.length ? line.length : beforeSpace(line, start + LENGTH, best.end);
  return { start, end };
}

/** The first beginning of a word from here on, else here, but never within a character. */
function afterSpace(line: string, from: number, most: number): number {
  const space = line.indexOf(' ', from);
  return space >= 0 && space < most ? space + 1 : wholeCharacter(line, from);
}

function beforeSpace(line: string, from: number, least: number): number {
  const space = line.lastIndexOf(' ', from);
  return space >= Math.max(least, from - LEAD) ? space : wholeCharacter(line, Math.max(from, least));
}

function wholeCharacter(line: string, index: number): number {
  return /[\uDC00-\uDFFF]/.test(line.charAt(index)) ? index + 1 : index;
}
