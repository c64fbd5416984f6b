/** Joins tags by commas in one cell. Separators and outer spaces within a tag are escaped with `\`. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\,;]|^\s|\s$/g, '\\$&')).join(', ');
}

/** Splits a cell into tags at commas or semicolons, without empty ones. */
export function splitTags(cell: string): string[] {
  const escaped = /(?:\\[^]|[^\\,;]|\\$)+/g;
  return (cell.match(escaped) ?? [])
    .map(trimmed)
    .filter((tag) => tag !== '')
    .map((tag) => tag.replace(/\\([^])/g, '$1'));
}

/** Trims white space that is not escaped. */
function trimmed(tag: string): string {
  const text = tag.trimStart();
  const end = text.trimEnd();
  const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(end) && end.length < text.length;
  return isEscaped ? text.slice(0, end.length + 1) : end;
}
