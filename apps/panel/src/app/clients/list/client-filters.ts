import { computed, inject, Injectable } from '@angular/core';
import { CLIENT_SOURCES, CLIENT_STATUSES } from '@groupless/shared-dto';
import { Texts } from '../../i18n/texts';
import { urlChange, urlState, type UrlState } from '../../layout/url-state';
import type { Filter } from '../../ui/lists/filter-chips';
import { KnownTags } from '../known-tags';

/** What the list is narrowed to, in its address. Provided by the list. */
@Injectable()
export class ClientFilters {
  private readonly texts = inject(Texts);
  private readonly change = urlChange();
  private readonly knownTags = inject(KnownTags);
  private readonly states: Record<string, UrlState> = {
    status: urlState('status'),
    source: urlState('source'),
    tag: urlState('tag'),
  };
  readonly search = urlState('search');

  /** The values of the filters by name. */
  readonly values = computed(() =>
    Object.fromEntries(Object.entries(this.states).map(([name, state]) => [name, state.value()])),
  );
  /** With the search: an export takes the same. */
  readonly query = computed(() => ({ search: this.search.value(), ...this.values() }));
  readonly isNarrowed = computed(() => Object.values(this.query()).some((value) => value !== ''));
  readonly choices = computed<Filter[]>(() => {
    const chosen = this.values()['tag'] ?? '';
    const { knownTags } = this;
    const byTag: Filter = {
      id: 'tag',
      label: this.texts.of('clients.tag'),
      is_single: true,
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

  /** The search stays. */
  clear(more: Record<string, null> = {}): void {
    this.change({ status: null, source: null, tag: null, ...more });
  }

  clearAll(): void {
    this.clear({ search: null });
  }
}
