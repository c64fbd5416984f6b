import type { AccountSessionDto } from '@groupless/shared-dto';
import type { AccountSession } from './account-session.entity';

/**
 * @param current the present version of the account
 * @param owner whose it is, for who may see it
 */
export function toAccountSessionDto(
  session: AccountSession,
  current: number | null,
  owner: string | null,
): AccountSessionDto {
  const { version, stored_by, machine, identity, restored_from } = session;
  return {
    version,
    is_current: version === current,
    stored_at: session.stored_at.toISOString(),
    stored_by,
    machine,
    expires_at: session.expires_at?.toISOString() ?? null,
    refresh_expires_at: session.refresh_expires_at?.toISOString() ?? null,
    identity,
    owner,
    restored_from,
  };
}
