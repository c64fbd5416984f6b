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
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || hasEnter) return;
    if ([...key].length === 1) text += key;
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
