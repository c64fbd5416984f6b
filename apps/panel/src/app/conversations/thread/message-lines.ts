import type { ConversationEventDto } from '@groupless/shared-dto';
import type { MessageDto } from '../conversations-api';

export type Side = 'client' | 'agent' | 'operator' | 'other';

/** A message as it stands in the thread. */
export interface Line {
  message: MessageDto;
  side: Side;
  /** The first of a day: its date stands above. */
  startsDay: boolean;
  /** The first that nobody had seen when the thread was opened. */
  isFirstUnread: boolean;
  /** The first of what one wrote in a row: who and when stand above. */
  startsGroup: boolean;
}

/** Each line with what was changed since the one before it; without a line what was changed after the last. */
export interface LineWithEvents {
  line: Line | null;
  events: ConversationEventDto[];
}

export function withEvents(
  lines: readonly Line[],
  events: readonly ConversationEventDto[],
): LineWithEvents[] {
  let next = 0;
  const until = (at: string | null) => {
    const from = next;
    while (next < events.length && (at === null || (events[next]?.at ?? '') <= at)) next++;
    return events.slice(from, next);
  };
  const told = lines.map((line) => {
    const since = until(line.message.timestamp);
    const isSomebodyElse = since.some(({ kind }) => kind === 'contact_changed');
    return { line: isSomebodyElse ? { ...line, startsGroup: true } : line, events: since };
  });
  return [...told, { line: null, events: until(null) }];
}

/** What one writes within this time counts as said at once. */
const PAUSE_MS = 5 * 60_000;

const SIDES: Record<string, Side> = { user: 'client', assistant: 'agent', operator: 'operator' };

/**
 * @param before the message before them, if there is one
 * @param dayOf the day of a time, in the business's zone
 */
export function linesOf(
  messages: readonly MessageDto[],
  before: MessageDto | null,
  firstUnreadId: number | null,
  dayOf: (at: string) => string,
): Line[] {
  return messages.map((message, index) => {
    const previous = messages[index - 1] ?? before;
    const startsDay = previous === null || dayOf(previous.timestamp) !== dayOf(message.timestamp);
    const isFirstUnread = message.id === firstUnreadId;
    const goesOn =
      previous?.role === message.role &&
      previous.kind === message.kind &&
      previous.author?.name === message.author?.name &&
      Date.parse(message.timestamp) - Date.parse(previous.timestamp) < PAUSE_MS;
    return {
      message,
      side: sideOf(message.role),
      startsDay,
      isFirstUnread,
      startsGroup: startsDay || isFirstUnread || !goesOn,
    };
  });
}

/** Other programs may write other roles into the chats. */
export function sideOf(role: string): Side {
  return SIDES[role] ?? 'other';
}

/** The key of what became of a reply of the panel. */
export function deliveryOf({ delivered_at, sending, taken_back_at }: MessageDto): string {
  // A server of the version before does not send it.
  if (typeof taken_back_at === 'string') {
    if (delivered_at !== null) return 'conversations.taken_back.delivered';
    return sending ? 'conversations.taken_back.sending' : 'conversations.taken_back.unsent';
  }
  if (delivered_at !== null) return 'conversations.delivered';
  return sending ? 'conversations.being_sent' : 'conversations.not_delivered';
}

/** The id of the first of the client's last `count` messages; of the oldest known one if there are fewer. */
export function firstUnreadId(messages: readonly MessageDto[], count: number): number | null {
  const fromClient = messages.filter(({ role }) => role === 'user');
  if (count <= 0 || fromClient.length === 0) return null;
  return fromClient[Math.max(0, fromClient.length - count)]?.id ?? null;
}
