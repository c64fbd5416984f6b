/** Scrolls the row of a tab that became active: on a small screen there is no room for all of them. */
export function bringIntoSight(is_active: boolean, tab: HTMLElement): void {
  const row = tab.parentElement;
  if (is_active && row !== null) row.scrollLeft = tab.offsetLeft - row.offsetLeft - 48;
}
