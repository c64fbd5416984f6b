import { NgTemplateOutlet } from '@angular/common';
import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Icon } from '../icon';

/** A screen as a link names it. */
export interface Place {
  path: string;
  query?: Record<string, string>;
  /** The part of the screen. */
  fragment?: string;
}

/** One number, with a link to the list of what it counts; the whole card is the link's. Details come as content. */
@Component({
  selector: 'app-statistic-card',
  imports: [Icon, NgTemplateOutlet, RouterLink],
  template: `
    <header>
      @if (level() === 2) {
        <h2><ng-container [ngTemplateOutlet]="name" /></h2>
      } @else {
        <h3><ng-container [ngTemplateOutlet]="name" /></h3>
      }
      <ng-content select="[aside]" />
    </header>
    <p class="value" [class.unknown]="isUnknown()">{{ value() }}</p>
    <ng-content />
    <ng-template #name>
      @if (place(); as place) {
        <a [routerLink]="place.path" [queryParams]="place.query">
          {{ label() }} <svg class="only-screen" appIcon="arrow-up-right" size="14"></svg>
        </a>
      } @else {
        {{ label() }}
      }
    </ng-template>
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

    :host:has(a:hover) {
      border-color: var(--border-strong);
    }

    header {
      display: flex;
      justify-content: space-between;
      gap: 4px;
    }

    h2,
    h3 {
      flex: 1;
      color: var(--text-2);
      font: 500 13px/20px var(--font);
    }

    a {
      display: flex;
      justify-content: space-between;
      gap: 8px;
      color: inherit;
      text-decoration: none;
    }

    a svg {
      flex: none;
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

    .unknown {
      color: var(--text-3);
      font: var(--text-form);
      letter-spacing: 0;
    }
  `,
})
export class StatisticCard {
  /** Already translated, as the next one is written. */
  readonly label = input.required<string>();
  readonly value = input.required<string>();
  /** Whether the value says that there is none. */
  readonly isUnknown = input(false);
  readonly place = input<Place | null>(null);
  /** Of its heading. */
  readonly level = input<2 | 3>(2);
}
