import { DestroyRef, effect, inject, signal, untracked, type WritableSignal } from '@angular/core';
import { Session } from './session';
import { DRAFTS, tryStorage, Unsaved } from './unsaved';

/** Texts that are being written, by what they are for. */
export interface KeptTexts {
  of(id: string): string;
  set(id: string, text: string): void;
}

/** The same in each tab of the browser that the user has open: what one tab has sent, no other one sends again. */
export function keptTexts(name: string): KeptTexts {
  const kept = keptDrafts<Readonly<Record<string, string>>>(
    name,
    {},
    (texts) => Object.keys(texts).length === 0,
  );
  const unsaved = inject(Unsaved);
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(keyOf(name)) : null;
  inject(DestroyRef).onDestroy(() => channel?.close());
  if (channel !== null) {
    channel.onmessage = ({ data }) => {
      if (unsaved.wasReleased) return;
      if (data === null) channel.postMessage(untracked(kept));
      else kept.set(data as Record<string, string>);
    };
    // What the others have written since this one was last open.
    channel.postMessage(null);
  }
  return {
    of: (id) => kept()[id] ?? '',
    set: (id, text) => {
      const { [id]: _, ...others } = untracked(kept);
      kept.set(text === '' ? others : { ...others, [id]: text });
      channel?.postMessage(untracked(kept));
    },
  };
}

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
  const key = keyOf(name);
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

/** In an injection context. */
function keyOf(name: string): string {
  return `${DRAFTS}${name}.${untracked(inject(Session).user_id) ?? ''}`;
}
