import { DestroyRef, effect, inject, untracked } from '@angular/core';
import type { EventType } from '@groupless/shared-dto';
import { Connectivity } from '../http/connectivity';
import { LiveEvents } from '../http/live-events';
import { MemoryApi } from './memory-api';

/** Changes that come together are read together. */
const PAUSE_MS = 250;

/** Reads again after the assistant or somebody else changed something, and after a write of this page. */
export function keepFresh(types: readonly EventType[], read: () => unknown): void {
  const { writes } = inject(MemoryApi);
  let timer: ReturnType<typeof setTimeout> | null = null;
  const readLater = () => {
    timer ??= setTimeout(() => {
      timer = null;
      read();
    }, PAUSE_MS);
  };
  inject(LiveEvents).onEvent(types, readLater);
  const seen = writes();
  effect(() => {
    if (writes() !== seen) untracked(readLater);
  });
  inject(DestroyRef).onDestroy(() => {
    if (timer !== null) clearTimeout(timer);
  });
}

/** Reads again when the API was away and came back. Lists by cursor do so by themselves. */
export function readWhenBack(read: () => unknown): void {
  const { came_back } = inject(Connectivity);
  effect(() => {
    if (came_back() > 0) untracked(read);
  });
}
