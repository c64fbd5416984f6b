import type { SearchHitDto, SearchKind } from '@groupless/shared-dto';

const SCREENS: Record<SearchKind, string> = {
  session: 'sessions',
  state: 'state',
  task: 'tasks',
  project: 'projects',
  person: 'people',
  decision: 'decisions',
  chat: 'chats',
};

/**
 * Where a hit is shown, for the router. State is known by its key, which is its title, with its id, since two projects may have
 * the same key; a message is known by its chat.
 */
export function addressOf({
  kind,
  id,
  title,
}: Pick<SearchHitDto, 'kind' | 'id' | 'title'>): (string | { row: number })[] {
  if (kind === 'state') return ['/memory', 'state', title, { row: id }];
  if (kind === 'chat') return ['/memory', 'chats', chatOf(title)];
  return ['/memory', SCREENS[kind], String(id)];
}

/** The API calls a message `<chat_id>, <role>`: an id may have commas, a role has none. */
function chatOf(title: string): string {
  return title.slice(0, title.lastIndexOf(', '));
}
