import type { ConversationDto, ConversationEventDto, ConversationNoteDto } from '@groupless/shared-dto';
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
  /** Whether it came after messages that were written later. */
  isLate: boolean;
  /** Whether its author has said it in other words since. */
  isCorrected: boolean;
}

/** Each line with what was changed since the one before it; without a line what was changed after the last. */
export interface LineWithEvents {
  line: Line | null;
  events: ThreadEvent[];
}

/** What was changed, or what the team has noted. */
export type ThreadEvent =
  (ConversationEventDto & { note?: undefined }) | { id: string; at: string; note: ConversationNoteDto };

/** Notes among the changes, by time. */
export function withNotes(
  events: readonly ConversationEventDto[],
  notes: readonly ConversationNoteDto[],
): ThreadEvent[] {
  const noted = notes.map((note) => ({ id: note.id, at: note.created_at, note }));
  return [...events, ...noted].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

export function withEvents(lines: readonly Line[], events: readonly ThreadEvent[]): LineWithEvents[] {
  let next = 0;
  const until = (at: string | null) => {
    const from = next;
    while (next < events.length && (at === null || (events[next]?.at ?? '') <= at)) next++;
    return events.slice(from, next);
  };
  const told = lines.map((line) => {
    const since = until(line.message.timestamp);
    const isSomebodyElse = since.some(
      (event) => event.note === undefined && event.kind === 'contact_changed',
    );
    return { line: isSomebodyElse ? { ...line, startsGroup: true } : line, events: since };
  });
  return [...told, { line: null, events: until(null) }];
}

/** What one writes within this time counts as said at once. */
const PAUSE_MS = 5 * 60_000;
/** What came by so much later than what was written after it came late. */
const LATE_MS = 60_000;

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
  const late = lateIds(messages);
  const corrected = new Set(messages.map(({ edited_of }) => edited_of));
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
      isLate: late.has(message.id),
      isCorrected: corrected.has(message.id),
    };
  });
}

/** Of the client's messages those that came when later ones were there; agents that report at once may swap two. */
function lateIds(messages: readonly MessageDto[]): Set<number> {
  const late = new Set<number>();
  const behind: MessageDto[] = [];
  for (const message of messages.toReversed()) {
    if (message.role !== 'user') continue;
    const written = Date.parse(message.timestamp);
    const isBefore = (one: MessageDto) =>
      one.id < message.id && Date.parse(one.timestamp) - written >= LATE_MS;
    if (behind.some(isBefore)) late.add(message.id);
    // Those with lower ids say more.
    if (behind.every(({ id }) => message.id < id)) behind.push(message);
  }
  return late;
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

/**
 * Up to which message a conversation is read; null: nothing new is. What was not on the screen is not.
 * @param seen the ids of those that were
 * @param isWhole whether all that is unread can be among the messages
 */
export function readUpTo(
  messages: readonly MessageDto[],
  seen: ReadonlySet<number>,
  { unread_count, first_unread_id }: Pick<ConversationDto, 'unread_count' | 'first_unread_id'>,
  isWhole: boolean,
): number | null {
  const first = first_unread_id ?? null;
  if (first === null) {
    // Marked for later; the server of the version before names none.
    const newest = messages.reduce((highest, { id }) => Math.max(highest, id), 0);
    return seen.has(newest) ? newest : null;
  }
  const unread = messages
    .filter(({ id, role }) => role === 'user' && id >= first)
    .sort((a, b) => a.id - b.id);
  if (unread[0]?.id !== first && !isWhole) return null;
  const unseen = unread.findIndex(({ id }) => !seen.has(id));
  const read = unseen === -1 ? unread : unread.slice(0, unseen);
  // Others may lie where nobody has looked yet: one after the other.
  const isAll = isWhole || unread.length >= unread_count;
  return (isAll ? read.at(-1) : read[0])?.id ?? null;
}
