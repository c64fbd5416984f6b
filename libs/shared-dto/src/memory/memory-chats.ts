import type { MessageRole } from '../business/conversation-messages';
import type { Instant } from '../kinds';
import type { ChatMessageDto, NamedRowDto, SessionPlaceDto } from './memory';

/** Who writes in a chat, where the chat agent has told of it. */
export interface ChatContactDto {
  /** @example Jana Nováková */
  contact_name: string | null;
  /** @example "+4915112345678" */
  contact_phone: string | null;
}

/**
 * A chat with its newest message.
 * @schema ChatRow
 */
export interface ChatDto extends ChatContactDto {
  /** @example "4915112345678" */
  chat_id: string;
  last_message_at: Instant;
  /** @example user */
  last_message_role: string;
  /** The first 200 characters of it. */
  last_message_preview: string;
}

/** What was said in a chat about a project. */
export interface NewChatMessageDto {
  /** The sender's own id, unique within the chat: what comes twice is stored once. */
  external_id: string;
  role: MessageRole;
  text: string;
  /** RFC 3339; now unless said, and where it is in the future. */
  timestamp?: string;
}

/** All of one session. */
export interface StoreChatMessagesDto extends SessionPlaceDto {
  messages: NewChatMessageDto[];
}

export interface LastSessionQueryDto {
  /** The session that is resumed. */
  session_id?: string;
  limit?: number;
}

/** @schema Branch */
export interface BranchDto {
  /** @example feature/cart */
  branch: string;
  /** @example "1f3e5d7" */
  head: string | null;
  /** Another branch had this commit before: none of its own is known. */
  without_commit: boolean;
  /** What was said there and still stands: decisions, state and pending tasks; at most ten. */
  rows: NamedRowDto[];
}

/** The last turns of one session about a project. */
export interface LastSessionDto {
  /**
   * Null: there is none.
   * @example b2f1c7e0
   */
  session_id: string | null;
  /** @example feature/cart */
  branch: string | null;
  /** @example "1f3e5d7" */
  head: string | null;
  /** @example laptop-of-ada */
  machine: string | null;
  /** Of its last turn. */
  last_turn_at: Instant | null;
  /** It has turns of the last hour since its last summary. */
  is_running: boolean;
  /** Oldest first. */
  messages: ChatMessageDto[];
  /** Of the newest sessions, turns and rows of the project. */
  branches: BranchDto[];
}

export interface StoredChatMessagesDto {
  /** How many messages are new. */
  stored: number;
  /** How many were stored before. */
  known: number;
}
