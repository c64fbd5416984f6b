import { Component, computed, inject, input, model, output, signal } from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { DateTimeField } from '../../ui/forms/date-time-field';
import { BookableServices } from '../bookable-services';
import { ShownZone } from '../shown-zone';
import { endOf, minutesBetween } from '../slot-times';

const USUAL_MINUTES = [30, 45, 60, 90];

/** How long something takes: in minutes, or by its end. Each follows the other. */
@Component({
  selector: 'app-length-fields',
  imports: [DateTimeField, TranslocoPipe],
  template: `
    <div class="line">
      <input
        class="input"
        type="number"
        inputmode="numeric"
        step="5"
        [min]="limits.min"
        [max]="limits.max"
        [disabled]="disabled()"
        [value]="value() ?? ''"
        (input)="setMinutes($any($event.target).valueAsNumber)"
        (blur)="touch.emit()"
      />
      <div class="chips" role="group" [attr.aria-label]="'crm.lengths' | transloco">
        @for (minutes of lengths(); track minutes) {
          <button
            type="button"
            class="button"
            [disabled]="disabled()"
            [attr.aria-pressed]="minutes === value()"
            (click)="setMinutes(minutes)"
          >
            {{ minutes }}
          </button>
        }
      </div>
    </div>
    <p class="line caption">
      @if (end(); as end) {
        <span>{{ 'crm.until' | transloco }} {{ zone.timeOrDate(end) }}</span>
      }
      @if (!hasEndFields()) {
        <button type="button" class="link-button" [disabled]="disabled()" (click)="hasEndFields.set(true)">
          {{ 'crm.other_end' | transloco }}
        </button>
      }
    </p>
    @if (hasEndFields()) {
      <app-date-time-field
        [time_zone]="zone.zone()"
        [dateLabel]="'crm.end_date' | transloco"
        [timeLabel]="'crm.end_time' | transloco"
        [disabled]="disabled()"
        [value]="end()"
        (valueChange)="setEnd($event)"
        (touch)="touch.emit()"
      />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 6px;
    }

    .line,
    .chips {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 8px;
    }

    .chips {
      gap: 4px;
    }

    input {
      width: 88px;
    }

    .button[aria-pressed='true'] {
      border-color: var(--accent);
      background: var(--accent-soft);
      color: var(--accent-soft-text);
    }
  `,
})
export class LengthFields implements FormValueControl<number | null> {
  /** Minutes. */
  readonly value = model<number | null>(null);
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly disabled = input(false);
  readonly starts_at = input.required<string | null>();
  protected readonly zone = inject(ShownZone);
  private readonly services = inject(BookableServices);
  /** Usual lengths, and those of the services. */
  protected readonly lengths = computed(() => {
    const ofServices = this.services.list().map(({ duration_minutes }) => duration_minutes);
    return [...new Set([...USUAL_MINUTES, ...ofServices])].sort((one, other) => one - other);
  });
  protected readonly hasEndFields = signal(false);
  protected readonly limits = LIMITS.appointment_minutes;
  protected readonly end = computed(() => {
    const [starts_at, minutes] = [this.starts_at(), this.value()];
    return starts_at === null || minutes === null ? null : endOf(starts_at, minutes);
  });

  protected setMinutes(minutes: number): void {
    this.value.set(Number.isNaN(minutes) ? null : minutes);
  }

  protected setEnd(ends_at: string | null): void {
    const starts_at = this.starts_at();
    if (starts_at !== null && ends_at !== null) this.value.set(minutesBetween(starts_at, ends_at));
  }
}
