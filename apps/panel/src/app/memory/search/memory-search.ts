import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { SEARCH_KINDS, type SearchHitDto } from '@groupless/shared-dto';
import { pageList } from '../../http/page-list';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { PageHeader } from '../../layout/page-header';
import { urlState } from '../../layout/url-state';
import { Appearance } from '../../session/appearance';
import { Session } from '../../session/session';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { FilterChips } from '../../ui/filter-chips';
import { Marked } from '../../ui/highlighted';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { SearchField } from '../../ui/search-field';
import { RefetchBar } from '../../ui/skeleton';
import { addressOf } from '../hit-address';
import { MemoryTabs } from '../memory-tabs';
import { MoreRows } from '../more-rows';

/** One search over all that the memory holds. */
@Component({
  selector: 'app-memory-search',
  imports: [
    EmptyState,
    ErrorPanel,
    FilterChips,
    Icon,
    Marked,
    MemoryTabs,
    MoreRows,
    PageHeader,
    PluralPipe,
    RefetchBar,
    RelativeTime,
    RouterLink,
    SearchField,
    TranslocoPipe,
  ],
  templateUrl: './memory-search.html',
  styleUrls: ['../memory-page.css', './memory-search.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemorySearch {
  private readonly transloco = inject(TranslocoService);
  private readonly appearance = inject(Appearance);
  private readonly session = inject(Session);
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
  protected readonly filters = computed(() => {
    this.appearance.locale();
    const kinds = SEARCH_KINDS.filter((kind) => kind !== 'state' || this.session.isOperator());
    return [
      {
        id: 'kind',
        label: this.transloco.translate('memory.find.kind'),
        options: kinds.map((value) => ({
          value,
          label: this.transloco.translate(`memory.find.kinds.${value}`),
        })),
      },
    ];
  });
  protected readonly isEmpty = computed(
    () => this.hits.items().length === 0 && !this.hits.is_first_load() && this.hits.problem() === null,
  );
  protected readonly addressOf = addressOf;

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    // Who comes here comes to type.
    afterNextRender(() => host.querySelector<HTMLInputElement>('input[type=search]')?.focus());
  }
}
