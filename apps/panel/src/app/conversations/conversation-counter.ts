import { effect, inject } from '@angular/core';
import type { ConversationDto, PageDto } from '@groupless/shared-dto';
import { liveQuery, type Reader } from '../http/query';
import { NavCounts } from '../layout/navigation/nav-counts';

const PATH = '/api/conversations';

/**
 * Counts the conversations that wait for a person of the team, in an injection context. Without an answer the last
 * count stays: whether the API is away is said elsewhere.
 */
export function conversationCounter(): void {
  const counts = inject(NavCounts);
  const total = async (reader: Reader, query: { status: string; unread?: boolean }) =>
    (await reader.getBody<PageDto<ConversationDto>>(PATH, { ...query, limit: 1 })).total;
  const waiting = liveQuery<string, number>({
    request: () => PATH,
    pathOf: (path) => path,
    // Two requests at a time.
    cost: () => 2,
    read: async (_, reader) => {
      const [inNeed, unread] = await Promise.all([
        total(reader, { status: 'needs_human' }),
        total(reader, { status: 'open,human,closed', unread: true }),
      ]);
      return inNeed + unread;
    },
  });
  effect(() => {
    const count = waiting.value();
    if (count !== null) counts.set('conversations', count);
  });
}
