import type { Instant, Uuid } from '../kinds';

/** From the one that may least. Each may do what the ones before it may, but `desk` sees nothing of the memory. */
export const ROLES = ['viewer', 'desk', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What needs an operator is open to the front desk too, where it is not the memory's. */
const RANKS: Record<Role, number> = { viewer: 0, desk: 1, operator: 1, admin: 2 };

/** Whether a user of one role may do what demands another one. */
export function mayActAs(role: Role, demanded: Role): boolean {
  return RANKS[role] >= RANKS[demanded];
}

/** Whether the role sees the memory of the assistants, as far as its rank reaches. */
export function seesMemory(role: Role): boolean {
  return role !== 'desk';
}

export const USER_SORTS = [
  'name',
  '-name',
  'email',
  '-email',
  'created_at',
  '-created_at',
  'last_seen_at',
  '-last_seen_at',
] as const;
export type UserSort = (typeof USER_SORTS)[number];

/** What becomes of the API keys that a user made who is switched off or removed. */
export const KEYS_OF_LEAVER = ['revoke', 'keep'] as const;
export type KeysOfLeaver = (typeof KEYS_OF_LEAVER)[number];

export interface KeysOfLeaverQueryDto {
  keys?: KeysOfLeaver;
}

/** Somebody who may log in to the panel. */
export interface UserDto {
  id: Uuid;
  /** @example ada@example.com */
  email: string;
  /** @example Ada */
  name: string;
  role: Role;
  is_active: boolean;
  totp_enabled: boolean;
  /** Whether the user has still to choose a password. */
  invited: boolean;
  last_seen_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface CreateUserDto {
  email: string;
  name: string;
  role: Role;
  /** Without one the answer holds a link with which the user chooses it. */
  password?: string;
}

export interface PatchUserDto {
  email?: string;
  name?: string;
  role?: Role;
  is_active?: boolean;
}

export interface UserListQueryDto {
  /** Part of the name or the email, without case. */
  search?: string;
  /** One role, or several by comma. */
  role?: string;
  is_active?: 'true' | 'false';
  sort?: UserSort;
}

/** A user with a link to choose a password, which is shown this once. */
export interface InvitedUserDto extends UserDto {
  /**
   * Where the user chooses a password. Good once, for 72 hours; shown this once.
   * @format uri
   */
  invite_url: string;
}

/** A new user; with the link where no password was given. */
export interface CreatedUserDto extends UserDto {
  /**
   * Where the user chooses a password. Good once, for 72 hours; shown this once.
   * @format uri
   */
  invite_url?: string;
}
