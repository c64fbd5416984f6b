import type { ContextRow } from '../context-rows';

/**
 * A form in which the context is sent. What an answer costs is a sum: the answer without rows, each row, and
 * each heading that a row is the first to stand under. So it is known what fits before it is written.
 */
export interface ContextForm {
  readonly content_type: string;
  /** Whether it is for a prompt: with ages, and without rows in the quarantine. */
  readonly isBrief: boolean;
  /** The share of the answer that a list may take while another is incomplete; null: no limit. */
  readonly share: number | null;
  /** What a text costs, in quarters of a token. What follows white space counts by itself, so costs of lines are a sum. */
  readonly count: (text: string) => number;
  /** A row without the parts of its texts that this form does not show. */
  readonly clean: (row: ContextRow) => ContextRow;
  /**
   * The whole answer, in parts no longer than a row. The rows of a list stand in their order. Without `told`, what changes
   * with the time and with what was left out has its greatest length: this is what is measured.
   */
  parts(rows: readonly ContextRow[], told?: Told): Iterable<string>;
  /** One row of the answer. */
  writeRow(row: ContextRow): string;
  /** The headings above a row, which count once for all rows under them. */
  headingsOf(row: ContextRow): readonly Heading[];
  /** A long text as `writeRow()` writes it. */
  readonly encode: (text: string) => string;
  /** How many UTF-16 units of a long text fit into a cost, without splitting a code point. */
  fittingPart(text: string, cost: number): number;
}

/** The whole answer at once. */
export function rendered(form: ContextForm, rows: readonly ContextRow[], told?: Told): string {
  return [...form.parts(rows, told)].join('');
}

/** The parts of an answer besides its rows. */
export interface Told {
  /** Null: without time and ages. */
  now: Date | null;
  /** As in `x-context-omitted`. */
  omitted: string;
}

export interface Heading {
  key: string;
  cost: number;
}

/** The length of a well-formed text in Unicode code points: what JSON costs, at four characters a token. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}
