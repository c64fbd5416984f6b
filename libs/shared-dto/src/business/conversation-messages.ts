import type { ForceDto } from './conversations';
import type { Instant, Uuid } from '../kinds';

/** The customer, the chat agent, somebody of the team. */
export const MESSAGE_ROLES = ['user', 'assistant', 'operator'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

export interface MessagesQueryDto {
  /** The id of a message; only older ones are answered. */
  before?: number;
  /** The id of a message: it is answered with as many before as after it. */
  around?: number;
  /** The id of a message; only newer ones are answered. */
  after?: number;
  limit?: number;
}

/** Who wrote a reply in the panel, as the name was then. */
export interface MessageAuthorDto {
  /** Null for a key. */
  id: Uuid | null;
  /** @example Eve Novak */
  name: string;
}

export interface ConversationMessageDto {
  id: number;
  /** @example operator */
  role: string;
  message: string;
  timestamp: Instant;
  /** Of a reply of the panel. */
  author: MessageAuthorDto | null;
  /** When the agent confirmed that the customer got the reply. */
  delivered_at: Instant | null;
  /** Whether an agent has got a reply of the panel, and has not confirmed it: the customer may have it. */
  sending: boolean;
  /** When a reply was taken back. With `delivered_at` the customer got it all the same. */
  taken_back_at: Instant | null;
  /** The name of the key whose ping brought words of the role `operator`: they are not the team’s. Missing elsewhere. */
  reported_by?: string;
  /**
   * By which way it was written, or should go; null where that was not told.
   * @example whatsapp
   */
  channel: string | null;
  /** The message that this one corrects: its sender reported another text under the same id. */
  edited_of: number | null;
  /** Of a reminder of an appointment, which nobody wrote. Missing elsewhere. */
  kind?: 'reminder';
}

/** What a line of a thread tells beside the messages. */
export const CONVERSATION_EVENT_KINDS = [
  'taken_over',
  'handed_back',
  'given_back',
  'assigned',
  'status_changed',
  'tied',
  'untied',
  'contact_changed',
  'agent_away',
  'note_removed',
  'note_put_back',
  'reply_taken_back',
  'message_erased',
  'chat_erased',
  'message_deleted_by_author',
  'erased_reply_delivered',
  'booked',
  'booking_changed',
  'booking_cancelled',
] as const;
export type ConversationEventKind = (typeof CONVERSATION_EVENT_KINDS)[number];

/** A change of a conversation, as its thread shows it. */
export interface ConversationEventDto {
  id: number;
  at: Instant;
  kind: ConversationEventKind;
  /** Null where no person did it. */
  by: MessageAuthorDto | null;
  /**
   * Names as they were then.
   * @example {"client_name":"Jana Nováková","before_name":null,"tied_by":"booking"}
   */
  details: Record<string, string | number | boolean | null>;
}

/** A window of a thread. */
export interface MessagesDto {
  /** Oldest first. */
  items: ConversationMessageDto[];
  /** What was changed in the time of these messages, oldest first; at most 200. */
  events: ConversationEventDto[];
  /** `before` for the window before this one; null at the beginning. */
  next_before: number | null;
  /** `after` for the window after this one; null at the end. */
  next_after: number | null;
}

/** What became of a reply that was taken back while the agent was sending it. */
export interface TakenBackReplyDto {
  may_have_been_sent: true;
}

/** A reply that no agent has confirmed. */
export interface UndeliveredReplyDto {
  id: number;
  /** When it was written. */
  since: Instant;
  /** Whether an agent has got it: the customer may have it. */
  sending: boolean;
}

export interface ReplyDto extends ForceDto {
  text: string;
}

/** What the team writes to itself about a conversation. */
export interface ConversationNoteDto {
  id: Uuid;
  /** @example Prefers mornings. */
  text: string;
  /** As the name was then. */
  author: MessageAuthorDto;
  created_at: Instant;
  /** Null for one that is there. */
  removed_at: Instant | null;
  /** As the name was then. */
  removed_by: string | null;
}

export interface ConversationNotesQueryDto {
  /** Those that were removed, instead of those that are there. */
  removed?: 'true' | 'false';
  limit?: number;
  cursor?: string;
}

export interface AddConversationNoteDto {
  text: string;
}

export interface MessageSearchQueryDto {
  /** Any text; its words are searched, each for itself. */
  q: string;
  /** Of one conversation alone. */
  conversation_id?: string;
  limit?: number;
  cursor?: string;
}

/** A message that a search found. */
export interface MessageHitDto {
  conversation_id: Uuid;
  /** @example "4915112345678" */
  chat_id: string;
  /** @example Jana Nováková */
  name: string | null;
  /** @example Jana */
  contact_name: string | null;
  /** @example "+12125550123" */
  contact_phone: string | null;
  message_id: number;
  /** @example user */
  role: string;
  /**
   * HTML: what was found stands between `<mark>` and `</mark>`, all else is escaped.
   * @example Are you open on <mark>Saturday</mark>?
   */
  excerpt: string;
  timestamp: Instant;
  /** Whether its author has said it in other words since. */
  is_corrected: boolean;
}
