/** What is known of the accounts of an AI coding assistant, one of which is active at a time. */

export const ACCOUNT_TYPES = ['teams', 'pro'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** An account without its session, which only the active one shows, and only to a key. */
export interface AccountDto {
  id: string;
  name: string;
  type: AccountType;
  description: string;
  is_active: boolean;
  has_session: boolean;
  /** Never used twice, by no account; null without a session. */
  session_version: number | null;
  /** When the session was stored. */
  session_updated_at: string | null;
  /** Where the session says it. */
  session_expires_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface CreateAccountDto {
  name: string;
  type: AccountType;
  description?: string;
}

export interface PatchAccountDto {
  name?: string;
  type?: AccountType;
  description?: string;
}

/** A session: the JSON document with the account's credentials, as the assistant keeps it. */
export type SessionDocument = Record<string, unknown>;

export interface StoreSessionDto {
  /** At most `LIMITS.session_document` bytes as it is sent. */
  session_data: SessionDocument;
}

export const ACTIVE_SESSION_FORMATS = ['json', 'raw'] as const;
export type ActiveSessionFormat = (typeof ACTIVE_SESSION_FORMATS)[number];

/** The active account with its session. */
export interface ActiveSessionDto {
  id: string;
  name: string;
  type: AccountType;
  session_data: SessionDocument;
  session_version: number;
  updated_at: string;
}
