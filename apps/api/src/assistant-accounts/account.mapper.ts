import type { AccountDto, AccountUsageDto } from '@groupless/shared-dto';
import type { AssistantAccount, StoredUsage } from './assistant-account.entity';

/** An account as it is shown: without its session. */
export type ShownAccount = Omit<AssistantAccount, 'session_data'>;

/** @param now what was used of a window that has been reset by then is not known */
export function toAccountDto(account: ShownAccount, now: Date): AccountDto {
  const { id, name, type, description, tool, is_active, session_version } = account;
  const has_session = session_version !== null;
  return {
    id,
    name,
    type,
    description,
    tool,
    is_active,
    activated_at: account.activated_at?.toISOString() ?? null,
    has_session,
    session_version,
    session_updated_at: account.session_updated_at?.toISOString() ?? null,
    session_expires_at: account.session_expires_at?.toISOString() ?? null,
    session_refresh_expires_at: account.session_refresh_expires_at?.toISOString() ?? null,
    identity: has_session ? account.identity : null,
    held_by: has_session ? account.held_by : null,
    usage: account.usage === null ? null : toUsageDto(account.usage, now),
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}

function toUsageDto({ at, machine, windows }: StoredUsage, now: Date): AccountUsageDto {
  return {
    at,
    machine,
    windows: windows.map(({ name, used_percent, resets_at }) => ({
      name,
      used_percent: Date.parse(resets_at) > now.getTime() ? used_percent : null,
      resets_at,
    })),
  };
}
