import { Component, computed, inject, Injectable, input, signal } from '@angular/core';
import { Formats } from '../../i18n/formats';
import { ExactTime } from './exact-time';

const TICK_MS = 30_000;

/** The present time, half a minute exact, for everything that says how long ago something was. */
@Injectable({ providedIn: 'root' })
export class Now {
  private readonly currentMs = signal(Date.now());
  readonly ms = this.currentMs.asReadonly();

  constructor() {
    setInterval(() => this.currentMs.set(Date.now()), TICK_MS);
  }
}

const TIME = `
  @if (at(); as time) {
    <time [attr.datetime]="time" [appExact]="time">{{ text() }}</time>
  } @else {
    <span class="muted">–</span>
  }
`;

/** How long ago, with the exact time in the tooltip. */
@Component({
  selector: 'app-relative-time',
  imports: [ExactTime],
  template: TIME,
})
export class RelativeTime {
  readonly at = input.required<string | null>();
  private readonly formats = inject(Formats);
  private readonly now = inject(Now);
  protected readonly text = computed(() => this.formats.relative(this.at() ?? '', this.now.ms()));
}

/** A date, a time or both, in the business's zone, with the exact time in the tooltip. */
@Component({
  selector: 'app-date-time',
  imports: [ExactTime],
  template: TIME,
})
export class DateTime {
  readonly at = input.required<string | null>();
  readonly form = input<'date' | 'time' | 'dateTime'>('dateTime');
  private readonly formats = inject(Formats);
  protected readonly text = computed(() => this.formats[this.form()](this.at()));
}
