import { CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { Component, computed, effect, inject, untracked, viewChild } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
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
import { SearchField } from '../ui/lists/search-field';
import { RefetchBar, Skeleton, WhileWaiting } from '../ui/skeleton';
import { TabLinks } from '../ui/lists/tab-links';
import { nameOf } from '../crm/conversation-name';
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

  /** Replies that do not arrive are rare: their tab is there while there are some, and says how many chats. */
  protected readonly tabs = computed(() => {
    const late = this.rows.undeliveredOf().size;
    const isShown = (tab: string) => tab !== 'undelivered' || late > 0 || this.rows.tab() === tab;
    return TABS.filter(isShown).map((value) => ({
      value,
      label: this.texts.of(`conversations.tabs.${value === '' ? 'all' : value}`),
      ...(value === 'undelivered' && late > 0 ? { count: this.formats.number(late) } : {}),
    }));
  });
  protected readonly total = computed(() => {
    const { isFirstLoad, total, total_is_exact } = this.rows.list;
    return isFirstLoad() ? '' : this.formats.total(total(), total_is_exact());
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

  /** From the row that has the focus, else from the open one; Enter opens. */
  private move(step: number): void {
    const at = this.focus.index() ?? this.rows.rows().findIndex(({ id }) => id === this.rows.openId());
    this.focus.moveTo(at === -1 ? 0 : at + step);
  }
}
