import { Component, input } from '@angular/core';
import { Icon } from './icon';
import type { IconName } from './icons';

/** A button that shows an icon alone: `<button appIconButton="pencil" [label]="'clients.edit' | transloco">`. */
@Component({
  selector: 'button[appIconButton]',
  imports: [Icon],
  template: `<svg [appIcon]="appIconButton()" [size]="size()"></svg>`,
  host: {
    type: 'button',
    class: 'icon-button',
    '[attr.aria-label]': 'label()',
    '[attr.title]': 'tip() || label()',
  },
})
export class IconButton {
  readonly appIconButton = input.required<IconName>();
  /** What it does, for who does not see the icon. */
  readonly label = input.required<string>();
  /** What is shown under the pointer, where that is less than the label, or its key too. */
  readonly tip = input('');
  /** Of the icon, in pixels. */
  readonly size = input<number | string>(16);
}
