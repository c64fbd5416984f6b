/** A text with words in place of what is selected, and where the cursor stands then; at the end where nothing is. */
export function withInserted(
  text: string,
  words: string,
  selection: { selectionStart: number; selectionEnd: number } | null,
): { text: string; cursor: number } {
  const start = selection?.selectionStart ?? text.length;
  const end = selection?.selectionEnd ?? text.length;
  return { text: text.slice(0, start) + words + text.slice(end), cursor: start + words.length };
}
