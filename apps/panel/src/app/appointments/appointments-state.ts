import { computed, effect, inject, Injectable, linkedSignal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router, type Params } from '@angular/router';
import type { AppointmentDto } from '@groupless/shared-dto';
import { pageList } from '../data/page-list';
import type { ReadRequest } from '../data/query';
import { toLocal } from '../i18n/zoned-time';
import { openRecord } from '../layout/open-record';
import { Appearance } from '../i18n/appearance';
import { isNarrow } from '../ui/screen-width';
import { beginOf, daysOf, firstWeekday, isDate, stepped, VIEWS, type View } from './calendar/calendar-days';
import type { Column } from './calendar/resource-columns';
import { BookableResources } from '../crm/bookable-resources';
import { distinctNames } from '../crm/resource-names';
import { ShownZone } from '../crm/shown-zone';

/** What of time a list shows, seen from its date. */
export const PERIODS = ['upcoming', 'past', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export const FILTERS = [
  ...(['status', 'source', 'resource', 'resource_id', 'client_id', 'series_id'] as const),
  ...(['search', 'created_after', 'created_before', 'ended_after', 'ended_before'] as const),
  ...(['starts_after', 'starts_before', 'service_id', 'made_by', 'moved', 'weekday', 'hour'] as const),
];
const PAGE = 200;
/** As many as a calendar draws. */
const MOST_DRAWN = 1_000;

/** What the screen shows: view, date and filters stand in the address, and one query answers for all views. */
@Injectable()
export class AppointmentsState {
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly appearance = inject(Appearance);
  private readonly zone = inject(ShownZone);
  private readonly bookable = inject(BookableResources);
  private readonly params = toSignal(this.route.queryParamMap, { requireSync: true });

  private readonly record = openRecord();
  readonly isNarrow = isNarrow();
  /** Of the appointment that is open beside the list. */
  readonly openId = this.record.id;
  /** What is shown unless the address says otherwise. A list is there at once on a phone, where a calendar has to be drawn. */
  readonly usualView = computed<View>(() => (this.isNarrow() ? 'agenda' : 'week'));
  /** A week does not fit on a small screen, where it is listed; columns are swiped. */
  readonly view = computed<View>(() => {
    const asked = VIEWS.find((view) => view === this.params().get('view')) ?? this.usualView();
    return this.isNarrow() && asked === 'week' ? 'agenda' : asked;
  });
  readonly date = computed(() => {
    const asked = this.params().get('date') ?? '';
    return isDate(asked) ? asked : this.zone.today();
  });
  private readonly steppedTo = linkedSignal(() => this.date());
  readonly period = computed<Period>(
    () => PERIODS.find((period) => period === this.params().get('period')) ?? 'upcoming',
  );
  readonly sort = computed(() =>
    (this.params().get('sort') ?? (this.period() === 'past' ? '-starts_at' : 'starts_at')) === '-starts_at'
      ? '-starts_at'
      : 'starts_at',
  );
  readonly firstWeekday = computed(() => firstWeekday(this.appearance.formatLocale()));
  readonly days = computed(() => daysOf(this.view(), this.date(), this.firstWeekday()));
  readonly filters = computed<Record<string, string>>(() =>
    Object.fromEntries(FILTERS.map((name) => [name, this.params().get(name) ?? ''])),
  );
  /** The ids of the resources that are filtered by. An older address names them. */
  readonly resource_ids = computed(() => {
    const { resource = '', resource_id = '' } = this.filters();
    const ids = resource_id.split(',').filter(Boolean);
    return ids.length > 0 ? ids : listed(resource).flatMap((name) => this.bookable.named(name)?.id ?? []);
  });
  /** The name under which the settings have the hours of the one that is filtered by alone; empty: there are none, or several. */
  readonly hoursOf = computed(() => {
    const [id = '', ...others] = this.resource_ids();
    const only = others.length === 0 ? this.bookable.find(id) : undefined;
    return only === undefined ? '' : this.bookable.nameInSettings({ resource: only.name, resource_id: id });
  });
  readonly isFiltered = computed(() => Object.values(this.filters()).some((value) => value !== ''));
  private readonly range = computed(() => {
    const { first, after } = this.days();
    const zone = this.zone.zone();
    return { from: beginOf(first, zone), to: beginOf(after, zone) };
  });
  /** Filters and time, as an export takes them. */
  readonly asked = computed(() => {
    const { sort: _sort, ...query } = this.query();
    return query;
  });
  private readonly query = computed((): Record<string, string | null> => {
    const { ended_after = '', starts_before = '', resource = '', ...filters } = this.filters();
    const limits = this.limits();
    const named = filters['resource_id'] === '' ? resource : null;
    return {
      ...filters,
      resource: named,
      ...limits,
      from: limits['from'] ?? (ended_after === '' ? null : ended_after),
      to: limits['to'] ?? (starts_before === '' ? null : starts_before),
    };
  });
  private readonly request = computed<ReadRequest | undefined>(() => {
    if (!this.zone.isKnown()) return undefined;
    return { url: '/api/appointments', query: this.query() };
  });
  readonly list = pageList<AppointmentDto>(() => this.request(), {
    page: PAGE,
    // A client's new name.
    outdatedBy: ({ type, id }, rows) =>
      type === 'client.updated' && rows.some(({ client_id }) => id === null || client_id === id),
  });
  /** More pages of the same days are on their way. */
  private readonly isIncomplete = computed(() => {
    const { hasMore, items, problem } = this.list;
    return this.view() !== 'list' && hasMore() && items().length < MOST_DRAWN && problem() === null;
  });
  /** What falls into the shown days, also what began before them. Drawn once, when all pages are there. */
  readonly drawn = linkedSignal<boolean, readonly AppointmentDto[]>({
    source: () => this.isIncomplete(),
    computation: (isIncomplete, before) => (isIncomplete ? (before?.value ?? []) : this.inRange()),
  });
  private readonly inRange = computed(() => {
    const { from, to } = this.range();
    return this.list.items().filter(({ starts_at, ends_at }) => ends_at > from && starts_at < to);
  });
  /** Those of the settings, and others that were seen: any may be booked. */
  readonly resources = linkedSignal<readonly string[], readonly string[]>({
    source: () => [
      ...(this.zone.isKnown() ? this.zone.resources() : []),
      ...this.list
        .items()
        .map(({ resource }) => resource)
        .sort(),
    ],
    computation: (found, before) =>
      distinctNames([
        ...(this.zone.isKnown() ? this.zone.resources() : []),
        ...(before?.value ?? []),
        ...found,
      ]),
  });
  /** Those that have a column each: what is filtered by, else what can be booked and what was seen. */
  readonly columns = computed((): Column[] => {
    const rows = this.bookable.all().map(({ id, name }) => ({ resource: name, resource_id: id }));
    const seen = this.drawn().flatMap(({ resource, resource_id, room, room_id }) => [
      { resource, resource_id },
      ...(room === null || room_id === null ? [] : [{ resource: room, resource_id: room_id }]),
    ]);
    const places = new Map([...seen, ...rows].map((place) => [place.resource_id, place]));
    const present = this.bookable.present().map(({ id }) => id);
    const asked = this.resource_ids();
    const ids = asked.length > 0 ? asked : [...present, ...seen.map(({ resource_id }) => resource_id)];
    return [...new Set(ids)].flatMap((id) => {
      const place = places.get(id);
      if (place === undefined) return [];
      const [label, hours_of] = [this.bookable.labelOf(place), this.bookable.nameInSettings(place)];
      return [{ ...place, label, hours_of }];
    });
  });
  readonly isCut = computed(() => this.list.hasMore() && this.list.items().length >= MOST_DRAWN);

  constructor() {
    effect(() => {
      const { isFirstLoad, isRefetching, isLoadingMore } = this.list;
      const isBusy = isFirstLoad() || isRefetching() || isLoadingMore();
      if (isBusy || !this.isIncomplete()) return;
      untracked(() => void this.list.loadMore());
    });
  }

  /** Changes parts of the address at once; null takes one out. The record beside the list stays open. */
  go(changes: Params, history: 'replace' | 'push' = 'replace'): void {
    const openId = this.record.idInAddress();
    void this.router.navigate(openId === null ? [] : [openId], {
      relativeTo: this.route,
      queryParams: changes,
      queryParamsHandling: 'merge',
      replaceUrl: history === 'replace',
    });
  }

  step(direction: 1 | -1): void {
    // Two quick steps count both, before the address follows.
    const date = stepped(this.view(), this.steppedTo(), direction);
    this.steppedTo.set(date);
    this.goTo(date);
  }

  goTo(date: string): void {
    this.go({ date: date === this.zone.today() ? null : date }, 'push');
  }

  /** Shows the days of an instant, unless the address asks for a date or a list. */
  comeTo(at: string): void {
    const { date } = toLocal(at, this.zone.zone());
    const { first, after } = this.days();
    if (this.params().has('date') || this.view() === 'list' || (date >= first && date < after)) return;
    this.go({ date });
  }

  open(id: string): void {
    this.record.open(id);
  }

  private limits(): Record<string, string | null> {
    const { from, to } = this.range();
    if (this.view() !== 'list') return { from, to, sort: 'starts_at' };
    const period = this.period();
    return {
      from: period === 'upcoming' ? from : null,
      to: period === 'past' ? from : null,
      sort: this.sort(),
    };
  }
}

function listed(text: string): string[] {
  return text.split(',').filter(Boolean);
}
