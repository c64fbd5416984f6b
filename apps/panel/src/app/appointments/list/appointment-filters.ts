import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { TranslocoService } from '@jsverse/transloco';
import { APPOINTMENT_SOURCES, APPOINTMENT_STATUSES } from '@groupless/shared-dto';
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
  private readonly transloco = inject(TranslocoService);
  private readonly language = toSignal(this.transloco.langChanges$);

  protected readonly filters = computed<Filter[]>(() => {
    this.language();
    const text = (key: string) => this.transloco.translate(key);
    const asked = (this.state.filters()['resource'] ?? '').split(',').filter(Boolean);
    const resources = [...new Set([...this.state.resources(), ...asked])];
    return [
      {
        id: 'status',
        label: text('appointments.status'),
        options: APPOINTMENT_STATUSES.map((value) => ({ value, label: text(`status.${value}`) })),
      },
      {
        id: 'source',
        label: text('appointments.source'),
        options: APPOINTMENT_SOURCES.map((value) => ({
          value,
          label: text(`appointments.sources.${value}`),
        })),
      },
      {
        id: 'resource',
        label: text('crm.resource'),
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
