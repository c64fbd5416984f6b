import type { AuthSessionDto } from '@groupless/shared-dto';
import type { AuthSession } from './auth-session.entity';

/**
 * @param idleMs the idle limit
 * @param currentId the caller's session
 */
export function toAuthSessionDto(
  session: AuthSession,
  idleMs: number,
  currentId: string | null,
): AuthSessionDto {
  const { id, ip, user_agent, created_at, last_used_at, ends_at } = session;
  const idleUntil = new Date(last_used_at.getTime() + idleMs);
  return {
    id,
    current: id === currentId,
    ip,
    user_agent,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    expires_at: (idleUntil < ends_at ? idleUntil : ends_at).toISOString(),
  };
}
