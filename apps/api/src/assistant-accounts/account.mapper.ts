import type { AccountDto, AccountUsageDto } from '@groupless/shared-dto';
import { isSameMachine, toHolderDto, type MachineUser } from './account-holder';
import type { AssistantAccount, StoredUsage } from './assistant-account.entity';

/** An account as it is shown: without its session. */
export type ShownAccount = Omit<AssistantAccount, 'session_data'>;

/**
 * @param now what was used of a window that has been reset by then is not known
 * @param shown.owner whose session it is, for who may see it
 */
export function toAccountDto(
  account: ShownAccount,
  now: Date,
  { owner, user }: { owner: string | null; user: MachineUser | null } = { owner: null, user: null },
): AccountDto {
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
    owner,
    held_by: has_session ? toHolderDto(account.held_by, user, now) : null,
    usage: account.usage === null ? null : toUsageDto(account.usage, user, now),
    created_at: account.created_at.toISOString(),
    updated_at: account.updated_at.toISOString(),
  };
}

function toUsageDto(usage: StoredUsage, user: MachineUser | null, now: Date): AccountUsageDto {
  const { at, machine, windows } = usage;
  return {
    at,
    machine,
    is_caller: user === null ? null : isSameMachine(usage, user),
    windows: windows.map(({ name, used_percent, resets_at }) => ({
      name,
      used_percent: Date.parse(resets_at) > now.getTime() ? used_percent : null,
      resets_at,
    })),
  };
}
