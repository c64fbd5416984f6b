import { LIMITS } from '@groupless/shared-dto';
import type { Telling } from '../../mail/mail.service';
import type { Actor } from '../../platform/access/caller';
import { digestOf, newToken } from '../../platform/crypto/random-token';
import type { UserInvite } from './user-invite.entity';

export type NewInvite = Omit<UserInvite, 'user' | 'maker'>;

/** A new invitation: the row, and the token, which is shown once. */
export function newInvite(
  user_id: string,
  { caller }: Actor,
  now: Date,
): { invite: NewInvite; token: string } {
  const token = newToken();
  const expires_at = new Date(now.getTime() + LIMITS.invite_hours * 3_600_000);
  const made_by = caller?.kind === 'user' ? caller.id : null;
  return { invite: { user_id, made_by, token_digest: digestOf(token), expires_at }, token };
}

/**
 * The panel's page for the token. The fragment after `#` is never sent to a server, so it is not logged.
 * @param baseUrl without a trailing slash
 */
export function inviteUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/invite#token=${token}`;
}

/** What an invited user is told by mail. Their language is not known yet. */
export function invitationTo({ email: to, name }: { email: string; name: string }, link: string): Telling {
  return { kind: 'invitation', to, language: null, values: { name, link } };
}
