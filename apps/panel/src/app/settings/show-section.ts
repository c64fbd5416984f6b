/** Nothing that is read takes longer, and whoever scrolls meanwhile is not called back. */
const PATIENCE_MS = 5_000;
const SHINE_MS = 1_500;

/**
 * Brings the part of a screen into sight that a link asks for, once it is there: the router looks for it before there is
 * anything to see. Answers what ends the waiting.
 */
export function showSection(within: HTMLElement, id: string): () => void {
  const show = () => {
    const heading = within.querySelector(`#${CSS.escape(id)}`);
    if (heading === null) return false;
    heading.scrollIntoView();
    const shine = [{ background: 'var(--mark)' }, {}];
    (heading.closest('section') ?? heading).animate(shine, SHINE_MS);
    return true;
  };
  if (show()) return () => undefined;
  const watch = new MutationObserver(() => show() && end());
  const timer = setTimeout(() => end(), PATIENCE_MS);
  const end = () => {
    watch.disconnect();
    clearTimeout(timer);
  };
  watch.observe(within, { childList: true, subtree: true });
  return end;
}
