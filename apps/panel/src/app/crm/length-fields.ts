import { ChangeDetectionStrategy, Component, computed, input, model, output } from '@angular/core';
import type { FormValueControl } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS } from '@groupless/shared-dto';
import { DateTimeField } from '../ui/forms/date-time-field';
import { endOf, minutesBetween } from './slot-times';

/** How long something takes: in minutes, or by its end. Each follows the other. */
@Component({
  selector: 'app-length-fields',
  imports: [DateTimeField, TranslocoPipe],
  template: `
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
    <span class="until" aria-hidden="true">{{ 'crm.until' | transloco }}</span>
    <app-date-time-field
      [time_zone]="time_zone()"
      [dateLabel]="'crm.end_date' | transloco"
      [timeLabel]="'crm.end_time' | transloco"
      [disabled]="disabled()"
      [value]="end()"
      (valueChange)="setEnd($event)"
      (touch)="touch.emit()"
    />
  `,
  styles: `
    :host {
      display: grid;
      grid-template-columns: 88px auto minmax(0, 1fr);
      align-items: center;
      gap: 8px;
    }

    .until {
      color: var(--text-3);
    }

    @media (max-width: 479px) {
      :host {
        grid-template-columns: minmax(0, 1fr);
      }

      .until {
        margin-bottom: -4px;
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class LengthFields implements FormValueControl<number | null> {
  /** Minutes. */
  readonly value = model<number | null>(null);
  /** Tells the form that the field was left. */
  readonly touch = output();
  readonly disabled = input(false);
  readonly starts_at = input.required<string | null>();
  readonly time_zone = input.required<string>();
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
