/** Whether a key is this mark where it begins a word: it opens a menu, and is not typed. */
export function beginsWord(event: KeyboardEvent, field: HTMLTextAreaElement, mark: string): boolean {
  if (event.key !== mark || event.ctrlKey || event.metaKey) return false;
  return !/\S$/.test(field.value.slice(0, field.selectionStart));
}

/** A text with another one where the cursor of its field is. */
export function inserted(
  { selectionStart, selectionEnd }: HTMLTextAreaElement,
  before: string,
  text: string,
): string {
  return before.slice(0, selectionStart) + text + before.slice(selectionEnd);
}
