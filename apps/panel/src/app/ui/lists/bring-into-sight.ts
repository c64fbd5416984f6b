/**
 * Scrolls the row of a tab that became active: on a small screen there is no room for all of them. Where the tab is, is asked
 * once the page has been painted, when the browser knows it anyway.
 */
export function bringIntoSight(is_active: boolean, tab: HTMLElement): void {
  if (!is_active) return;
  requestAnimationFrame(() =>
    setTimeout(() => {
      const row = tab.parentElement;
      if (row !== null) row.scrollLeft = tab.offsetLeft - row.offsetLeft - 48;
    }),
  );
}
