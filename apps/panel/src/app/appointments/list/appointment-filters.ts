import { Component, computed, inject } from '@angular/core';
import { APPOINTMENT_SOURCES, APPOINTMENT_STATUSES } from '@groupless/shared-dto';
import { TranslocoPipe } from '@jsverse/transloco';
import { namesWith } from '../../crm/resource-names';
import { ShownZone } from '../../crm/shown-zone';
import { Texts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import { FilterChips, type Filter } from '../../ui/lists/filter-chips';
import { SearchField } from '../../ui/lists/search-field';
import { AppointmentsState, FILTERS } from '../appointments-state';
import { ClientFilter } from './client-filter';

/** By status, source, resource and client. */
@Component({
  selector: 'app-appointment-filters',
  imports: [ClientFilter, FilterChips, Icon, SearchField, TranslocoPipe],
  template: `
    <app-search-field
      [label]="'appointments.search' | transloco"
      [query]="state.filters()['search'] ?? ''"
      (searched)="search($event)"
    />
    @if (asked(); as text) {
      <button
        type="button"
        class="button"
        [attr.title]="'appointments.clear_created' | transloco"
        (click)="clearAsked()"
      >
        {{ text }} <svg appIcon="x" size="12"></svg>
      </button>
    }
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
})
export class AppointmentFilters {
  protected readonly state = inject(AppointmentsState);
  private readonly texts = inject(Texts);
  private readonly zone = inject(ShownZone);
  /** Of which series it is, or when it was booked or has ended, where a link asks for that. */
  protected readonly asked = computed(() => {
    const {
      created_before = '',
      created_after = '',
      ended_before = '',
      series_id = '',
    } = this.state.filters();
    if (series_id !== '') return this.texts.of('appointments.of_series');
    if (ended_before !== '') return this.createdText('ended_before', ended_before);
    if (created_before !== '') return this.createdText('created_before', created_before);
    return created_after === '' ? null : this.createdText('created_after', created_after);
  });

  /** What is looked for may be on any day. */
  protected search(search: string): void {
    if (search === '') this.state.go({ search: null });
    else this.state.go({ search, view: 'list', period: 'all' });
  }

  private createdText(name: 'created_before' | 'created_after' | 'ended_before', at: string): string {
    return this.texts.of(`appointments.${name}`, { time: this.zone.dateTime(at) });
  }

  protected readonly filters = computed<Filter[]>(() => {
    const asked = (this.state.filters()['resource'] ?? '').split(',').filter(Boolean);
    const resources = asked.reduce(namesWith, [...this.state.resources()]);
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

  protected clearAsked(): void {
    const times = { created_after: null, created_before: null, ended_after: null, ended_before: null };
    this.state.go({ ...times, series_id: null });
  }

  protected clear(): void {
    this.state.go(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }
}
