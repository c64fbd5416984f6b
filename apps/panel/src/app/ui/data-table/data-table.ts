import { CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { NgTemplateOutlet } from '@angular/common';
import {
  Component,
  computed,
  contentChild,
  contentChildren,
  effect,
  ElementRef,
  inject,
  input,
  model,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { Shortcuts } from '../keys/shortcuts';
import { Appearance } from '../../i18n/appearance';
import { EmptyState } from '../empty-state';
import { ErrorPanel } from '../error-panel';
import { Icon } from '../icon';
import { IconButton } from '../icon-button';
import { isNarrow } from '../screen-width';
import { rowFocus } from '../lists/row-focus';
import { RefetchBar, Skeleton, WhileWaiting } from '../skeleton';
import { Cell, CompactRow } from './cell';
import { scrollbarOf, widthOf } from './measures';
import { ariaSort, nextSort, type Column } from './column';
import type { TableRows } from './table-rows';

/** Rows below the shown ones at which the next page is asked for. */
const AHEAD = 40;
/** As many rows as anybody scrolls through. */
const MOST_ROWS = 10_000;
const HEIGHT = { comfortable: 44, compact: 36, two_lines: 64 };

/**
 * A list of any length: only the rows in sight are in the page, the next ones come as one scrolls. Rows are chosen by
 * `j` and `k`, opened by Enter, selected by `x`. What there is to see when the
 * list is empty is said with the list, or comes as content.
 */
@Component({
  selector: 'app-data-table',
  imports: [
    CdkFixedSizeVirtualScroll,
    CdkVirtualForOf,
    CdkVirtualScrollViewport,
    EmptyState,
    ErrorPanel,
    Icon,
    IconButton,
    NgTemplateOutlet,
    PluralPipe,
    RefetchBar,
    RouterLink,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './data-table.html',
  styleUrl: './data-table.css',
})
export class DataTable<Row> {
  /** What is listed, for screen readers; already translated. */
  readonly label = input.required<string>();
  readonly of = input.required<TableRows<Row>>();
  /** Ids of hidden columns. */
  readonly hidden = input<readonly string[]>([]);
  readonly canSelect = input(false);
  /** Ids of selected rows. */
  readonly selected = model<readonly string[]>([]);
  /** Where the texts of the footer stand: `<countTexts>.rows`, a counted one, and `<countTexts>.more_rows`. */
  readonly countTexts = input('table');

  protected readonly list = computed(() => this.of().list);
  protected readonly sort = computed(() => this.of().sort?.value() ?? '');
  protected readonly openId = computed(() => this.of().openId?.() ?? null);
  protected readonly cells = contentChildren(Cell);
  protected readonly compactRow = contentChild(CompactRow);
  protected readonly formats = inject(Formats);
  private readonly appearance = inject(Appearance);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly viewport = viewChild(CdkVirtualScrollViewport);
  private readonly focus = rowFocus({
    viewport: this.viewport,
    count: () => this.rows().length,
    rowHeight: () => this.rowHeight(),
  });

  private readonly widthPx = widthOf(this.host);
  /** The head is as wide as the rows. */
  protected readonly scrollbarPx = scrollbarOf(this.viewport);
  protected readonly isNarrow = isNarrow();
  protected readonly rowHeight = computed(
    () => HEIGHT[this.isNarrow() ? 'two_lines' : this.appearance.density()],
  );
  protected readonly shownColumns = computed(() =>
    this.of()
      .columns()
      .filter(({ id, fromPx = 0 }) => !this.hidden().includes(id) && fromPx <= this.widthPx()),
  );
  protected readonly tracks = computed(() => {
    if (this.isNarrow()) return this.canSelect() ? '40px minmax(0, 1fr)' : 'minmax(0, 1fr)';
    const widths = this.shownColumns().map(({ width }) =>
      width.endsWith('fr') ? `minmax(0, ${width})` : width,
    );
    return [...(this.canSelect() ? ['40px'] : []), ...widths].join(' ');
  });
  protected readonly rows = computed(() => this.list().items().slice(0, MOST_ROWS));
  protected readonly isCut = computed(() => this.list().items().length >= MOST_ROWS && this.list().hasMore());
  protected readonly selectedIds = computed(() => new Set(this.selected()));
  protected readonly areAllSelected = computed(
    () => this.rows().length > 0 && this.rows().every((row) => this.selectedIds().has(this.of().idOf(row))),
  );
  /** The row that the keyboard is at. */
  protected readonly at = signal(0);
  private readonly rendered = signal({ start: 0, end: 0 });
  /** The row that Tab reaches: where the keyboard is, or the nearest one that is drawn. */
  protected readonly tabStop = computed(() => {
    const { start, end } = this.rendered();
    const last = Math.min(end, this.rows().length) - 1;
    return Math.max(Math.min(this.at(), last), Math.min(start, Math.max(last, 0)));
  });
  private lastChecked: number | null = null;
  protected readonly placeholders = Array.from({ length: 8 }, (_, index) => index);
  protected readonly ariaSort = ariaSort;

  constructor() {
    const group = 'keys.list';
    inject(Shortcuts).register([
      { keys: 'j', label: 'keys.next_row', group, run: () => this.moveTo(this.next()) },
      {
        keys: 'k',
        label: 'keys.previous_row',
        group,
        run: () => this.moveTo((this.focus.index() ?? this.at()) - 1),
      },
      { keys: 'x', label: 'keys.select_row', group, run: () => this.toggleAt(this.at()) },
    ]);
    // A row's height depends on the density and the width of the page; the viewport measures when they change.
    effect(() => {
      this.rowHeight();
      this.rows();
      untracked(() => requestAnimationFrame(() => this.viewport()?.checkViewportSize()));
    });
    effect((onCleanup) => {
      const drawn = this.viewport()?.renderedRangeStream.subscribe((range) => this.rendered.set(range));
      onCleanup(() => drawn?.unsubscribe());
    });
    effect(() => {
      this.sort();
      untracked(() => this.viewport()?.scrollToIndex(0));
    });
  }

  protected readonly track = (_: number, row: Row) => this.of().idOf(row);

  protected templateOf(id: string) {
    return this.cells().find((cell) => cell.appCell() === id)?.template ?? null;
  }

  protected sortBy(column: Column): void {
    const next = nextSort(column, this.sort());
    if (next !== null) this.of().sort?.set(next);
  }

  protected onScroll(firstShown: number): void {
    const inSight = this.viewport()?.getRenderedRange().end ?? firstShown;
    if (inSight + AHEAD >= this.rows().length && this.rows().length < MOST_ROWS) void this.list().loadMore();
  }

  /** With Shift all rows from the last one that was checked become as this one. */
  protected onCheck({ shiftKey }: MouseEvent, row: Row, index: number): void {
    const from = shiftKey ? (this.lastChecked ?? index) : index;
    const isOn = !this.selectedIds().has(this.of().idOf(row));
    const rows = this.rows().slice(Math.min(from, index), Math.max(from, index) + 1);
    this.select(rows.map(this.of().idOf), isOn);
    this.lastChecked = index;
  }

  private select(ids: readonly string[], isOn: boolean): void {
    const changed = new Set(ids);
    const others = this.selected().filter((id) => !changed.has(id));
    this.selected.set(isOn ? [...others, ...changed] : others);
  }

  protected toggleAll(): void {
    this.selected.set(this.areAllSelected() ? [] : this.rows().map(this.of().idOf));
  }

  protected onRowKey(event: KeyboardEvent, index: number): void {
    if (event.target !== event.currentTarget) return;
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: this.rows().length - 1,
    };
    const target = moves[event.key];
    const row = this.rows()[index];
    if (target !== undefined) this.moveTo(target);
    else if (event.key === 'Enter' && row !== undefined) this.of().open(row);
    else if (event.key === ' ' && this.canSelect()) this.toggleAt(index);
    else return;
    event.preventDefault();
  }

  /** A click on a link or a control of the row is about that alone. */
  protected onRowClick(event: Event, row: Row, index: number): void {
    if ((event.target as Element).closest('a, button, input, label') !== null) return;
    this.at.set(index);
    this.of().open(row);
  }

  private toggleAt(index: number): void {
    const row = this.rows()[index];
    if (row === undefined || !this.canSelect()) return;
    const id = this.of().idOf(row);
    this.select([id], !this.selectedIds().has(id));
    this.lastChecked = index;
  }

  /** From outside the list first to the row where the keyboard was. */
  private next(): number {
    const index = this.focus.index();
    return index === null ? this.at() : index + 1;
  }

  private moveTo(index: number): void {
    this.at.set(Math.max(0, Math.min(index, this.rows().length - 1)));
    this.focus.moveTo(index);
  }
}
