import { Component, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientVisitsDto } from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { liveQuery } from '../data/query';
import { DateTime } from '../ui/formats/relative-time';

/** What kind of client this is, at one glance: before one books or answers. A failure shows nothing: it is no obstacle. */
@Component({
  selector: 'app-client-visits',
  imports: [DateTime, TranslocoPipe],
  template: `
    @if (visits.value(); as shown) {
      <p class="counts" role="group" [attr.aria-label]="'crm.visits.label' | transloco">
        @if (shown.visits > 0) {
          <span>{{ 'crm.visits.came' | transloco: { count: shown.visits } }}</span>
        } @else {
          <span>{{ 'crm.visits.none' | transloco }}</span>
        }
        @if (shown.no_shows > 0) {
          <span class="warn">{{ 'crm.visits.no_shows' | transloco: { count: shown.no_shows } }}</span>
        }
        @if (shown.late_cancellations > 0) {
          <span class="warn">{{ 'crm.visits.late' | transloco: { count: shown.late_cancellations } }}</span>
        }
        @if (shown.last_visit; as last) {
          <span>{{ 'crm.visits.last' | transloco }}: <app-date-time [at]="last.starts_at" /></span>
        }
        <span
          >{{ 'crm.visits.next' | transloco }}:
          @if (shown.next_visit; as next) {
            <app-date-time [at]="next.starts_at" />
          } @else {
            {{ 'crm.visits.no_next' | transloco }}
          }
        </span>
        @if (shown.no_reminder; as reason) {
          <span class="warn">{{ 'crm.visits.no_reminder.' + reason | transloco }}</span>
        }
      </p>
    }
  `,
  styles: `
    .counts {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 12px;
      color: var(--text-2);
      font: var(--text-caption);
    }

    .warn {
      color: var(--danger-text);
      font-weight: 600;
    }
  `,
})
export class ClientVisits {
  readonly client_id = input.required<string>();
  protected readonly visits = liveQuery<string, ClientVisitsDto>({
    request: () => apiPath`/api/clients/${this.client_id()}/visits`,
    pathOf: (url) => url,
    outdatedBy: ({ type }) => type.startsWith('appointment.') || type === 'client.updated',
    read: (url, reader) => reader.getBody<ClientVisitsDto>(url),
  });
}
