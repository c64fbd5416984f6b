import { computed, inject, Injectable } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import { CLIENT_SOURCES, CLIENT_STATUSES } from '@groupless/shared-dto';
import { urlState, type UrlState } from '../../layout/url-state';
import type { Filter } from '../../ui/lists/filter-chips';
import { KnownTags } from '../known-tags';

/** What the list is narrowed to, in its address. Provided by the list. */
@Injectable()
export class ClientFilters {
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly transloco = inject(TranslocoService);
  private readonly knownTags = inject(KnownTags);
  private readonly language = toSignal(this.transloco.langChanges$);
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
    this.language();
    const label = (key: string) => this.transloco.translate(key);
    const options = (values: readonly string[], prefix: string) =>
      values.map((value) => ({ value, label: label(`${prefix}.${value}`) }));
    const chosen = this.values()['tag'] ?? '';
    const { knownTags } = this;
    const byTag: Filter = {
      id: 'tag',
      label: label('clients.tag'),
      is_single: true,
      get options() {
        const tags = [...new Set([...knownTags.all(), chosen])].filter(Boolean);
        return tags.map((tag) => ({ value: tag, label: tag }));
      },
    };
    return [
      { id: 'status', label: label('clients.status'), options: options(CLIENT_STATUSES, 'status') },
      { id: 'source', label: label('clients.source'), options: options(CLIENT_SOURCES, 'clients.sources') },
      ...(knownTags.areAny() || chosen !== '' ? [byTag] : []),
    ];
  });

  set({ id, value }: { id: string; value: string }): void {
    this.states[id]?.set(value);
  }

  /** The search stays. */
  clear(more: Record<string, null> = {}): void {
    void this.router.navigate([], {
      relativeTo: this.route,
      queryParams: { status: null, source: null, tag: null, ...more },
      queryParamsHandling: 'merge',
      replaceUrl: true,
    });
  }

  clearAll(): void {
    this.clear({ search: null });
  }
}
