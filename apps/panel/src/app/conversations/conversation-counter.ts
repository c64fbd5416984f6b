import { effect, inject } from '@angular/core';
import type { ConversationCountsDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { NavCounts } from '../layout/navigation/nav-counts';

/**
 * Counts the conversations that wait for a person of the team, in an injection context. Without an answer the last
 * count stays: whether the API is away is said elsewhere.
 */
export function conversationCounter(): void {
  const counts = inject(NavCounts);
  const waiting = query<ConversationCountsDto>(() => '/api/conversations/counts');
  effect(() => {
    const read = waiting.value();
    if (read === null) return;
    counts.set('conversations', read.attention);
    counts.waiting.set(read.waiting);
  });
}
