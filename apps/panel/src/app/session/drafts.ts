import { DestroyRef, effect, inject, signal, untracked, type WritableSignal } from '@angular/core';
import { Session } from './session';
import { DRAFTS, tryStorage, Unsaved } from './unsaved';

/**
 * What is being written, by its place. Kept in this tab over a reload and while other screens are shown, for its user alone: a
 * log-out asks before it drops it. In an injection context.
 * @param isEmpty whether nothing in it would be missed
 */
export function keptDrafts<Kept extends object>(
  name: string,
  initial: Kept,
  isEmpty: (kept: Kept) => boolean,
): WritableSignal<Kept> {
  const key = `${DRAFTS}${name}.${untracked(inject(Session).user_id) ?? ''}`;
  const kept = signal<Kept>(initial);
  tryStorage(() => {
    const stored = sessionStorage.getItem(key);
    if (stored !== null) kept.set(JSON.parse(stored) as Kept);
  });
  const unsaved = inject(Unsaved);
  effect(() => {
    const now = kept();
    if (unsaved.wasReleased) return;
    tryStorage(() => {
      if (isEmpty(now)) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify(now));
    });
  });
  const holder = {
    isUnsaved: () => !isEmpty(kept()),
    text: () => 'unsaved.drafts',
    route: null,
    isKept: true,
  };
  unsaved.hold(holder, inject(DestroyRef));
  return kept;
}
