import type { Value } from '../statements/statements';

/** What narrows a `FilteredList`. */
export interface Conditions {
  /** For indexes. */
  where: string[];
  /** The same, for a row at hand. */
  matches: string[];
  /** What `matches` reads. */
  columns: string[];
  values: Value[];
}

/**
 * Conditions that grow one by one: `add` appends one, `value` gives the place of a value in the statement, as $1, $2
 * and so on.
 */
export function growingConditions() {
  const conditions: Conditions = { where: [], matches: [], columns: [], values: [] };
  return {
    conditions,
    value: (given: Value) => `$${conditions.values.push(given)}`,
    add: (columns: readonly string[], where: string, matches = where) => {
      conditions.columns.push(...columns);
      conditions.where.push(where);
      conditions.matches.push(matches);
    },
  };
}
