/**
 * SQL: the rows of array parameters, `$1` and following, for a statement that answers a batch. Each array stands in a sub-select,
 * which hides its length from the planner. Otherwise a plan for the short array of one call looks cheaper than the generic plan, and
 * PostgreSQL plans the prepared statement at every call, which takes longer than running it.
 * @param types of the elements
 */
export function unnestParameters(types: readonly string[], first = 1): string {
  return `unnest(${types.map((type, index) => `(select $${first + index}::${type}[])`).join(', ')})`;
}
