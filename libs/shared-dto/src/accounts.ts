import type { Fraction, Instant, Uuid } from './kinds';

/** What is known of the accounts of AI coding assistants, of which one a tool is active at a time. */

export const ACCOUNT_TYPES = ['teams', 'pro'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The program whose sessions an account holds. `other` is any program whose sessions are a JSON object. */
export const ACCOUNT_TOOLS = ['claude_code', 'codex', 'other'] as const;
export type AccountTool = (typeof ACCOUNT_TOOLS)[number];

/** The machine that read or stored the session last, and since when. */
export interface AccountHolderDto {
  /**
   * As `x-machine-name` said.
   * @example ada-laptop
   */
  machine: string;
  since: Instant;
  /** Whether it is the caller’s machine, by `x-machine-id` and the key’s owner; null where one of them told none. */
  is_caller: boolean | null;
  /**
   * Another name that came with the same `x-machine-id`: as the caller’s machine it was called so when it read the session last, or
   * both came in turn within a week. It was renamed, or is a copied home folder or a cloned machine.
   */
  also_called: string | null;
  /**
   * The last 8 characters of its `x-machine-id`, which tell it from another of its name; null where it told none.
   * @example 4f3a21bc
   */
  id_end: string | null;
}

/** How much of a limit of the provider is used. */
export interface UsageWindowDto {
  /**
   * `five_hour`, `seven_day`, or as the tool calls it.
   * @example five_hour
   */
  name: string;
  /**
   * Null once the window has been reset since.
   * @minimum 0
   * @maximum 100
   */
  used_percent: Fraction | null;
  resets_at: Instant;
}

/** What a machine read of the limits of an account last. */
export interface AccountUsageDto {
  /** When it was read. */
  at: Instant;
  /**
   * Where it was read. Null for who sees no machines.
   * @example ada-laptop
   */
  machine: string | null;
  /** Whether that is the caller’s machine, by `x-machine-id` and the key’s owner; null where one of them told none. */
  is_caller: boolean | null;
  windows: UsageWindowDto[];
}

/** A reading of the limits, from where the tool runs. */
export interface ReportUsageDto {
  tool: AccountTool;
  /** The `identity` of the account whose session the machine had at that moment. */
  identity: string;
  machine: string;
  at: string;
  windows: { name: string; used_percent: number; resets_at: string }[];
}

/** One reading an hour and window. */
export interface UsagePointDto {
  /** When it was read. */
  at: Instant;
  /**
   * The name of the window.
   * @example five_hour
   */
  name: string;
  /**
   * @minimum 0
   * @maximum 100
   * @example 42.5
   */
  used_percent: Fraction;
}

/** An account without its session, which only the active one shows, and only to a key. */
export interface AccountDto {
  id: Uuid;
  /** @example Team 1 */
  name: string;
  type: AccountType;
  description: string;
  /** The program whose sessions it holds. Null until a person or the first session tells. */
  tool: AccountTool | null;
  /** At most one a tool is. */
  is_active: boolean;
  /** When it became the active one last. */
  activated_at: Instant | null;
  has_session: boolean;
  /** Never used twice, by no account; null without a session. */
  session_version: number | null;
  /** When the session was stored. */
  session_updated_at: Instant | null;
  /** When the access token expires, where the session says it (`expiresAt`, `expires_at`). */
  session_expires_at: Instant | null;
  /** When the refresh token expires, where the session says it (`refreshTokenExpiresAt`). */
  session_refresh_expires_at: Instant | null;
  /** A keyed hash of whose session it is. Null where the session does not say. */
  identity: string | null;
  /**
   * Whose session it is: the address, and the organisation or workspace. Null where the session does not say,
   * and for a key without `session:read`.
   * @example ada@example.com (Ops Ltd)
   */
  owner: string | null;
  /** The machine that read or stored the session last, and since when. */
  held_by: AccountHolderDto | null;
  /** How much of the provider’s limits is used, as a machine read it last; null: not reported. */
  usage: AccountUsageDto | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface CreateAccountDto {
  name: string;
  type: AccountType;
  description?: string;
  tool?: AccountTool | null;
}

export interface PatchAccountDto {
  name?: string;
  type?: AccountType;
  description?: string;
  tool?: AccountTool | null;
}

/** A session: the JSON document with the account's credentials, as the assistant keeps it. */
export type SessionDocument = Record<string, unknown>;

export interface StoreSessionDto {
  /** At most `LIMITS.session_document` bytes as it is sent. */
  session_data: SessionDocument;
}

/** One of the sessions that an account keeps, without its content. */
export interface AccountSessionDto {
  /** The `session_version` that the account had with it. */
  version: number;
  /** Whether it is the present session of the account. */
  is_current: boolean;
  stored_at: Instant;
  /** The name of the user or of the key; null if that was not recorded. */
  stored_by: string | null;
  /** As `x-machine-name` said. */
  machine: string | null;
  expires_at: Instant | null;
  refresh_expires_at: Instant | null;
  /** As in the account. */
  identity: string | null;
  /** As in the account. */
  owner: string | null;
  /** The version that was put back; null for a session that was stored. */
  restored_from: number | null;
}

export const ACTIVE_SESSION_FORMATS = ['json', 'raw'] as const;
export type ActiveSessionFormat = (typeof ACTIVE_SESSION_FORMATS)[number];

/** The active account with its session. */
export interface ActiveSessionDto {
  id: Uuid;
  /** @example Team 1 */
  name: string;
  type: AccountType;
  /** The document with its keys and their order as it was stored. */
  session_data: SessionDocument;
  /** Also the `ETag`. */
  session_version: number;
  updated_at: Instant;
}

/** The active account of a tool; without one, the account that was activated last. */
export function activeAccount<Account extends ActiveFields>(
  accounts: readonly Account[],
  tool: AccountTool | null = null,
): Account | null {
  const active = accounts.filter((one) => one.is_active && (tool === null || toolOfAccount(one) === tool));
  // What an older server lists has no times, and one active account.
  return active.toSorted((a, b) => ((a.activated_at ?? '') < (b.activated_at ?? '') ? 1 : -1))[0] ?? null;
}

/** The tool whose active account an account can be. */
export function toolOfAccount({ tool }: Pick<ActiveFields, 'tool'>): AccountTool {
  return tool ?? 'claude_code';
}

interface ActiveFields {
  is_active: boolean;
  tool?: AccountTool | null | undefined;
  activated_at?: string | null | undefined;
}
