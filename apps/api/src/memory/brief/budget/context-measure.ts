import type { ContextForm } from '../forms/context-form';
import { longTextsOf, withLongTexts, type ContextRow } from '../context-rows';
import { CUT_MARK } from './cut-text';

export interface MeasuredRow {
  row: ContextRow;
  texts: MeasuredText[];
  /** The row with the cut mark instead of each long text. */
  frame: ContextRow;
  /** The cost of the marks in the frame. */
  marks: number;
}

export interface MeasuredText {
  text: string;
  /** Whether the stored text is longer than the loaded part. */
  incomplete: boolean;
  /** The cost of the loaded text, with the mark if it is cut. */
  length: number;
  /** A lower bound for the cost of the whole text. */
  least_length: number;
}

/** The most bytes of a code point in UTF-8. */
const MOST_BYTES = 4;

/** The cost of a row in an answer. Its long texts may be only beginnings. */
export function measure(row: ContextRow, form: ContextForm): MeasuredRow {
  const texts = longTextsOf(row).map((beginning, index): MeasuredText => {
    const storedBytes = row.bytes[index] ?? 0;
    const incomplete = Buffer.byteLength(beginning) < storedBytes;
    // With the mark, a text that begins with blanks only is not empty.
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
