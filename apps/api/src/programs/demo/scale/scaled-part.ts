import type { DatabaseName } from '../../../database/data-source-options';
import type { Calendar } from '../calendar';

/** The large part of one table. The database generates the rows from their numbers. */
export interface ScaledPart {
  name: string;
  /** The table's database; by default the memory. */
  database?: DatabaseName;
  /** The number of rows for this number of chat messages. */
  rows(scale: number): number;
  /** Rows of one batch. */
  batch: number;
  /** A statement that inserts the rows `$1` to `$2` and returns their ids. Further parameters are `values`. */
  insert: string;
  values(calendar: Calendar): unknown[];
}

/**
 * An SQL expression that picks one of a parameter's texts, pseudo-randomly by number.
 * @param salt varies picks for the same number
 */
export function pick(parameter: string, number: string, salt: number): string {
  return `(${parameter}::text[])[1 + mod(mod((${number}) * 7919 + ${salt}, 1000003), cardinality(${parameter}::text[]))::int]`;
}

/** An SQL expression that cycles through a parameter's texts. */
export function inTurn(parameter: string, number: string): string {
  return `(${parameter}::text[])[1 + mod(${number}, cardinality(${parameter}::text[]))::int]`;
}

/** Older than the rest of the demo, so that its entries stay on top. */
const NEWEST_WORKDAYS_AGO = 70;
const YEAR_S = 31_536_000;

/** The latest time of the large part. */
export function newestInstant(calendar: Calendar): Date {
  return calendar.at(NEWEST_WORKDAYS_AGO, '18:00');
}

/** An SQL expression for an instant in the year before a parameter's. */
export function instantBefore(parameter: string, number: string): string {
  return `(${parameter}::timestamptz - make_interval(secs => mod((${number}) * 1299709, ${YEAR_S})))`;
}
