import { effect, inject, Injectable, signal } from '@angular/core';
import type { ConversationCountsDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { NavCounts } from '../layout/navigation/nav-counts';

/** How many conversations somebody should look at, and why: read once, for the navigation and for their screen. */
@Injectable({ providedIn: 'root' })
export class ConversationCounts {
  readonly value = signal<ConversationCountsDto | null>(null);
  /** Whether there was an answer, be it that they could not be counted. */
  readonly isAsked = signal(false);
}

/**
 * Counts the conversations that wait for a person of the team, in an injection context. Without an answer the last
 * count stays: whether the API is away is said elsewhere.
 */
export function conversationCounter(): void {
  const navigation = inject(NavCounts);
  const counts = inject(ConversationCounts);
  const waiting = query<ConversationCountsDto>(() => '/api/conversations/counts');
  effect(() => {
    const read = waiting.value();
    if (read === null) {
      if (waiting.problem() !== null) counts.isAsked.set(true);
      return;
    }
    counts.value.set(read);
    counts.isAsked.set(true);
    navigation.set('conversations', read.attention);
    navigation.waiting.set(read.waiting);
  });
}
