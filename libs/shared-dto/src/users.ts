/** Each role may do what the ones before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Somebody who may log in to the panel. */
export interface UserDto {
  id: string;
  email: string;
  name: string;
  role: Role;
  is_active: boolean;
  totp_enabled: boolean;
  /** Whether the user has still to choose a password. */
  invited: boolean;
  last_seen_at: string | null;
  created_at: string;
  updated_at: string;
}
