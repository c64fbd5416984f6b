import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ReportDefinitionDto, ReportFigure } from '@groupless/shared-dto';
import { Texts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { FigureHelp } from './figure-help';
import { FigureTexts } from './figure-texts';
import type { Place } from './rows-of';

/** One figure: how much it is, how it differs from the period before, what it means, and the way to its rows. */
@Component({
  selector: 'app-figure-card',
  imports: [FigureHelp, Icon, RouterLink],
  template: `
    <header>
      <h3>
        @if (place(); as place) {
          <a [routerLink]="place.path" [queryParams]="place.query">{{ name() }}</a>
        } @else {
          {{ name() }}
        }
      </h3>
      <app-figure-help [name]="name()" [figure]="figure()" [definitions]="definitions()" />
    </header>
    @if (value() === null) {
      <p class="value none">{{ none() }}</p>
    } @else {
      <p class="value">{{ texts.value(figure(), value()) }}</p>
    }
    @if (difference(); as difference) {
      <p class="caption before">
        <svg [appIcon]="difference.icon" size="14"></svg>
        {{ difference.text }}
      </p>
    }
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

    :host:has(a:hover) {
      border-color: var(--border-strong);
    }

    header {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 4px;
    }

    h3 {
      color: var(--text-2);
      font: 500 13px/20px var(--font);
    }

    a {
      color: inherit;
      text-decoration: none;
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

    app-figure-help {
      position: relative;
      z-index: 1;
    }

    .value {
      font: var(--text-statistic);
      letter-spacing: -0.02em;
    }

    .none {
      color: var(--text-3);
      font: var(--text-form);
      letter-spacing: 0;
    }

    .before {
      display: flex;
      gap: 6px;
    }
  `,
})
export class FigureCard {
  readonly figure = input.required<ReportFigure>();
  /** Null: nothing of it is known. */
  readonly value = input.required<number | null>();
  /** In the period before. */
  readonly before = input.required<number | null>();
  readonly place = input<Place | null>(null);
  /** What stands there where nothing is known; already translated. */
  readonly none = input('–');
  readonly definitions = input.required<readonly ReportDefinitionDto[]>();
  protected readonly texts = inject(FigureTexts);
  private readonly words = inject(Texts);
  protected readonly name = computed(() => this.texts.name(this.figure()));
  protected readonly difference = computed(() => {
    const [value, before] = [this.value(), this.before()];
    if (value === null || before === null) return null;
    const by = value - before;
    if (by === 0) return { icon: 'minus' as const, text: this.words.of('reports.as_before') };
    const params = {
      by: this.texts.signed(this.figure(), by),
      before: this.texts.value(this.figure(), before),
    };
    const text = this.words.of('reports.compared', params);
    return { icon: by > 0 ? ('trending-up' as const) : ('trending-down' as const), text };
  });
}
