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

/** By what a conversation was tied to its client: a person's tie stays, the others follow the number of the chat. */
export const CLIENT_TIES = ['person', 'number', 'booking'] as const;
export type ClientTie = (typeof CLIENT_TIES)[number];

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
  /** The client's name, else the contact's, else the number; null where nothing is known. */
  name: string | null;
  contact_name: string | null;
  /** In E.164 form if it can be read as a number, else as it was sent. */
  contact_phone: string | null;
  client_id: string | null;
  /** Also where a person untied a client; null where nobody was ever tied. */
  client_tied_by: ClientTie | null;
  /** The client who has the chat's number, where a person tied another one. */
  number_client: AssigneeDto | null;
  status: ConversationStatus;
  /** The customer's messages since it was last marked as read. */
  unread_count: number;
  last_message_at: string | null;
  /** The first 200 characters. */
  last_message_preview: string | null;
  /** One of MESSAGE_ROLES where a ping or the panel wrote it. */
  last_message_role: string | null;
  /** The key that reported it as the team's; null: it came from the panel, or is not the team's. */
  last_message_reported_by: string | null;
  agent_last_seen_at: string | null;
  /** The user who looks after it. */
  assigned_to: AssigneeDto | null;
  assigned_at: string | null;
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

/** Whether the agent answers: it may be switched off, or not have been heard of for a quarter of an hour. */
export const AGENT_STATES = ['answers', 'disabled', 'away'] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** How many conversations somebody should look at. */
export interface ConversationCountsDto {
  /** Those that need a human or have unread messages; counted up to 10,000. */
  attention: number;
}

export interface AgentStateDto {
  state: AgentState;
  last_seen_at: string | null;
}

export interface ConversationListQueryDto {
  /** Part of the name, the phone, the chat's id or the last message, without case and accents. */
  search?: string;
  /** One status, or several by comma. */
  status?: string;
  /** Whether something is unread. */
  unread?: 'true' | 'false';
  /** Those whose replies have not reached their customers for ten minutes. */
  undelivered?: 'true';
  client_id?: string;
  /** Exactly. */
  chat_id?: string;
  /** `me`, `none`, or the id of a user. */
  assigned_to?: string;
  /** Exactly. */
  channel?: string;
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

/** What may concern a colleague's conversation. */
export interface ForceDto {
  /** Whether to take it from the colleague who has it. */
  force?: boolean;
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

export interface PingMessageDto {
  /** The sender's own id: the same text that is sent twice with it is stored once, another text is a correction. */
  external_id?: string;
  role: MessageRole;
  /** What a customer wrote may be empty, and longer than other texts. */
  text?: string | null;
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

/** Whether people are there, by the opening hours of the business. */
export interface TeamDto {
  open: boolean;
  /** When it opens next; null while it is open, and where it never does. */
  opens_at: string | null;
  /** The same by the clock of the business. */
  local_opens_at: string | null;
}

/** Somebody's reply, which the agent has to bring to the customer. */
export interface DeliverDto {
  id: number;
  text: string;
  timestamp: string;
  /** A reminder of an appointment, which nobody wrote; missing for a reply. */
  kind?: 'reminder';
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
  team: TeamDto;
}
