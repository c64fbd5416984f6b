import type { Instant, Uuid } from '../kinds';

/**
 * What an API key that is made in the panel may open. (The key of the workflows is a setting of its own, and so is
 * not among these.)
 */
export const KEY_SCOPES = [
  'session:read',
  'session:write',
  'account:activate',
  'agent',
  'memory',
  'metrics',
  'panel:read',
  'panel:write',
  'hooks:write',
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export interface ApiKeyDto {
  id: Uuid;
  /**
   * Unique among the keys.
   * @example Website
   */
  name: string;
  /** @example ["panel:read"] */
  scopes: KeyScope[];
  /**
   * How the key begins.
   * @example gl_0Ab3dE5F
   */
  prefix: string;
  expires_at: Instant;
  created_at: Instant;
  /** To the minute; null: never. */
  last_used_at: Instant | null;
  /** The user for whom it opens the memory; null: it does not open it. */
  owner: KeyOwnerDto | null;
}

/** @schema KeyOwner */
export interface KeyOwnerDto {
  /** Of a user. */
  id: Uuid;
  /**
   * Null: the user was removed.
   * @example Ada
   */
  name: string | null;
}

export interface CreateApiKeyDto {
  name: string;
  scopes: KeyScope[];
  /** In the future; 90 days from now unless said. */
  expires_at?: string;
  /** Instead of `expires_at`: how many, by the server's clock. */
  days?: number;
  /** For whom it opens the memory: the id of a user. Whoever makes it, unless said. */
  owner_id?: string;
}

export interface RotateApiKeyDto {
  /** For how long the former secret counts beside the new one; 0 unless said. */
  overlap_hours?: number;
}

export interface CreatedApiKeyDto {
  id: Uuid;
  /** @example Website */
  name: string;
  /** @example ["panel:read"] */
  scopes: KeyScope[];
  /** For the header `x-api-key`. Shown this once. */
  key: string;
  expires_at: Instant;
  created_at: Instant;
}
