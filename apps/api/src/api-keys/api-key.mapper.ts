import type { ApiKeyDto, CreatedApiKeyDto } from '@groupless/shared-dto';
import type { ApiKey } from './api-key.entity';

export function toApiKeyDto({ id, name, scopes, prefix, ...key }: ApiKey): ApiKeyDto {
  return {
    id,
    name,
    scopes,
    prefix,
    expires_at: key.expires_at.toISOString(),
    created_at: key.created_at.toISOString(),
    last_used_at: key.last_used_at?.toISOString() ?? null,
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
