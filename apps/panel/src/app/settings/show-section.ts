/** Nothing that is read takes longer, and whoever scrolls meanwhile is not called back. */
const PATIENCE_MS = 5_000;
const SHINE_MS = 1_500;

/**
 * Brings the part of a screen into sight that a link asks for, once it is there: the router looks for it before there is
 * anything to see. Answers what ends the waiting.
 */
export function showSection(within: HTMLElement, id: string): () => void {
  if (show(within, id)) return () => undefined;
  const watch = new MutationObserver(() => {
    if (show(within, id)) watch.disconnect();
  });
  watch.observe(within, { childList: true, subtree: true });
  const timer = setTimeout(() => watch.disconnect(), PATIENCE_MS);
  return () => {
    watch.disconnect();
    clearTimeout(timer);
  };
}

function show(within: HTMLElement, id: string): boolean {
  const heading = within.querySelector(`#${CSS.escape(id)}`);
  if (heading === null) return false;
  heading.scrollIntoView();
  (heading.closest('section') ?? heading).animate([{ background: 'var(--mark)' }, {}], SHINE_MS);
  return true;
}
