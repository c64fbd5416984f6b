import { Directive, ElementRef, inject } from '@angular/core';

/** Of the link before the present one so much stays in sight. */
const BEFORE_PX = 48;

/**
 * A row of links that scrolls where there is no room for all of them: the present one and the one with the focus come
 * into sight, and the wheel of a mouse reaches the rest.
 */
@Directive({ selector: 'nav[appTabStrip]', exportAs: 'tabStrip' })
export class TabStrip {
  private readonly row = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  constructor() {
    // Not the host's listeners, which would check the view at each turn of the wheel.
    this.row.addEventListener('focusin', ({ target }) => {
      // Browsers leave a link alone that is in sight by half.
      (target as HTMLElement).scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    this.row.addEventListener('wheel', (event) => this.scroll(event));
  }

  /** Where the link is, is asked once the page has been painted, when the browser knows it anyway. */
  showPresent(isPresent: boolean, link: HTMLElement): void {
    if (!isPresent) return;
    requestAnimationFrame(() =>
      setTimeout(() => (this.row.scrollLeft = link.offsetLeft - this.row.offsetLeft - BEFORE_PX)),
    );
  }

  private scroll(event: WheelEvent): void {
    const before = this.row.scrollLeft;
    if (event.deltaX === 0 && !event.ctrlKey) this.row.scrollLeft += event.deltaY;
    if (this.row.scrollLeft !== before) event.preventDefault();
  }
}
