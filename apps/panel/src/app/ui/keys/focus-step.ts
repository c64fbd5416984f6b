/** How far a key goes in a row of buttons. */
export const ROW_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Moves the focus so many elements on or back, as far as there are any; to the first if none has it. */
export function focusStep(elements: Iterable<HTMLElement>, step: number): void {
  const all = [...elements];
  const at = all.indexOf(document.activeElement as HTMLElement);
  all[at === -1 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
}
