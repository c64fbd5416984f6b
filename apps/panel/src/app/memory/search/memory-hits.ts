import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { SEARCH_KINDS, type SearchHitDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { PluralPipe } from '../../i18n/plural';
import { listFilters } from '../../layout/list-filters';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { FilterChips } from '../../ui/lists/filter-chips';
import { Marked } from '../../ui/formats/highlighted';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { RefetchBar } from '../../ui/skeleton';
import { addressOf } from '../hit-address';
import { kindFilter } from '../kind-filter';
import { MoreRows } from '../../ui/lists/more-rows';

const MOST_WORDS = 8;

/** What a search over all that the memory holds has found. */
@Component({
  selector: 'app-memory-hits',
  imports: [
    EmptyState,
    ErrorPanel,
    FilterChips,
    Icon,
    Marked,
    MoreRows,
    PluralPipe,
    RefetchBar,
    RelativeTime,
    RouterLink,
    TranslocoPipe,
  ],
  templateUrl: './memory-hits.html',
  styleUrl: './memory-hits.css',
})
export class MemoryHits {
  readonly q = input.required<string>();
  private readonly texts = inject(Texts);
  protected readonly formats = inject(Formats);
  protected readonly filters = listFilters([kindFilter(SEARCH_KINDS)]);
  protected readonly hits = pageList<SearchHitDto>(
    () => ({ url: '/api/memory/search', query: { q: this.q(), ...this.filters.query() } }),
    { page: 50 },
  );
  protected readonly addressOf = addressOf;

  /** Why a row was found, in one line: the longest phrase, or else the words; and whether its title has a hit. */
  protected reasonsOf({ why }: SearchHitDto): string {
    const { phrases, words, title } = why;
    const found = phrases.length > 0 ? phrases.map((phrase) => `“${phrase}”`) : words.slice(0, MOST_WORDS);
    const key = `memory.find.why.${phrases.length > 0 ? 'phrase' : 'words'}${title ? '_in_title' : ''}`;
    return this.texts.of(key, { found: found.join(', ') });
  }
}
