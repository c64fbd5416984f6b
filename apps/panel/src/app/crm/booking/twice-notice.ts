import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIVE_STATUSES, type AppointmentDto, type PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { ShownZone } from '../shown-zone';
import { endOf, isLength } from '../slot-times';

/** That the client has another appointment at this time, wherever it is. */
@Component({
  selector: 'app-twice-notice',
  imports: [TranslocoPipe],
  template: `
    @if (twice(); as other) {
      <p class="notice" role="status">
        {{
          'crm.twice'
            | transloco
              : {
                  name: other.client?.name,
                  resource: other.resource,
                  time: zone.span(other.starts_at, other.ends_at),
                }
        }}
      </p>
    }
  `,
  styles: `
    :host:not(:has(p)) {
      display: none;
    }
  `,
})
export class TwiceNotice {
  /** Null: somebody new. */
  readonly client_id = input.required<string | null>();
  readonly starts_at = input.required<string | null>();
  readonly duration_minutes = input.required<number | null>();
  protected readonly zone = inject(ShownZone);
  private readonly others = query<PageDto<AppointmentDto>>(() => {
    const [client_id, starts_at, minutes] = [this.client_id(), this.starts_at(), this.duration_minutes()];
    if (client_id === null || starts_at === null || !isLength(minutes)) return undefined;
    const at = { from: starts_at, to: endOf(starts_at, minutes) };
    return {
      url: '/api/appointments',
      query: { client_id, status: LIVE_STATUSES.join(','), limit: 1, ...at },
    };
  });
  protected readonly twice = computed(() => this.others.value()?.items[0] ?? null);
}
