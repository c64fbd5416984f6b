import { Component, computed, inject, input } from '@angular/core';
import type { ReportDefinitionDto, ReportFigure } from '@groupless/shared-dto';
import { Texts } from '../i18n/texts';
import { StatisticCard, type Place } from '../ui/charts/statistic-card';
import { Icon } from '../ui/icon';
import { FigureHelp } from './figure-help';
import { FigureTexts } from './figure-texts';

/** One figure: how much it is, how it differs from the period before, what it means, and the way to its rows. */
@Component({
  selector: 'app-figure-card',
  imports: [FigureHelp, Icon, StatisticCard],
  template: `
    <app-statistic-card
      [label]="name()"
      [value]="value() === null ? none() : texts.value(figure(), value())"
      [isUnknown]="value() === null"
      [place]="place()"
      [level]="3"
    >
      <app-figure-help aside [name]="name()" [figure]="figure()" [definitions]="definitions()" />
      @if (difference(); as difference) {
        <p class="caption before">
          <svg [appIcon]="difference.icon" size="14"></svg>
          {{ difference.text }}
        </p>
      }
      <ng-content />
    </app-statistic-card>
  `,
  styles: `
    :host {
      display: grid;
      min-width: 0;
    }

    app-figure-help {
      position: relative;
      z-index: 1;
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
