import { Directive, ElementRef, inject } from '@angular/core';

/**
 * A row of links that scrolls where there is no room for all of them: the one with the focus comes into
 * sight, and the wheel of a mouse reaches the rest.
 */
@Directive({ selector: 'nav[appTabStrip]' })
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

  private scroll(event: WheelEvent): void {
    const before = this.row.scrollLeft;
    if (event.deltaX === 0 && !event.ctrlKey) this.row.scrollLeft += event.deltaY;
    if (this.row.scrollLeft !== before) event.preventDefault();
  }
}
