import type { Value } from '../statements/statements';

/** The conditions of a `FilteredList`. */
export interface Conditions {
  /** In a form that indexes can answer. */
  where: string[];
  /** The same conditions in a form that is cheap to check on a row. */
  matches: string[];
  /** The columns that `matches` reads. */
  columns: string[];
  values: Value[];
}

/**
 * A builder of conditions: `add` appends one, and `value` adds a parameter and returns its placeholder ($1, $2, ...).
 */
export function conditionsBuilder() {
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
