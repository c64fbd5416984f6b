/** A text as one word of a shell, so that a command in advice can be pasted whatever a name or a path holds. */
export function shellWord(text: string): string {
  if (/^(?:~\/)?[\w./:@%+=,-][\w./~:@%+=,-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
