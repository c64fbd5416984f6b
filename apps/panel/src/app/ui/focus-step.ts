/** Moves the focus to the element before or after the one that has it; to the first if none has. */
export function focusStep(elements: Iterable<HTMLElement>, step: 1 | -1): void {
  const all = [...elements];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at === -1 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
}
