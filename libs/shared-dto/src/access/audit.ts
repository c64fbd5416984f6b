import type { Instant, Uuid } from '../kinds';

/**
 * The user who did something; name and email are null after that user's end.
 * @schema AuditUser
 */
export interface AuditUserDto {
  id: Uuid;
  /**
   * After the user’s end as it was then.
   * @example Ada
   */
  name: string | null;
  /**
   * Null after the user’s end.
   * @example ada@example.com
   */
  email: string | null;
}

/**
 * Something that was done.
 * @page AuditLogPage
 */
export interface AuditEventDto {
  id: Uuid;
  at: Instant;
  /** Who did it; null if it was a key, somebody unknown, or the server itself. */
  user: AuditUserDto | null;
  /**
   * The API key with which it was done.
   * @example Website
   */
  key_name: string | null;
  /**
   * Its id, which no other key ever has; of a key of the settings the name of its variable. Null where that was not kept.
   * @example "0193a2f4-7c1e-7b3a-9f43-1f2b8f6d2a10"
   */
  key_id: string | null;
  /**
   * `what.happened`, such as `auth.logged_in`.
   * @example settings.updated
   */
  action: string;
  /**
   * To what, as `kind:id`.
   * @example settings:chat-agent
   */
  object: string | null;
  /**
   * What the object was called then, of appointments with their client; where that was not kept, what it is
   * called now: of clients, users, accounts, keys, saved replies, appointments and conversations, and the
   * address of a webhook without its query. Null when that is gone.
   */
  object_name: string | null;
  /**
   * From where.
   * @example "203.0.113.7"
   */
  ip: string | null;
  /**
   * Facts that explain it.
   * @example {"fields":"greeting, services"}
   */
  details: Record<string, string | number | boolean | null>;
}

export interface AuditQueryDto {
  user_id?: string;
  /** How the action begins: `auth.` is all of that kind. */
  action?: string;
  object?: string;
  /** The client that it concerned. */
  client_id?: string;
  /** Part of what the object was called then. */
  q?: string;
  /** From this instant on. */
  from?: string;
  /** Before this instant. */
  to?: string;
  limit?: number;
  cursor?: string;
}
