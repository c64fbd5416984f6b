import type { DatabaseName } from '../../../database/data-source-options';
import type { Calendar } from '../calendar';

/** One table's share of the large part: rows that are made from their number, by the database itself. */
export interface ScaledPart {
  name: string;
  /** Where its table is; the memory unless said. */
  database?: DatabaseName;
  /** How many rows belong to so many chat messages. */
  rows(scale: number): number;
  /** Rows of one transaction. */
  batch: number;
  /** Inserts the rows from number `$1` to `$2` and returns their ids; the further parameters are those of `values`. */
  insert: string;
  values(calendar: Calendar): unknown[];
}

/**
 * An SQL expression that picks one of the texts in a parameter, by a number of its own.
 * @param salt makes picks from the same number differ
 */
export function pick(parameter: string, number: string, salt: number): string {
  return `(${parameter}::text[])[1 + mod(mod((${number}) * 7919 + ${salt}, 1000003), cardinality(${parameter}::text[]))::int]`;
}

/** An SQL expression for the texts in a parameter, one after the other as the number grows. */
export function inTurn(parameter: string, number: string): string {
  return `(${parameter}::text[])[1 + mod(${number}, cardinality(${parameter}::text[]))::int]`;
}

/** Days before the others of the demo, so that its newest entries stay on top. */
const NEWEST_WORKDAYS_AGO = 70;
const YEAR_S = 31_536_000;

/** The instant after which nothing of the large part happens. */
export function newestInstant(calendar: Calendar): Date {
  return calendar.at(NEWEST_WORKDAYS_AGO, '18:00');
}

/** An SQL expression for an instant within the year before the one in a parameter. */
export function instantBefore(parameter: string, number: string): string {
  return `(${parameter}::timestamptz - make_interval(secs => mod((${number}) * 1299709, ${YEAR_S})))`;
}
