import { effect, inject } from '@angular/core';
import { Connectivity } from '../http/connectivity';
import { LiveEvents } from '../http/live-events';
import { NavCounts } from '../layout/nav-counts';
import { ConversationsApi } from './conversations-api';

/** However much is written, the count is asked for at most this often. */
const PAUSE_MS = 2_000;

/** Counts the conversations that wait for a person of the team, in an injection context. */
export function conversationCounter(): void {
  const api = inject(ConversationsApi);
  const counts = inject(NavCounts);
  const connectivity = inject(Connectivity);
  let is_resting = false;
  let is_wanted = false;

  async function count(): Promise<void> {
    is_wanted = true;
    if (is_resting) return;
    is_resting = true;
    is_wanted = false;
    // Without an answer the last count stays: whether the API is away is said elsewhere.
    await api.countWaiting().then(
      (waiting) => counts.set('conversations', waiting),
      () => undefined,
    );
    setTimeout(() => {
      is_resting = false;
      if (is_wanted) void count();
    }, PAUSE_MS);
  }

  inject(LiveEvents).onEvent(['conversation.updated'], () => void count());
  effect(() => {
    connectivity.came_back();
    void count();
  });
}
