import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AvailabilityDto, SlotDto } from '@groupless/shared-dto';
import { query } from '../http/query';
import { toLocal } from '../i18n/zoned-time';
import { ShownZone } from './shown-zone';

/** As many as fit without pushing the form away. */
const MOST = 16;

/** The free times of the day that is asked for, to choose from; the later ones of the day first after the asked time. */
@Component({
  selector: 'app-free-times',
  imports: [TranslocoPipe],
  template: `
    @if (shown().length > 0) {
      <p class="lead" [id]="id">{{ 'crm.free_on' | transloco: { day: zone.day(date() ?? '') } }}</p>
      <div class="times" role="group" [attr.aria-labelledby]="id">
        @for (slot of shown(); track slot.starts_at) {
          <button
            type="button"
            class="button"
            [attr.aria-pressed]="slot.starts_at === starts_at()"
            (click)="chosen.emit(slot)"
          >
            {{ zone.time(slot.starts_at) }}
          </button>
        }
      </div>
    } @else if (free.value() !== null) {
      <p class="caption" role="status">{{ 'crm.none_free' | transloco }}</p>
    }
  `,
  styles: `
    :host {
      display: block;
    }

    .lead {
      margin-bottom: 4px;
      color: var(--text-2);
      font: var(--text-caption);
    }

    .times {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
    }

    .button[aria-pressed='true'] {
      border-color: var(--accent);
      background: var(--accent-soft);
      color: var(--accent-soft-text);
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class FreeTimes {
  readonly starts_at = input.required<string | null>();
  readonly duration_minutes = input.required<number | null>();
  readonly resource = input.required<string>();
  readonly chosen = output<SlotDto>();
  protected readonly zone = inject(ShownZone);
  protected readonly id = 'free-on-day';
  /** The business's day, since its hours are what is free. */
  protected readonly date = computed(() => {
    const starts_at = this.starts_at();
    return starts_at === null ? null : toLocal(starts_at, this.zone.business()).date;
  });
  protected readonly free = query<AvailabilityDto>(() => {
    const [date, minutes] = [this.date(), this.duration_minutes()];
    if (date === null || minutes === null || !Number.isInteger(minutes) || minutes < 1) return undefined;
    return {
      url: '/api/appointments/availability',
      query: { date, duration_minutes: minutes, resource: this.resource() },
    };
  });
  /** From the asked time on; where too few follow, the last ones of the day. */
  protected readonly shown = computed(() => {
    const slots = this.free.value()?.slots ?? [];
    const next = slots.findIndex(({ starts_at }) => starts_at >= (this.starts_at() ?? ''));
    const first = Math.max(0, Math.min(next === -1 ? slots.length : next, slots.length - MOST));
    return slots.slice(first, first + MOST);
  });
}
