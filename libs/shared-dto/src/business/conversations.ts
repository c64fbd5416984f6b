/** `human`: a person answers, the chat agent may not. */
export const CONVERSATION_STATUSES = ['open', 'needs_human', 'human', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** What a change may set by itself; `human` comes of taking over alone. */
export const SETTABLE_STATUSES = [
  'open',
  'needs_human',
  'closed',
] as const satisfies readonly ConversationStatus[];

/** The customer, the chat agent, somebody of the team. */
export const MESSAGE_ROLES = ['user', 'assistant', 'operator'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

export interface AssigneeDto {
  id: string;
  name: string;
}

export interface AssignConversationDto {
  /** Null: nobody. */
  user_id: string | null;
}

export interface ConversationDto {
  id: string;
  /** The chat, as its platform names it; unique. */
  chat_id: string;
  /** By which way people write, such as `chat` or `phone`: any word of the agent's. */
  channel: string;
  contact_name: string | null;
  /** In E.164 form if it can be read as a number, else as it was sent. */
  contact_phone: string | null;
  client_id: string | null;
  status: ConversationStatus;
  /** The customer's messages since it was last marked as read. */
  unread_count: number;
  last_message_at: string | null;
  /** The first 200 characters. */
  last_message_preview: string | null;
  /** One of MESSAGE_ROLES where a ping or the panel wrote it. */
  last_message_role: string | null;
  agent_last_seen_at: string | null;
  /** The user who looks after it. */
  assigned_to: AssigneeDto | null;
  created_at: string;
  updated_at: string;
}

export const CONVERSATION_SORTS = [
  '-last_message_at',
  'last_message_at',
  'updated_at',
  '-updated_at',
] as const;
export type ConversationSort = (typeof CONVERSATION_SORTS)[number];

export interface ConversationListQueryDto {
  /** Part of the name, the phone, the chat's id or the last message, without case and accents. */
  search?: string;
  /** One status, or several by comma. */
  status?: string;
  /** Whether something is unread. */
  unread?: 'true' | 'false';
  client_id?: string;
  /** Exactly. */
  chat_id?: string;
  /** Those that were made or changed then or later. */
  updated_since?: string;
  sort?: ConversationSort;
  limit?: number;
  cursor?: string;
}

/** What is left out stays as it is. */
export interface PatchConversationDto {
  status?: (typeof SETTABLE_STATUSES)[number];
  client_id?: string | null;
}

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
}

/** A window of a thread. */
export interface MessagesDto {
  /** Oldest first. */
  items: ConversationMessageDto[];
  /** For the window before this one; null at the beginning of the thread. */
  next_before: number | null;
}

export interface ReplyDto {
  text: string;
}

/** What the team writes to itself about a conversation. */
export interface ConversationNoteDto {
  id: string;
  text: string;
  /** As the name was then. */
  author: MessageAuthorDto;
  created_at: string;
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
  contact_name: string | null;
  contact_phone: string | null;
  message_id: number;
  role: string;
  /** HTML: what was found stands between `<mark>` and `</mark>`, all else is escaped. */
  excerpt: string;
  timestamp: string;
}

export interface PingMessageDto {
  /** The sender's own id, unique within the chat: a message that is sent twice with it is stored once. */
  external_id?: string;
  role: MessageRole;
  text: string;
  /** RFC 3339, or a local time, read in the time zone of the settings; default: now. */
  timestamp?: string;
}

export interface PingContactDto {
  name?: string;
  phone?: string;
}

/** A report of the chat agent: that a chat exists, a message in it, or both. */
export interface PingDto {
  chat_id: string;
  channel?: string;
  message?: PingMessageDto;
  contact?: PingContactDto;
  /** True asks for a person; false changes nothing. */
  needs_human?: boolean;
  /** Ids of replies that reached the customer. */
  delivered?: number[];
}

/** Somebody's reply, which the agent has to bring to the customer. */
export interface DeliverDto {
  id: number;
  text: string;
  timestamp: string;
}

export interface DeliveriesQueryDto {
  /** Seconds to wait for a reply while there is none; default 0. */
  wait?: number;
}

/** The replies that the agent has to bring to one chat. */
export interface ChatDeliveriesDto {
  chat_id: string;
  channel: string;
  conversation_id: string;
  /** Whether a person has taken over: the agent must not answer. */
  takeover: boolean;
  /** Oldest first. */
  deliver: DeliverDto[];
}

/** All chats with replies that no ping has confirmed yet; of very many only a part. */
export interface DeliveriesDto {
  items: ChatDeliveriesDto[];
}

export interface PingResultDto {
  conversation_id: string;
  /** The id of the ping's message; null if it had none. */
  message_id: number | null;
  /** Whether this ping made the conversation. */
  created: boolean;
  status: ConversationStatus;
  /** Whether a person has taken over: the agent must not answer. */
  takeover: boolean;
  /** Replies that no ping has confirmed yet, oldest first; the rest of many comes with later pings. */
  deliver: DeliverDto[];
}
