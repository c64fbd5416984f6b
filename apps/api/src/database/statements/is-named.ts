/** An SQL condition: a column has one of these names, whatever their case and spaces. */
export function isNamed(column: string, names: string): string {
  return `folded_name(${column}) in (select folded_name(one) from unnest(${names}::text[]) as one)`;
}
