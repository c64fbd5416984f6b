import { Directive, effect, ElementRef, inject, input } from '@angular/core';
import { ICONS, type IconName } from './icons';

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of Lucide, for the eye alone: `<svg appIcon="archive" size="16">`. */
@Directive({
  selector: 'svg[appIcon]',
  host: {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    '[attr.width]': 'size()',
    '[attr.height]': 'size()',
  },
})
export class Icon {
  readonly appIcon = input.required<IconName>();
  /** Pixels. */
  readonly size = input<number | string>(24);

  constructor() {
    const { nativeElement } = inject<ElementRef<SVGElement>>(ElementRef);
    effect(() => nativeElement.replaceChildren(...shapesOf(this.appIcon())));
  }
}

function shapesOf(name: IconName): Element[] {
  return ICONS[name].map(([tag, attributes]) => {
    const shape = document.createElementNS(SVG, tag);
    for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, String(value));
    return shape;
  });
}
