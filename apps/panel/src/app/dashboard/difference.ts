import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../i18n/formats';
import { Icon } from '../ui/icon';

/** How a number differs from the one of the period before: sign, picture and words. */
@Component({
  selector: 'app-difference',
  imports: [Icon, TranslocoPipe],
  template: `
    @switch (way()) {
      @case ('more') {
        <svg appIcon="trending-up" size="14"></svg>
      }
      @case ('fewer') {
        <svg appIcon="trending-down" size="14"></svg>
      }
      @default {
        <svg appIcon="minus" size="14"></svg>
      }
    }
    <span>{{ 'dashboard.difference.' + way() + '_' + days() + 'd' | transloco: { by: by() } }}</span>
  `,
  styles: `
    :host {
      display: flex;
      gap: 6px;
      color: var(--text-2);
      font: var(--text-caption);
    }

    svg {
      margin-top: 1px;
    }
  `,
})
export class Difference {
  readonly now = input.required<number>();
  readonly before = input.required<number>();
  /** How long both periods are. */
  readonly days = input.required<7 | 30>();
  private readonly formats = inject(Formats);
  protected readonly way = computed(() => {
    const difference = this.now() - this.before();
    if (difference === 0) return 'same';
    return difference > 0 ? 'more' : 'fewer';
  });
  protected readonly by = computed(() => this.formats.signed(this.now() - this.before()));
}
