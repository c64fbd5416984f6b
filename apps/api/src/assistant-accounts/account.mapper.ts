import type { AccountDto } from '@groupless/shared-dto';
import type { AssistantAccount } from './assistant-account.entity';

/** An account as it is shown: without its session. */
export type ShownAccount = Omit<AssistantAccount, 'session_data'>;

export function toAccountDto(account: ShownAccount): AccountDto {
  const { id, name, type, description, tool, is_active, session_version } = account;
  const has_session = session_version !== null;
  return {
    id,
    name,
    type,
    description,
    tool,
    is_active,
    has_session,
    session_version,
    session_updated_at: account.session_updated_at?.toISOString() ?? null,
    session_expires_at: account.session_expires_at?.toISOString() ?? null,
    session_refresh_expires_at: account.session_refresh_expires_at?.toISOString() ?? null,
    identity: has_session ? account.identity : null,
    held_by: has_session ? account.held_by : null,
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}
