/** What is known of the accounts of AI coding assistants, of which one a tool is active at a time. */

export const ACCOUNT_TYPES = ['teams', 'pro'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The program whose sessions an account holds. `other` is any program whose sessions are a JSON object. */
export const ACCOUNT_TOOLS = ['claude_code', 'codex', 'other'] as const;
export type AccountTool = (typeof ACCOUNT_TOOLS)[number];

/** The machine that read or stored the session last, and since when. */
export interface AccountHolderDto {
  /** What the machine is called; two may be called alike. */
  machine: string;
  since: string;
  /** Whether it is the caller's, by the ids of both; null where one of them has told none. */
  is_caller: boolean | null;
  /** Another name that came with the same id before and since: a copied home folder, or a cloned machine. */
  also_called: string | null;
}

/** How much of a limit of the provider is used. */
export interface UsageWindowDto {
  /** `five_hour`, `seven_day`, or as the tool calls it. */
  name: string;
  /** From 0 to 100; null once the window has been reset since. */
  used_percent: number | null;
  resets_at: string;
}

/** What a machine read of the limits of an account last. */
export interface AccountUsageDto {
  at: string;
  /** Null for who sees no machines. */
  machine: string | null;
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
  at: string;
  name: string;
  used_percent: number;
}

/** An account without its session, which only the active one shows, and only to a key. */
export interface AccountDto {
  id: string;
  name: string;
  type: AccountType;
  description: string;
  /** Null until a person or the first session tells; then `claude_code` is assumed. */
  tool: AccountTool | null;
  /** One a tool is; an account without a tool counts as one of `claude_code`. */
  is_active: boolean;
  /** When it became active last. */
  activated_at: string | null;
  has_session: boolean;
  /** Never used twice, by no account; null without a session. */
  session_version: number | null;
  /** When the session was stored. */
  session_updated_at: string | null;
  /** When the access token expires, where the session says it. */
  session_expires_at: string | null;
  /** When the refresh token expires, where the session says it. */
  session_refresh_expires_at: string | null;
  /** A keyed hash of whose session it is: equal for the same owner. Null where the session does not say. */
  identity: string | null;
  /** Whose session it is, as its tool calls them; null where it does not say, and for who may not read it. */
  owner: string | null;
  held_by: AccountHolderDto | null;
  /** Null where nobody has reported it. */
  usage: AccountUsageDto | null;
  created_at: string;
  updated_at: string;
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
  version: number;
  /** Whether it is the present session of the account. */
  is_current: boolean;
  stored_at: string;
  /** The name of the user or of the API key; null if that was not recorded. */
  stored_by: string | null;
  machine: string | null;
  expires_at: string | null;
  refresh_expires_at: string | null;
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
  id: string;
  name: string;
  type: AccountType;
  session_data: SessionDocument;
  session_version: number;
  updated_at: string;
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
