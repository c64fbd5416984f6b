import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Formats } from '../i18n/formats';
import { Icon } from '../ui/icon';
import type { Place } from './places';

/** One number, with a link to the list of what it counts; the whole card is the link's. Details come as content. */
@Component({
  selector: 'app-statistic-card',
  imports: [Icon, RouterLink],
  template: `
    <h2>
      <a [routerLink]="place().path" [queryParams]="place().query">
        {{ label() }} <svg appIcon="arrow-up-right" size="14"></svg>
      </a>
    </h2>
    <p class="value">{{ formats.number(value()) }}</p>
    <ng-content />
  `,
  host: { class: 'card' },
  styles: `
    :host {
      position: relative;
      display: flex;
      flex-direction: column;
      gap: 4px;
      min-width: 0;
      padding: 14px 16px;
    }

    :host(:hover) {
      border-color: var(--border-strong);
    }

    h2 {
      font: 500 13px/20px var(--font);
    }

    a {
      display: flex;
      justify-content: space-between;
      gap: 8px;
      color: var(--text-2);
      text-decoration: none;
    }

    a svg {
      margin-top: 3px;
      color: var(--text-3);
    }

    a::after {
      position: absolute;
      inset: 0;
      border-radius: var(--radius-card);
      content: '';
    }

    a:focus-visible {
      outline: none;
    }

    a:focus-visible::after {
      outline: 2px solid var(--focus);
      outline-offset: 2px;
    }

    .value {
      font: var(--text-statistic);
      letter-spacing: -0.02em;
    }
  `,
})
export class StatisticCard {
  /** Already translated. */
  readonly label = input.required<string>();
  readonly value = input.required<number>();
  readonly place = input.required<Place>();
  protected readonly formats = inject(Formats);
}
