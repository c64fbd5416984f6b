import type { ContextForm } from '../forms/context-form';
import { longTextsOf, withLongTexts, type ContextRow } from '../context-rows';
import { CUT_MARK } from './cut-text';

export interface MeasuredRow {
  row: ContextRow;
  texts: MeasuredText[];
  /** The row with the mark in place of each long text. */
  frame: ContextRow;
  /** What the long texts cost in the frame. */
  marks: number;
}

export interface MeasuredText {
  text: string;
  /** Whether more is stored than was loaded. */
  incomplete: boolean;
  /** What the text costs, as far as it was loaded, and with the mark if it is cut. */
  length: number;
  /** What the whole text costs, or less. */
  least_length: number;
}

/** Of a code point in UTF-8. */
const MOST_BYTES = 4;

/** What a row costs in an answer, whose long texts may be only the beginnings of what is stored. */
export function measure(row: ContextRow, form: ContextForm): MeasuredRow {
  const texts = longTextsOf(row).map((beginning, index): MeasuredText => {
    const storedBytes = row.bytes[index] ?? 0;
    const incomplete = Buffer.byteLength(beginning) < storedBytes;
    // With its mark even a text that begins with nothing but blanks counts as one that is there.
    const text = incomplete ? beginning + CUT_MARK : beginning;
    const length = form.count(form.encode(text));
    const leastLength = incomplete ? Math.max(length, Math.ceil(storedBytes / MOST_BYTES)) : length;
    return { text, incomplete, length, least_length: leastLength };
  });
  const marks = texts.map(({ length }) => (length === 0 ? '' : CUT_MARK));
  return { row, texts, frame: withLongTexts(row, marks), marks: sum(marks.map((mark) => form.count(mark))) };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
