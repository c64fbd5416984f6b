import { Component, computed, inject } from '@angular/core';
import { APPOINTMENT_SOURCES, APPOINTMENT_STATUSES } from '@groupless/shared-dto';
import { TranslocoPipe } from '@jsverse/transloco';
import { BookableResources } from '../../crm/bookable-resources';
import { ShownZone } from '../../crm/shown-zone';
import { Appearance } from '../../i18n/appearance';
import { Texts } from '../../i18n/texts';
import { Icon } from '../../ui/icon';
import { FilterChips, type ChosenFilters, type Filter } from '../../ui/lists/filter-chips';
import { SearchField } from '../../ui/lists/search-field';
import { AppointmentsState, FILTERS } from '../appointments-state';
import { ClientFilter } from './client-filter';

/** Of which the filter says when. */
const TIMES = ['created_after', 'created_before', 'starts_after', 'starts_before', 'ended_before'] as const;

/** A day of January 2026. */
const SUNDAY = 4;

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
    <app-client-filter
      [client_id]="state.filters()['client_id'] ?? ''"
      (chosen)="set({ id: 'client_id', value: $event })"
    />
    @if (own().length > 0) {
      <button type="button" class="button" [attr.aria-pressed]="isOwn()" (click)="toggleOwn()">
        {{ 'appointments.my_column' | transloco }}
      </button>
    }
    <app-filter-chips [of]="this" />
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
export class AppointmentFilters implements ChosenFilters {
  protected readonly state = inject(AppointmentsState);
  private readonly texts = inject(Texts);
  private readonly appearance = inject(Appearance);
  private readonly zone = inject(ShownZone);
  private readonly bookable = inject(BookableResources);
  protected readonly own = computed(() => this.bookable.own().map(({ id }) => id));
  /** Whether only the own appointments are shown. */
  protected readonly isOwn = computed(() => isSameSet(this.own(), this.state.resource_ids()));
  /** What a link asks for besides: of which series it is, when it was booked, begins or has ended, and what of it a report counts. */
  protected readonly asked = computed(() => {
    const filters = this.state.filters();
    const has = (name: string) => (filters[name] ?? '') !== '';
    const parts = [
      ...['series_id', 'moved', 'service_id'].filter(has).map((name) => `of_${name}`),
      ...(has('made_by') ? [`made_by_${filters['made_by']}`] : []),
    ].map((key) => this.texts.of(`appointments.${key}`));
    if (has('weekday') && has('hour')) parts.push(this.hourText(filters));
    const times = TIMES.filter(has).map((name) => this.createdText(name, filters[name] ?? ''));
    return parts.length + times.length === 0 ? null : [...parts, ...times].join(' · ');
  });

  /** What is looked for may be on any day. */
  protected search(search: string): void {
    if (search === '') this.state.go({ search: null });
    else this.state.go({ search, view: 'list', period: 'all' });
  }

  private createdText(name: (typeof TIMES)[number], at: string): string {
    return this.texts.of(`appointments.${name}`, { time: this.zone.dateTime(at) });
  }

  private hourText({ weekday, hour }: Readonly<Record<string, string>>): string {
    const options = { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(this.appearance.formatLocale(), options).format(
      Date.UTC(2026, 0, SUNDAY + Number(weekday), Number(hour)),
    );
  }

  readonly filters = computed<Filter[]>(() => {
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
  readonly values = computed(() => ({
    ...this.state.filters(),
    resource_id: this.state.resource_ids().join(','),
  }));

  set({ id, value }: { id: string; value: string | null }): void {
    this.state.go({ ...(id === 'resource_id' && { resource: null }), [id]: value === '' ? null : value });
  }

  protected toggleOwn(): void {
    this.set({ id: 'resource_id', value: this.isOwn() ? null : this.own().join(',') });
  }

  protected clearAsked(): void {
    const names = [...TIMES, 'ended_after', 'series_id', 'moved', 'service_id', 'made_by', 'weekday', 'hour'];
    this.state.go(Object.fromEntries(names.map((name) => [name, null])));
  }

  clear(): void {
    this.state.go(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}
