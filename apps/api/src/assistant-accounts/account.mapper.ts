import type { AccountDto } from '@groupless/shared-dto';
import type { AssistantAccount } from './assistant-account.entity';

/** An account as it is shown: without its session. */
export type ShownAccount = Omit<AssistantAccount, 'session_data'>;

export function toAccountDto(account: ShownAccount): AccountDto {
  const { id, name, type, description, is_active, session_version } = account;
  return {
    id,
    name,
    type,
    description,
    is_active,
    has_session: session_version !== null,
    session_version,
    session_updated_at: account.session_updated_at?.toISOString() ?? null,
    session_expires_at: account.session_expires_at?.toISOString() ?? null,
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}
