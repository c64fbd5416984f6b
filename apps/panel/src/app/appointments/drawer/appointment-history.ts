import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentChangeDto, AppointmentEventDto, AppointmentSource } from '@groupless/shared-dto';
import { StatusChip } from '../../ui/status-chip';
import { ShownZone } from '../../crm/shown-zone';

/** Characters of a text that the history still shows. */
const LONGEST = 200;

/** Who did what to an appointment, the latest first. */
@Component({
  selector: 'app-appointment-history',
  imports: [StatusChip, TranslocoPipe],
  template: `
    <ol>
      @for (event of latestFirst(); track $index) {
        <li>
          <p class="what">
            @if (event.from_status === null) {
              {{ 'appointments.was_booked' | transloco }} <app-status-chip [status]="event.to_status" />
            } @else if (event.from_status !== event.to_status) {
              <app-status-chip [status]="event.from_status" />
              <span aria-hidden="true">→</span>
              <span class="visually-hidden">{{ 'appointments.became' | transloco }}</span>
              <app-status-chip [status]="event.to_status" />
            }
          </p>
          @for (change of told(event); track change.field) {
            <p>
              {{ 'appointments.changed.' + nameOfChange(change) | transloco }}
              @if (isShown(change)) {
                <span class="muted">
                  @if (change.before !== null) {
                    {{ shown(change, 'before') }} →
                  }
                  {{ shown(change, 'after') }}</span
                >
              }
            </p>
          }
          <p class="caption">
            {{ nameOf(event) ?? ('appointments.sources.' + source() | transloco) }} ·
            <time [attr.datetime]="event.at">{{ zone.dateTime(event.at) }}</time>
          </p>
        </li>
      }
    </ol>
  `,
  styles: `
    ol {
      display: flex;
      flex-direction: column;
      gap: 12px;
    }

    li {
      padding-left: 12px;
      border-left: 2px solid var(--border);
    }

    .what {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px;
    }

    .what:empty {
      display: none;
    }
  `,
})
export class AppointmentHistory {
  /** Oldest first, as the API answers. */
  readonly events = input.required<readonly AppointmentEventDto[]>();
  readonly source = input.required<AppointmentSource>();
  protected readonly zone = inject(ShownZone);
  protected readonly latestFirst = computed(() => this.events().toReversed());

  /** A user, or a key that somebody has named. The agent's own key only has the name of a variable. */
  protected nameOf({ user, key_name }: AppointmentEventDto): string | null {
    return user?.name ?? (key_name === 'AGENT_API_KEY' ? null : key_name);
  }

  /** When both ends moved alike, the start says it. */
  protected told({ changes }: AppointmentEventDto): readonly AppointmentChangeDto[] {
    const starts = changes.find(({ field }) => field === 'starts_at');
    const ends = changes.find(({ field }) => field === 'ends_at');
    const isMoved = starts && ends && movedMs(starts) === movedMs(ends);
    return isMoved ? changes.filter(({ field }) => field !== 'ends_at') : changes;
  }

  protected nameOfChange({ field, after }: AppointmentChangeDto): string {
    return field === 'squeezed' && after === 'false' ? 'unsqueezed' : field;
  }

  /** Long texts, and ids that say nothing, stay away. */
  protected isShown({ field, before, after, before_name }: AppointmentChangeDto): boolean {
    if (field === 'client_id') return before_name !== undefined;
    if (['chat_id', 'external_id', 'squeezed'].includes(field)) return false;
    return (before ?? after) !== null && [before, after].every((text) => (text ?? '').length <= LONGEST);
  }

  protected shown({ field, ...change }: AppointmentChangeDto, side: 'before' | 'after'): string {
    if (field === 'client_id') return change[`${side}_name`] ?? '–';
    const value = change[side] ?? '';
    if (value === '') return '–';
    return field === 'starts_at' || field === 'ends_at' ? this.zone.dateTime(value) : value;
  }
}

function movedMs({ before, after }: AppointmentChangeDto): number {
  return Date.parse(after ?? '') - Date.parse(before ?? '');
}
