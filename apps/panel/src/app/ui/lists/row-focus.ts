import type { CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { afterEveryRender, DestroyRef, ElementRef, inject, type Signal } from '@angular/core';
import { isTyping } from '../keys/typing';

interface VirtualRows {
  viewport: Signal<CdkVirtualScrollViewport | undefined>;
  count: () => number;
  rowHeight: () => number;
  /** What takes the focus within the element with the row's `data-index`; the element itself if not given. */
  within?: string;
}

/** Moves the keyboard focus among rows that a virtual scroll viewport draws. */
export interface RowFocus {
  /** The row with the focus, or the one that gets it as soon as it is drawn; null if there is none. */
  index: () => number | null;
  /**
   * Scrolls to the row and focuses it: within this call if it is drawn, since the next key press is meant for it; else
   * as soon as it is drawn.
   */
  moveTo: (index: number) => void;
}

/** In the injection context of the component around the viewport. */
export function rowFocus({ viewport, count, rowHeight, within = '' }: VirtualRows): RowFocus {
  const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** The row that was asked for and is not drawn yet. */
  let pending: number | null = null;
  /** What had the focus when it was asked for. */
  let focusBefore: Element | null = null;
  /** Enter was pressed for that row. */
  let isOpenWanted = false;

  function focusedIndex(): number | null {
    const row = document.activeElement?.closest('[data-index]') ?? null;
    return row === null || !host.contains(row) ? null : Number(row.getAttribute('data-index'));
  }

  function focus(index: number): boolean {
    const row = host.querySelector<HTMLElement>(`[data-index="${index}"] ${within}`.trim());
    row?.focus({ preventScroll: true });
    if (isOpenWanted) row?.click();
    return row !== null;
  }

  /** Enter means the row that was asked for, also before it is drawn: meanwhile the focus may be on another one. */
  function keepEnter(event: KeyboardEvent): void {
    if (pending === null || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    isOpenWanted = true;
  }

  function scrollTo(list: CdkVirtualScrollViewport, index: number): void {
    const top = index * rowHeight();
    const offset = list.measureScrollOffset();
    const height = list.getViewportSize();
    if (top < offset) list.scrollToOffset(top);
    else if (top + rowHeight() > offset + height) list.scrollToOffset(top + rowHeight() - height);
  }

  /** The list draws its rows some rounds after it has them, and after it was scrolled. */
  function focusPending(): void {
    const list = viewport();
    if (pending === null || list === undefined || count() === 0) return;
    const { activeElement } = document;
    // Whoever types somewhere else by now is left alone.
    if (activeElement !== focusBefore && isTyping(activeElement)) pending = null;
    else {
      pending = Math.min(pending, count() - 1);
      scrollTo(list, pending);
      if (focus(pending)) pending = null;
    }
    isOpenWanted &&= pending !== null;
  }

  document.addEventListener('keydown', keepEnter, { capture: true });
  inject(DestroyRef).onDestroy(() => document.removeEventListener('keydown', keepEnter, { capture: true }));
  afterEveryRender(focusPending);

  return {
    index: () => pending ?? focusedIndex(),
    moveTo: (index) => {
      pending = Math.max(0, count() === 0 ? index : Math.min(index, count() - 1));
      focusBefore = document.activeElement;
      isOpenWanted = false;
      focusPending();
    },
  };
}
