import type { NotificationKind, Role } from '@groupless/shared-dto';
import type { User } from '../../users/user.entity';

/** Whether a user of this role is told of such a thing. Who only reads is called for nothing, as by mail. */
export function wants(
  { notify_push }: Pick<User, 'notify_push'>,
  role: Role,
  kind: NotificationKind,
): boolean {
  if (role === 'viewer' || (kind === 'account_limit' && role !== 'admin')) return false;
  return notify_push.includes(kind);
}
