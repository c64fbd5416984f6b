import type { UserDto } from '@groupless/shared-dto';

export type UserStatus = 'active' | 'invited' | 'disabled';

/** A user who is switched off cannot log in, whether invited or not. */
export function statusOf({ is_active, invited }: Pick<UserDto, 'is_active' | 'invited'>): UserStatus {
  if (!is_active) return 'disabled';
  return invited ? 'invited' : 'active';
}
