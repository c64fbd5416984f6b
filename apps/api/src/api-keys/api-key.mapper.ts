import type { ApiKeyDto, CreatedApiKeyDto, KeyOwnerDto } from '@groupless/shared-dto';
import type { ApiKey } from './api-key.entity';

/** @param names of users, by their ids */
export function toApiKeyDto(
  { id, name, scopes, prefix, owner_id, ...key }: ApiKey,
  names: ReadonlyMap<string, string>,
): ApiKeyDto {
  const owner: KeyOwnerDto | null =
    owner_id === null ? null : { id: owner_id, name: names.get(owner_id) ?? null };
  return {
    id,
    name,
    scopes,
    prefix,
    expires_at: key.expires_at.toISOString(),
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
    owner,
  };
}

/** @param key the whole key, of which only a hash is stored */
export function toCreatedApiKeyDto({ id, name, scopes, ...stored }: ApiKey, key: string): CreatedApiKeyDto {
  return {
    id,
    name,
    scopes,
    key,
    expires_at: stored.expires_at.toISOString(),
    created_at: stored.created_at.toISOString(),
  };
}
