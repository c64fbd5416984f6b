import type { HookDto } from '@groupless/shared-dto';
import type { Hook } from './hook.entity';

export function toHookDto(hook: Hook): HookDto {
  return {
    id: hook.id,
    url: hook.url,
    events: hook.events,
    active: hook.active,
    made_by_key: hook.key_name,
    previous_secret_until: hook.previous_secret_until?.toISOString() ?? null,
    failing_since: hook.failing_since?.toISOString() ?? null,
    switched_off_at: hook.switched_off_at?.toISOString() ?? null,
    created_at: hook.created_at.toISOString(),
    updated_at: hook.updated_at.toISOString(),
  };
}
