import type { CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import { DestroyRef, effect, inject, signal, type Signal } from '@angular/core';

/** The width of an element as it is laid out, in pixels. Without a layout there is room for everything. */
export function widthOf(element: HTMLElement): Signal<number> {
  const width = signal(Number.POSITIVE_INFINITY);
  const observer = observe(element, ([entry]) => width.set(entry?.contentRect.width ?? 0));
  inject(DestroyRef).onDestroy(() => observer?.disconnect());
  return width;
}

/** How much of a viewport's width its scrollbar takes, in pixels. */
export function scrollbarOf(viewport: Signal<CdkVirtualScrollViewport | undefined>): Signal<number> {
  const width = signal(0);
  effect((onCleanup) => {
    const element = viewport()?.elementRef.nativeElement;
    if (element === undefined) return;
    // Its content gets narrower when the scrollbar comes.
    const observer = observe(element, () => width.set(element.offsetWidth - element.clientWidth));
    onCleanup(() => observer?.disconnect());
  });
  return width;
}

function observe(element: HTMLElement, callback: ResizeObserverCallback): ResizeObserver | null {
  if (!('ResizeObserver' in globalThis)) return null;
  const observer = new ResizeObserver(callback);
  observer.observe(element);
  return observer;
}
