import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { APPOINTMENT_SOURCES, APPOINTMENT_STATUSES } from '@groupless/shared-dto';
import { Texts } from '../../i18n/texts';
import { FilterChips, type Filter } from '../../ui/lists/filter-chips';
import { AppointmentsState, FILTERS } from '../appointments-state';
import { ClientFilter } from './client-filter';

/** By status, source, resource and client. */
@Component({
  selector: 'app-appointment-filters',
  imports: [ClientFilter, FilterChips],
  template: `
    <app-client-filter [client_id]="state.filters()['client_id'] ?? ''" (chosen)="set('client_id', $event)" />
    <app-filter-chips
      [filters]="filters()"
      [values]="state.filters()"
      (filterChange)="set($event.id, $event.value)"
      (cleared)="clear()"
    />
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AppointmentFilters {
  protected readonly state = inject(AppointmentsState);
  private readonly texts = inject(Texts);

  protected readonly filters = computed<Filter[]>(() => {
    const asked = (this.state.filters()['resource'] ?? '').split(',').filter(Boolean);
    const resources = [...new Set([...this.state.resources(), ...asked])];
    return [
      {
        id: 'status',
        label: this.texts.of('appointments.status'),
        options: this.texts.choices(APPOINTMENT_STATUSES, 'status'),
      },
      {
        id: 'source',
        label: this.texts.of('appointments.source'),
        options: this.texts.choices(APPOINTMENT_SOURCES, 'appointments.sources'),
      },
      {
        id: 'resource',
        label: this.texts.of('crm.resource'),
        options: resources.map((value) => ({ value, label: value })),
      },
    ];
  });

  protected set(id: string, value: string | null): void {
    this.state.go({ [id]: value === '' ? null : value });
  }

  protected clear(): void {
    this.state.go(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }
}
