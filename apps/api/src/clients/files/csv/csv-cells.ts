/** The tags in one cell, by comma. A `\` stands before what would else part them, or be lost around them. */
export function joinTags(tags: readonly string[]): string {
  return tags.map((tag) => tag.replace(/[\\,;]|^\s|\s$/g, '\\$&')).join(', ');
}

/** The tags of a cell, by comma or semicolon, without what is empty. */
export function splitTags(cell: string): string[] {
  const escaped = /(?:\\[^]|[^\\,;]|\\$)+/g;
  return (cell.match(escaped) ?? [])
    .map(trimmed)
    .filter((tag) => tag !== '')
    .map((tag) => tag.replace(/\\([^])/g, '$1'));
}

/** Without the white space around it that has no `\` before it. */
function trimmed(tag: string): string {
  const text = tag.trimStart();
  const end = text.trimEnd();
  const isEscaped = /(?:^|[^\\])(?:\\\\)*\\$/.test(end) && end.length < text.length;
  return isEscaped ? text.slice(0, end.length + 1) : end;
}
