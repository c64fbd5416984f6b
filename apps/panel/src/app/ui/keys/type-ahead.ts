/** What was typed before the input that it is meant for was there. */
export interface TypeAhead {
  /** Ends the collecting. */
  take(): { text: string; hasEnter: boolean };
}

/** Keeps the keys that follow from the page until an input takes them. */
export function typeAhead(document: Document): TypeAhead {
  let text = '';
  let hasEnter = false;
  const collect = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || hasEnter) return;
    // A key that is still held down after it opened the input is no text.
    if ([...key].length === 1) text += repeat ? '' : key;
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('');
    else if (key === 'Enter') hasEnter = true;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('keydown', collect, { capture: true });
  return {
    take: () => {
      document.removeEventListener('keydown', collect, { capture: true });
      return { text, hasEnter };
    },
  };
}

/** Writes a text where the keyboard is, as its keys would; false if no text can be written there. */
export function writeAtFocus(document: Document, text: string): boolean {
  const field = document.activeElement;
  const isField =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && isTextual(field));
  if (!isField || field.readOnly || field.disabled) return false;
  if (text === '') return true;
  if (field.selectionStart === null) field.value += text;
  else field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
  return true;
}

function isTextual({ type }: HTMLInputElement): boolean {
  return ['text', 'search', 'tel', 'url', 'email', 'password'].includes(type);
}
