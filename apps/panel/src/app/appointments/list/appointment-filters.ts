import { Component, computed, inject } from '@angular/core';
import { APPOINTMENT_SOURCES, APPOINTMENT_STATUSES } from '@groupless/shared-dto';
import { TranslocoPipe } from '@jsverse/transloco';
import { BookableResources } from '../../crm/bookable-resources';
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
    @if (own().length > 0) {
      <button type="button" class="button" [attr.aria-pressed]="isOwn()" (click)="toggleOwn()">
        {{ 'appointments.my_column' | transloco }}
      </button>
    }
    <app-filter-chips
      [filters]="filters()"
      [values]="values()"
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

    .button[aria-pressed='true'] {
      border-color: var(--accent);
      background: var(--accent-soft);
      color: var(--accent-soft-text);
    }
  `,
})
export class AppointmentFilters {
  protected readonly state = inject(AppointmentsState);
  private readonly texts = inject(Texts);
  private readonly zone = inject(ShownZone);
  private readonly bookable = inject(BookableResources);
  protected readonly own = computed(() => this.bookable.own().map(({ id }) => id));
  /** Whether only the own appointments are shown. */
  protected readonly isOwn = computed(() => isSameSet(this.own(), this.state.resource_ids()));
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
        id: 'resource_id',
        label: this.texts.of('crm.resource'),
        options: this.resources(),
      },
    ];
  });

  /** Who has left too, where that is filtered by or was seen. */
  private readonly resources = computed(() => {
    const seen = new Set([
      ...this.state.resource_ids(),
      ...this.state.list.items().map(({ resource_id }) => resource_id),
    ]);
    const shown = this.bookable.all().filter(({ id, archived_at }) => archived_at === null || seen.has(id));
    return shown.map((one) => ({ value: one.id, label: this.bookable.toldApart(one) }));
  });
  protected readonly values = computed(() => ({
    ...this.state.filters(),
    resource_id: this.state.resource_ids().join(','),
  }));

  protected set(id: string, value: string | null): void {
    this.state.go({ ...(id === 'resource_id' && { resource: null }), [id]: value === '' ? null : value });
  }

  protected toggleOwn(): void {
    this.set('resource_id', this.isOwn() ? null : this.own().join(','));
  }

  protected clearAsked(): void {
    const times = { created_after: null, created_before: null, ended_after: null, ended_before: null };
    this.state.go({ ...times, series_id: null });
  }

  protected clear(): void {
    this.state.go(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}
