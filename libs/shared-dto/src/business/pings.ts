import type { MessageRole } from './conversation-messages';
import type { ConversationStatus } from './conversations';
import type { Instant, Uuid } from '../kinds';

export interface PingMessageDto {
  /** The sender's own id: the same text that is sent twice with it is stored once, another text is a correction. */
  external_id?: string;
  /** Required, but with `deleted`. */
  role?: MessageRole;
  /** What a customer wrote may be empty, and longer than other texts. */
  text?: string | null;
  /** RFC 3339, or a local time, read in the time zone of the settings; default: now. */
  timestamp?: string;
  /** The author took back what was reported under `external_id`: it is erased. Nothing else is sent with it. */
  deleted?: boolean;
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
  /** By the opening hours of the business and its closures. */
  open: boolean;
  /** When it opens next; null while it is open, and where it never does. */
  opens_at: Instant | null;
  /**
   * By the clock of the business; null while it is open.
   * @example 2026-11-30T09:00
   */
  local_opens_at: string | null;
}

/** Somebody's reply, which the agent has to bring to the customer. */
export interface DeliverDto {
  id: number;
  text: string;
  timestamp: Instant;
  /** A reminder of an appointment, which nobody wrote. Missing for a reply. */
  kind?: 'reminder';
}

export interface DeliveriesQueryDto {
  /** Seconds to wait for a reply while there is none; default 0. */
  wait?: number;
}

/** The replies that the agent has to bring to one chat. */
export interface ChatDeliveriesDto {
  /** @example "4915112345678" */
  chat_id: string;
  /** @example chat */
  channel: string;
  conversation_id: Uuid;
  /** Whether a person has taken over: do not answer. */
  takeover: boolean;
  /** Oldest first. */
  deliver: DeliverDto[];
}

/** All chats with replies that no ping has confirmed yet; of very many only a part. */
export interface DeliveriesDto {
  /** The chats with replies that no ping has confirmed yet, the one that has waited longest first. */
  items: ChatDeliveriesDto[];
}

/** @schema PingResponse */
export interface PingResultDto {
  /** Null: the message was erased with its conversation, and nothing is made again. */
  conversation_id: Uuid | null;
  /** Of the message that the ping brought. */
  message_id: number | null;
  /** The message was erased, or taken back by its author, and is not stored. Missing elsewhere. */
  known?: 'erased';
  /** Whether this ping made the conversation. */
  created: boolean;
  status: ConversationStatus;
  /** Whether a person has taken over: do not answer. */
  takeover: boolean;
  /** Replies that people wrote and no ping has confirmed yet, oldest first. */
  deliver: DeliverDto[];
  /** The agent has answered while replies wait: these come first. Missing elsewhere. */
  deliver_first?: true;
  /** Whether people are there to answer. */
  team: TeamDto;
  /** What was taken as missing, and why. */
  warnings?: string[];
}
