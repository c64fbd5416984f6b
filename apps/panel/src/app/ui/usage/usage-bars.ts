import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AccountUsageDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { Now, RelativeTime } from '../formats/relative-time';
import { shownWindows } from './usage-windows';

/** How much of an account's limits is used: a bar a window, and when and where that was read. */
@Component({
  selector: 'app-usage-bars',
  imports: [RelativeTime, TranslocoPipe],
  template: `
    @for (window of windows(); track window.name) {
      <div class="window {{ window.level }}" [class.stale]="window.isStale">
        <p>
          <bdi class="name">{{ window.label === null ? window.name : (window.label | transloco) }}</bdi>
          @if (window.percent === null) {
            <span>{{ 'usage.not_since' | transloco }}</span>
          } @else {
            <strong>{{ formats.percent(window.percent) }}</strong>
          }
          <span class="reset">
            {{ (window.percent === null ? 'usage.was_reset' : 'usage.resets') | transloco }}
            <app-relative-time [at]="window.resetsAt" />
          </span>
        </p>
        <div class="bar" aria-hidden="true"><div [style.width.%]="window.percent ?? 0"></div></div>
      </div>
    } @empty {
      <p class="muted">{{ 'usage.not_reported' | transloco }}</p>
    }
    @if (windows().length > 0) {
      <p class="caption">
        {{ 'usage.read' | transloco }} <app-relative-time [at]="usage()?.at ?? null" />
        {{ 'usage.read_on' | transloco }} <bdi>{{ usage()?.machine }}</bdi>
      </p>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 6px;
    }

    .window p {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 6px;
    }

    strong {
      font-weight: 600;
    }

    .reset {
      margin-inline-start: auto;
      color: var(--text-2);
      font: var(--text-caption);
    }

    .bar {
      overflow: hidden;
      height: 6px;
      margin-top: 2px;
      border-radius: 3px;
      background: var(--surface-3);
    }

    .bar div {
      height: 100%;
      border-radius: 3px;
      background: var(--accent);
    }

    .high .bar div {
      background: var(--pending-dot);
    }

    .full .bar div {
      background: var(--danger);
    }

    .stale {
      color: var(--text-3);
    }

    .stale .bar div {
      background: var(--text-3);
    }

    .stale .reset {
      color: var(--text-3);
    }

    .caption bdi {
      overflow-wrap: anywhere;
    }
  `,
})
export class UsageBars {
  /** Null where nobody has reported it. */
  readonly usage = input.required<AccountUsageDto | null | undefined>();
  protected readonly formats = inject(Formats);
  private readonly now = inject(Now);
  protected readonly windows = computed(() => shownWindows(this.usage(), this.now.ms()));
}
