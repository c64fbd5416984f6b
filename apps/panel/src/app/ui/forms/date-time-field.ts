import { Component, computed, inject, input, linkedSignal, model, output } from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { toInstant, toLocal } from '../../i18n/zoned-time';
import { Appearance } from '../../i18n/appearance';

/** A date and a time in a zone, as one instant: `<app-date-time-field [formField]="form.starts_at" />`. */
@Component({
  selector: 'app-date-time-field',
  imports: [TranslocoPipe],
  template: `
    <input
      class="input"
      type="date"
      [attr.aria-label]="dateLabel() || null"
      [disabled]="disabled()"
      [value]="local().date"
      (input)="change({ date: $any($event.target).value })"
      (blur)="touch.emit()"
    />
    <input
      class="input time"
      type="time"
      [attr.aria-label]="timeLabel() || ('field.time' | transloco)"
      [disabled]="disabled()"
      [value]="local().time"
      (input)="change({ time: $any($event.target).value })"
      (blur)="touch.emit()"
    />
    @if (formats.beside(local().date + 'T' + local().time); as words) {
      <p class="words caption">{{ words }}</p>
    }
    @if (isSkipped()) {
      <p class="skipped" role="alert">{{ 'field.no_such_time' | transloco }}</p>
    }
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(128px, 0.6fr);
      gap: 8px;
    }

    .words {
      grid-column: 1 / -1;
    }

    .skipped {
      grid-column: 1 / -1;
      color: var(--danger-text);
      font: var(--text-caption);
    }
  `,
})
export class DateTimeField implements FormValueControl<string | null> {
  /** An instant as in the API; null: none, or one that does not exist. */
  readonly value = model<string | null>(null);
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly disabled = input(false);
  /** An IANA zone; the business's if it is not given. */
  readonly time_zone = input('');
  readonly dateLabel = input('');
  readonly timeLabel = input('');
  protected readonly formats = inject(Formats);
  private readonly appearance = inject(Appearance);
  private readonly zone = computed(() => this.time_zone() || this.appearance.businessZone());
  /** What is typed; follows the value when somebody else changes it. */
  protected readonly local = linkedSignal<string | null, { date: string; time: string }>({
    source: this.value,
    computation: (value, before) => (value === null ? (before?.value ?? EMPTY) : toLocal(value, this.zone())),
  });
  protected readonly isSkipped = computed(() => {
    const { date, time } = this.local();
    // A year is typed digit by digit: 0002, 0020, 0202.
    return date !== '' && time !== '' && !date.startsWith('0') && this.value() === null;
  });

  protected change(part: { date?: string; time?: string }): void {
    const local = { ...this.local(), ...part };
    this.local.set(local);
    this.value.set(local.date === '' || local.time === '' ? null : toInstant(local, this.zone()));
    if (this.value() === null) this.local.set(local);
  }
}

const EMPTY = { date: '', time: '' };
