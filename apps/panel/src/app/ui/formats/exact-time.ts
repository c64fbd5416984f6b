import { Directive, ElementRef, inject, input } from '@angular/core';
import { Formats } from '../../i18n/formats';

/**
 * The exact time as a tooltip: `<time [appExact]="at">5 minutes ago</time>`. It is written when somebody points at it: the
 * names of zones take a browser 15 milliseconds to load.
 */
@Directive({ selector: '[appExact]' })
export class ExactTime {
  readonly appExact = input.required<string>();

  constructor() {
    const formats = inject(Formats);
    const { nativeElement } = inject<ElementRef<HTMLElement>>(ElementRef);
    nativeElement.addEventListener(
      'pointerenter',
      () => (nativeElement.title = formats.exact(this.appExact())),
    );
  }
}
