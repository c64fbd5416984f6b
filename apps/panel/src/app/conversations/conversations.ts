import { CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { Component, computed, effect, inject, untracked, viewChild } from '@angular/core';
import { ActivatedRoute, Router, RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { PageHeader } from '../layout/page-header';
import { Shortcuts } from '../ui/keys/shortcuts';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';
import { Phone } from '../ui/formats/phone';
import { Icon } from '../ui/icon';
import { rowFocus } from '../ui/lists/row-focus';
import { isRoomy } from '../ui/screen-width';
import { SearchField } from '../ui/lists/search-field';
import { RefetchBar, Skeleton, WhileWaiting } from '../ui/skeleton';
import { TabLinks } from '../ui/lists/tab-links';
import { nameOf } from '../crm/conversation-name';
import { ConversationCounts } from './conversation-counter';
import { ConversationRow } from './conversation-row';
import { ListFilters } from './list-filters';
import { MessageHits } from './message-hits';
import { ConversationRows, TABS } from './conversation-rows';

/** Rows below the shown ones at which the next page is asked for. */
const AHEAD = 30;
/** As many rows as anybody scrolls through. */
const MOST_ROWS = 10_000;

/** All conversations, and beside them the one that is open. */
@Component({
  selector: 'app-conversations',
  imports: [
    CdkFixedSizeVirtualScroll,
    CdkVirtualForOf,
    CdkVirtualScrollViewport,
    ConversationRow,
    EmptyState,
    ErrorPanel,
    Icon,
    ListFilters,
    MessageHits,
    PageHeader,
    Phone,
    RefetchBar,
    RouterLink,
    RouterOutlet,
    SearchField,
    Skeleton,
    TabLinks,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './conversations.html',
  styleUrl: './conversations.css',
  providers: [ConversationRows],
})
export class Conversations {
  protected readonly rows = inject(ConversationRows);
  private readonly formats = inject(Formats);
  private readonly texts = inject(Texts);
  private readonly counts = inject(ConversationCounts);
  private readonly viewport = viewChild(CdkVirtualScrollViewport);
  protected readonly rowHeight = 76;
  private readonly focus = rowFocus({
    viewport: this.viewport,
    count: () => this.rows.rows().length,
    rowHeight: () => this.rowHeight,
    within: 'a',
  });
  protected readonly placeholders = Array.from({ length: 7 }, (_, index) => index);
  protected readonly track = (_: number, { id }: ConversationDto) => id;

  /** Replies that do not arrive are rare: their tab is there while there are some. */
  protected readonly tabs = computed(() => {
    const late = this.rows.undeliveredOf().size;
    const isLateShown = late > 0 || this.rows.tab() === 'undelivered';
    const counts = { ...this.counts.value(), all: 0, undelivered: late };
    return [...TABS, ...(isLateShown ? (['undelivered'] as const) : [])].map((value) => ({
      value,
      label: this.texts.of(`conversations.tabs.${value}`),
      ...(counts[value] ? { count: this.formats.compact(counts[value]) } : {}),
    }));
  });
  /** A rarer list is a part of all. */
  protected readonly tab = computed(() => {
    const tab = this.rows.tab();
    return this.tabs().some(({ value }) => value === tab) ? tab : 'all';
  });
  protected readonly total = computed(() => {
    const { total, total_is_exact } = this.rows.list;
    return this.rows.isFirstLoad() ? '' : this.formats.total(total(), total_is_exact());
  });
  protected readonly isCut = computed(
    () => this.rows.list.items().length >= MOST_ROWS && this.rows.list.hasMore(),
  );
  protected readonly openName = computed(() => {
    const id = this.rows.openId();
    const open = id === null ? null : this.rows.find(id);
    return open === null ? null : nameOf(open);
  });

  constructor() {
    const group = 'nav.conversations';
    inject(Shortcuts).register([
      { keys: 'j', label: 'keys.next_row', group, run: () => this.move(1) },
      { keys: 'k', label: 'keys.previous_row', group, run: () => this.move(-1) },
    ]);
    this.openFirst();
    effect(() => {
      this.rows.tab();
      this.rows.search();
      untracked(() => this.viewport()?.scrollToIndex(0));
    });
  }

  protected onScroll(): void {
    const end = this.viewport()?.getRenderedRange().end ?? 0;
    const { items, loadMore } = this.rows.list;
    if (end + AHEAD >= items().length && items().length < MOST_ROWS) void loadMore();
  }

  /**
   * Who comes without a wish, while somebody is needed, sees the first of those at once. Of the other lists none is
   * opened: to open is to have read.
   */
  private openFirst(): void {
    const route = inject(ActivatedRoute);
    const router = inject(Router);
    const isNoneOpen = route.snapshot.firstChild?.params['id'] === undefined;
    let mayOpen = isNoneOpen && isRoomy()() && !this.rows.isWished();
    effect(() => {
      if (!mayOpen || this.rows.isFirstLoad()) return;
      mayOpen = false;
      const [first] = this.rows.rows();
      if (first === undefined || this.rows.tab() !== 'needs_human' || this.rows.openId() !== null) return;
      void router.navigate([first.id], {
        relativeTo: route,
        queryParamsHandling: 'preserve',
        replaceUrl: true,
      });
    });
  }

  /** From the row that has the focus, else from the open one; Enter opens. */
  private move(step: number): void {
    const at = this.focus.index() ?? this.rows.rows().findIndex(({ id }) => id === this.rows.openId());
    this.focus.moveTo(at === -1 ? 0 : at + step);
  }
}
