import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AccountDto, UsagePointDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { Appearance } from '../../i18n/appearance';
import { Now } from '../../ui/formats/relative-time';
import { Sparkline } from '../../ui/sparkline';
import { labelOfWindow, shownWindows } from '../../ui/usage/usage-windows';
import { highestByDay } from './highest-by-day';

/** How much of the limits of an account was used on each of the last 30 days: a line a window. */
@Component({
  selector: 'app-usage-days',
  imports: [Sparkline, TranslocoPipe],
  template: `
    @for (line of lines(); track line.window) {
      <p>
        <app-sparkline
          [values]="line.values"
          [top]="100"
          [label]="'accounts.usage_days' | transloco: { window: line.window, values: line.words }"
        />
        <span class="caption">{{ 'accounts.usage_days_caption' | transloco: { window: line.window } }}</span>
      </p>
    }
    @if (points.problem() !== null && points.value() === null) {
      <p class="caption">{{ 'accounts.usage_days_failed' | transloco }}</p>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
    }

    app-sparkline {
      border-bottom: 1px solid var(--border-strong);
    }

    p {
      display: flex;
      align-items: center;
      gap: 8px;
    }
  `,
})
export class UsageDays {
  readonly account = input.required<AccountDto>();
  private readonly formats = inject(Formats);
  private readonly texts = inject(Texts);
  private readonly now = inject(Now);
  private readonly zone = inject(Appearance).businessZone;
  protected readonly points = query<UsagePointDto[]>(
    () => apiPath`/api/assistant-accounts/${this.account().id}/usage`,
  );
  protected readonly lines = computed(() => {
    const points = this.points.value();
    if (points === null) return [];
    return shownWindows(this.account().usage, this.now.ms()).map(({ name }) => {
      const values = highestByDay(points, name, this.now.ms(), this.zone());
      const label = labelOfWindow(name);
      return {
        window: label === null ? name : this.texts.of(label),
        values,
        words: values.map((value) => (value === null ? '–' : this.formats.percent(value))).join(', '),
      };
    });
  });
}
