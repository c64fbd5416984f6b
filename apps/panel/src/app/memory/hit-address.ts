import type { SearchHitDto, SearchKind } from '@groupless/shared-dto';

const SCREENS: Record<SearchKind, string> = {
  session: 'sessions',
  state: 'state',
  task: 'tasks',
  project: 'projects',
  person: 'people',
  chat: 'chats',
};

/** Where a hit is shown, for the router. State is known by its key and a message by its chat, which the title tells. */
export function addressOf({ kind, id, title }: Pick<SearchHitDto, 'kind' | 'id' | 'title'>): string[] {
  if (kind === 'state') return ['/memory', 'state', title];
  if (kind === 'chat') return ['/memory', 'chats', title.slice(0, title.lastIndexOf(', '))];
  return ['/memory', SCREENS[kind], String(id)];
}
