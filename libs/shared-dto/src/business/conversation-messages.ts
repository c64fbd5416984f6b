import type { ForceDto } from './conversations';

/** The customer, the chat agent, somebody of the team. */
export const MESSAGE_ROLES = ['user', 'assistant', 'operator'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

export interface MessagesQueryDto {
  /** The id of a message; only older ones are answered. */
  before?: number;
  limit?: number;
}

/** Who wrote a reply in the panel, as the name was then. */
export interface MessageAuthorDto {
  /** Null for a key of an integrator. */
  id: string | null;
  name: string;
}

export interface ConversationMessageDto {
  id: number;
  role: string;
  message: string;
  timestamp: string;
  /** Null where it was not written in the panel. */
  author: MessageAuthorDto | null;
  /** When the agent confirmed that the customer got a reply of the panel. */
  delivered_at: string | null;
  /** Whether an agent has got a reply of the panel, and has not confirmed it: the customer may have it. */
  sending: boolean;
  /** When a reply was taken back. With `delivered_at` the customer got it all the same. */
  taken_back_at: string | null;
  /** The name of the key whose ping brought words of the role `operator`: they are not the team's. Missing elsewhere. */
  reported_by?: string;
  /** By which way it was written, or should go; null where that was not told. */
  channel: string | null;
  /** The message that this one corrects: its sender reported another text under the same id. */
  edited_of: number | null;
  /** Of a reminder of an appointment, which nobody wrote; missing elsewhere. */
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
  at: string;
  kind: ConversationEventKind;
  /** The person, as the name was then; null where no person did it. */
  by: MessageAuthorDto | null;
  /** Names as they were then, such as `client_name` and `before_name` of `tied`. */
  details: Record<string, string | number | boolean | null>;
}

/** A window of a thread. */
export interface MessagesDto {
  /** Oldest first. */
  items: ConversationMessageDto[];
  /** What was changed in the time of the window, oldest first. */
  events: ConversationEventDto[];
  /** For the window before this one; null at the beginning of the thread. */
  next_before: number | null;
}

/** What became of a reply that was taken back while the agent was sending it. */
export interface TakenBackReplyDto {
  may_have_been_sent: true;
}

export interface ReplyDto extends ForceDto {
  text: string;
}

/** What the team writes to itself about a conversation. */
export interface ConversationNoteDto {
  id: string;
  text: string;
  /** As the name was then. */
  author: MessageAuthorDto;
  created_at: string;
  /** Null for one that is there. */
  removed_at: string | null;
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
  limit?: number;
  cursor?: string;
}

/** A message that a search found. */
export interface MessageHitDto {
  conversation_id: string;
  chat_id: string;
  name: string | null;
  contact_name: string | null;
  contact_phone: string | null;
  message_id: number;
  role: string;
  /** HTML: what was found stands between `<mark>` and `</mark>`, all else is escaped. */
  excerpt: string;
  timestamp: string;
}
