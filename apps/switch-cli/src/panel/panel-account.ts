import type { AccountDto, AccountUsageDto } from '@groupless/shared-dto';

/** The assistant that an account belongs to; null until a session or a person tells. */
export type AccountTool = 'claude_code' | 'codex' | 'other' | null;

/** An account as the panel lists it. An older panel does not send the members that may be missing. */
export type PanelAccount = Omit<
  AccountDto,
  'tool' | 'owner' | 'held_by' | 'identity' | 'session_refresh_expires_at' | 'activated_at' | 'usage'
> & {
  tool?: AccountTool;
  /** When the refresh token expires, where the session says it. */
  session_refresh_expires_at?: string | null;
  /** When it became active last. */
  activated_at?: string | null;
  /** The machine that read or captured the session last. */
  held_by?: {
    machine: string;
    since: string;
    is_caller?: boolean | null;
    also_called?: string | null;
  } | null;
  /** Whose session it is. */
  owner?: string | null;
  /** What a machine read of its limits last; null where nobody has reported it. */
  usage?: AccountUsageDto | null;
  /** A hash that tells two owners apart. */
  identity?: string | null;
};

export function isAccount(value: unknown): value is PanelAccount {
  const { id, name, has_session } = (value ?? {}) as Partial<PanelAccount>;
  return typeof id === 'string' && typeof name === 'string' && typeof has_session === 'boolean';
}
