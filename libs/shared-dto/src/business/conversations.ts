import type { Instant, Uuid } from '../kinds';

/** `human`: a person answers, the chat agent may not. */
export const CONVERSATION_STATUSES = ['open', 'needs_human', 'human', 'closed'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

/** What a change may set by itself; `human` comes of taking over alone. */
export const SETTABLE_STATUSES = [
  'open',
  'needs_human',
  'closed',
] as const satisfies readonly ConversationStatus[];

/** By what a conversation was tied to its client: a person's tie stays, the others follow the number of the chat. */
export const CLIENT_TIES = ['person', 'number', 'booking'] as const;
export type ClientTie = (typeof CLIENT_TIES)[number];

/** Who is reminded of a client who waits. */
export const WAITING_LIMITS = ['assigned', 'team'] as const;
export type WaitingLimit = (typeof WAITING_LIMITS)[number];

/** After how many minutes what happens to a conversation in which a client waits; null: it does not. */
export interface WaitingLimitsDto {
  /** @example 5 */
  remind_assigned_minutes: number | null;
  /** @example 15 */
  remind_team_minutes: number | null;
  /** @example null */
  hand_back_minutes: number | null;
}

/** To whom conversations are given that need a person: to nobody, in turn, or to who has the fewest. */
export const CONVERSATION_SHARINGS = ['none', 'round_robin', 'free'] as const;
export type ConversationSharing = (typeof CONVERSATION_SHARINGS)[number];

/**
 * @schema ConversationSettingsDocument
 * @rules ConversationSettingsRequest
 */
export interface ConversationSettingsDto extends WaitingLimitsDto {
  close_after_days: number | null;
  assign: ConversationSharing;
  /** After how many minutes without a touch of the panel somebody counts as away; null: who says so alone. */
  away_after_minutes: number | null;
  /** What counts outside the opening hours; null: the same. */
  outside_hours: WaitingLimitsDto | null;
}

/** What is missing stays as it is. */
export type ReplaceConversationSettingsDto = Omit<ConversationSettingsDto, 'assign' | 'away_after_minutes'> &
  Partial<ConversationSettingsDto>;

export interface AssigneeDto {
  id: Uuid;
  /** @example Eve Novak */
  name: string;
}

/** What may concern a colleague's conversation. */
export interface ForceDto {
  /** Whether to do it although a colleague has the conversation. */
  force?: boolean;
}

/** What may leave a reply behind that the customer has not got. */
export interface LeaveDto extends ForceDto {
  /** Whether to do it although an agent still has to deliver a reply. */
  leave_undelivered?: boolean;
}

export interface MarkReadDto {
  /** The id of the last message that was seen. Without it all are read. */
  up_to?: number;
}

export interface MarkUnreadDto {
  /** The id of the first message that is unread. Without it the conversation is marked for later. */
  from?: number;
}

export interface AssignConversationDto extends LeaveDto {
  /** Null: nobody. */
  user_id: string | null;
}

export interface ConversationDto {
  id: Uuid;
  /**
   * The chat, as its platform names it; unique.
   * @example "4915112345678"
   */
  chat_id: string;
  /**
   * By which way people write, such as `chat` or `phone`: any word of the agent's.
   * @example chat
   */
  channel: string;
  /**
   * The client’s name, else the contact’s, else the number.
   * @example Jana Nováková
   */
  name: string | null;
  /** @example Jana */
  contact_name: string | null;
  /**
   * E.164 if it can be read as a number, else as it was sent.
   * @example "+12125550123"
   */
  contact_phone: string | null;
  client_id: Uuid | null;
  /** By what the client was tied. A person’s tie stays; the others follow the number of the chat. */
  client_tied_by: ClientTie | null;
  /** The client who has the chat’s number, where a person tied another one. */
  number_client: AssigneeDto | null;
  status: ConversationStatus;
  /** The customer’s messages that the user who asks has not read, up to 100; for keys, the team. */
  unread_count: number;
  /** The first of them that came; null: there is none, or a key asks. */
  first_unread_id: number | null;
  last_message_at: Instant | null;
  /**
   * The first 200 characters.
   * @example Are you open on Saturday?
   */
  last_message_preview: string | null;
  /**
   * A role of messages where a ping or the panel wrote it.
   * @example user
   */
  last_message_role: string | null;
  /** The key that reported it as the team’s; null: it came from the panel, or is not the team’s. */
  last_message_reported_by: string | null;
  agent_last_seen_at: Instant | null;
  /** Who looks after it. */
  assigned_to: AssigneeDto | null;
  assigned_at: Instant | null;
  /** Since the customer’s first unanswered word, while a person is to answer; null: nobody waits for a person. */
  waiting_since: Instant | null;
  /** The last limit of the settings that this wait has passed: whoever has it was reminded, or the team. */
  waiting_limit: WaitingLimit | null;
  created_at: Instant;
  updated_at: Instant;
}

export const CONVERSATION_SORTS = [
  '-last_message_at',
  'last_message_at',
  'updated_at',
  '-updated_at',
  // The longest wait for a person first.
  'waiting',
] as const;
export type ConversationSort = (typeof CONVERSATION_SORTS)[number];

/** Whether the agent answers: it may be switched off, or not have been heard of for a quarter of an hour. */
export const AGENT_STATES = ['answers', 'disabled', 'away'] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** How many conversations somebody should look at. */
export interface ConversationCountsDto {
  /**
   * Those that need a human or have unread messages; counted up to 10,000.
   * @example 3
   */
  attention: number;
  /**
   * Counted up to 10,000, as the next two.
   * @example 2
   */
  needs_human: number;
  /**
   * As the list with `unread` has them for the caller.
   * @example 1
   */
  unread: number;
  /**
   * The caller’s that are not closed; 0 for a key.
   * @example 1
   */
  mine: number;
  /**
   * In which somebody waits for a person.
   * @example 3
   */
  waiting: number;
  /** The longest of them; null: nobody waits. */
  waiting_since: Instant | null;
}

export interface AgentStateDto {
  /** `away`: it has not been heard of for a quarter of an hour. */
  state: AgentState;
  last_seen_at: Instant | null;
}

/** The agent answered all, a person was needed, or was and let the client wait; or that there was an answer at all. */
export const CONVERSATION_OUTCOMES = ['alone', 'person', 'waited', 'answered'] as const;

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
  /** Those that began then or later. */
  created_after?: string;
  /** Those that began before. */
  created_before?: string;
  /** How they went so far, as reports count it; several by comma. */
  outcome?: string;
  /** Those that were made or changed then or later. */
  updated_since?: string;
  sort?: ConversationSort;
  limit?: number;
  cursor?: string;
}

/** What is left out stays as it is. */
export interface PatchConversationDto extends LeaveDto {
  status?: (typeof SETTABLE_STATUSES)[number];
  client_id?: string | null;
}
