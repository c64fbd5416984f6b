import { afterNextRender, Component, computed, ElementRef, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { SEARCH_KINDS, type SearchHitDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { PluralPipe } from '../../i18n/plural';
import { urlState } from '../../layout/url-state';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { FilterChips } from '../../ui/lists/filter-chips';
import { Marked } from '../../ui/formats/highlighted';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { SearchField } from '../../ui/lists/search-field';
import { RefetchBar } from '../../ui/skeleton';
import { addressOf } from '../hit-address';
import { kindFilter } from '../kind-filter';
import { MemoryHeader } from '../memory-header';
import { MoreRows } from '../more-rows';

const MOST_WORDS = 8;

/** One search over all that the memory holds. */
@Component({
  selector: 'app-memory-search',
  imports: [
    EmptyState,
    ErrorPanel,
    FilterChips,
    Icon,
    Marked,
    MemoryHeader,
    MoreRows,
    PluralPipe,
    RefetchBar,
    RelativeTime,
    RouterLink,
    SearchField,
    TranslocoPipe,
  ],
  templateUrl: './memory-search.html',
  styleUrls: ['../../ui/lists/list-page.css', './memory-search.css'],
})
export class MemorySearch {
  private readonly texts = inject(Texts);
  protected readonly formats = inject(Formats);
  protected readonly q = urlState('q');
  protected readonly kind = urlState('kind');
  protected readonly hits = pageList<SearchHitDto>(
    () =>
      this.q.value() === ''
        ? undefined
        : { url: '/api/memory/search', query: { q: this.q.value(), kind: this.kind.value() } },
    { page: 50 },
  );
  private readonly byKind = kindFilter(SEARCH_KINDS);
  protected readonly filters = computed(() => [this.byKind()]);
  protected readonly addressOf = addressOf;

  /** Why a row was found, in one line: the longest phrase, or else the words; and whether its title has a hit. */
  protected reasonsOf({ why }: SearchHitDto): string {
    const { phrases, words, title } = why;
    const found = phrases.length > 0 ? phrases.map((phrase) => `“${phrase}”`) : words.slice(0, MOST_WORDS);
    const key = `memory.find.why.${phrases.length > 0 ? 'phrase' : 'words'}${title ? '_in_title' : ''}`;
    return this.texts.of(key, { found: found.join(', ') });
  }

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    // Who comes here comes to type.
    afterNextRender(() => host.querySelector<HTMLInputElement>('input[type=search]')?.focus());
  }
}
