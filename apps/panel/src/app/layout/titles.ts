import { DestroyRef, DOCUMENT, inject } from '@angular/core';

const LONG_PRESS_MS = 500;
const GAP_PX = 4;
const CONTROLS = 'a, button, input, select, textarea, label';

/**
 * Shows the `title` of an element also to those who have no mouse: at the focus of the keyboard, at a long touch, and at
 * a short touch of what has no other use for it. Screen readers read the title itself.
 */
export function showTitles(): void {
  const { body } = inject(DOCUMENT);
  const tip = body.ownerDocument.createElement('div');
  tip.className = 'tooltip-panel';
  tip.setAttribute('popover', 'manual');
  tip.setAttribute('aria-hidden', 'true');
  body.append(tip);
  const stop = new AbortController();
  let press: ReturnType<typeof setTimeout> | undefined;
  let shown: Element | null = null;

  const hide = () => {
    clearTimeout(press);
    removal.disconnect();
    tip.hidePopover();
    tip.textContent = '';
  };
  // The browser says nothing when an element that has the focus is removed.
  const removal = new MutationObserver(() => {
    if (shown?.isConnected === false) hide();
  });
  const show = (element: Element) => {
    shown = element;
    removal.observe(body, { childList: true, subtree: true });
    tip.textContent = element.getAttribute('title');
    tip.showPopover();
    const { left, top, bottom, width } = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = body.ownerDocument.documentElement;
    const x = left + (width - tip.offsetWidth) / 2;
    const isBelow = bottom + GAP_PX + tip.offsetHeight <= clientHeight;
    tip.style.left = `${Math.max(GAP_PX, Math.min(x, clientWidth - tip.offsetWidth - GAP_PX))}px`;
    tip.style.top = `${isBelow ? bottom + GAP_PX : top - GAP_PX - tip.offsetHeight}px`;
  };
  const touched = (event: Event) =>
    (event as PointerEvent).pointerType === 'touch' ? titledAt(event) : null;
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    handle: (event: HTMLElementEventMap[Name]) => void,
  ) => body.addEventListener(name, handle, { capture: true, passive: true, signal: stop.signal });

  on('focusin', (event) => {
    const element = titledAt(event);
    if (element?.matches(':focus-visible')) show(element);
  });
  on('pointerdown', (event) => {
    hide();
    const element = touched(event);
    if (element !== null) press = setTimeout(() => show(element), LONG_PRESS_MS);
  });
  on('pointerup', () => clearTimeout(press));
  on('click', (event) => {
    const element = touched(event);
    if (element?.closest(CONTROLS) === null) show(element);
  });
  for (const name of ['focusout', 'pointercancel', 'scroll', 'wheel'] as const) on(name, hide);
  on('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
  inject(DestroyRef).onDestroy(() => {
    stop.abort();
    clearTimeout(press);
    removal.disconnect();
    tip.remove();
  });
}

function titledAt({ target }: Event): Element | null {
  const element = target instanceof Element ? target.closest('[title]') : null;
  return element?.getAttribute('title') ? element : null;
}
