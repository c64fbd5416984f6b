/**
 * SQL: whether a column of names, separated by commas, has one of them. A name may have commas itself.
 * @param name a parameter
 */
export function namesProject(column: string, name: string): string {
  const separated = (text: string) => `',' || regexp_replace(btrim(${text}), '\\s*,\\s*', ',', 'g') || ','`;
  return `strpos(${separated(column)}, ${separated(name)}) > 0`;
}
