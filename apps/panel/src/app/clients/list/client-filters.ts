import { computed, inject, Injectable } from '@angular/core';
import { CLIENT_SOURCES, CLIENT_STATUSES } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { urlChange, urlState, type UrlState } from '../../layout/url-state';
import type { ChosenFilters, Filter } from '../../ui/lists/filter-chips';
import { KnownTags } from '../known-tags';

/** Which clients: all but the archived ones, as long as nothing else is asked for. */
export type Scope = 'current' | 'archived' | 'all';

/** In the address. Without a status there, the archived are left out. */
const ALL = 'all';
const CURRENT = CLIENT_STATUSES.filter((status) => status !== 'archived').join(',');

/** What the list is narrowed to, in its address. Provided by the list. */
@Injectable()
export class ClientFilters implements ChosenFilters {
  private readonly texts = inject(Texts);
  private readonly formats = inject(Formats);
  private readonly change = urlChange();
  private readonly knownTags = inject(KnownTags);
  private readonly states: Record<string, UrlState> = {
    status: urlState('status'),
    source: urlState('source'),
    tag: urlState('tag'),
    // As the dashboard's link has it.
    created_after: urlState('created_after'),
  };
  readonly search = urlState('search');

  private readonly asked = computed(() => {
    return Object.fromEntries(Object.entries(this.states).map(([name, state]) => [name, state.value()]));
  });
  /** Null: other statuses are chosen. */
  readonly scope = computed<Scope | null>(() => {
    const { status } = this.asked();
    if (status === '') return 'current';
    return status === 'archived' || status === ALL ? status : null;
  });
  readonly scopes = computed(() => [
    { value: 'current' as const, label: this.texts.of('clients.scopes.current') },
    { value: 'archived' as const, label: this.texts.of('status.archived') },
    { value: 'all' as const, label: this.texts.of('clients.scopes.all') },
  ]);
  /** The chosen values of the filters by name. */
  readonly values = computed<Record<string, string>>(() => ({
    ...this.asked(),
    ...(this.scope() === 'all' && { status: '' }),
  }));
  /** With the search: an export takes the same. */
  readonly query = computed(() => ({
    search: this.search.value(),
    ...this.values(),
    ...(this.scope() === 'current' && { status: CURRENT }),
  }));
  /** Since when they are known, where that is asked for. */
  readonly createdText = computed(() => {
    const { created_after: time = '' } = this.asked();
    return time === '' ? null : this.texts.of('clients.created_after', { time: this.formats.dateTime(time) });
  });
  readonly isNarrowed = computed(() => {
    const { source, tag, created_after } = this.asked();
    return (
      this.scope() === null || [this.search.value(), source, tag, created_after].some((value) => value !== '')
    );
  });
  readonly filters = computed<Filter[]>(() => {
    const chosen = this.values()['tag'] ?? '';
    const { knownTags } = this;
    const byTag: Filter = {
      id: 'tag',
      label: this.texts.of('clients.tag'),
      isSingle: true,
      get options() {
        const tags = [...new Set([...knownTags.all(), chosen])].filter(Boolean);
        return tags.map((tag) => ({ value: tag, label: tag }));
      },
    };
    return [
      {
        id: 'status',
        label: this.texts.of('clients.status'),
        options: this.texts.choices(CLIENT_STATUSES, 'status'),
      },
      {
        id: 'source',
        label: this.texts.of('clients.source'),
        options: this.texts.choices(CLIENT_SOURCES, 'clients.sources'),
      },
      ...(knownTags.areAny() || chosen !== '' ? [byTag] : []),
    ];
  });

  set({ id, value }: { id: string; value: string }): void {
    this.states[id]?.set(value);
  }

  show(scope: Scope): void {
    this.change({ status: scope === 'current' ? null : scope });
  }

  /** The search stays, and so do the archived ones that are shown with the others. */
  clear(more: Record<string, null> = {}): void {
    this.change({
      status: this.scope() === 'all' ? ALL : null,
      source: null,
      tag: null,
      created_after: null,
      ...more,
    });
  }

  clearAll(): void {
    this.clear({ search: null });
  }
}
