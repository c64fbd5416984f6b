import type { PushDeviceDto } from '@groupless/shared-dto';
import { browserName } from '@groupless/shared-dto/access/browser-name';
import type { PushDevice } from './push-device.entity';

/** As the list of sessions names it. */
export function toPushDeviceDto({ id, session, created_at, last_at }: PushDevice): PushDeviceDto {
  return {
    id,
    name: browserName(session.user_agent) ?? 'Browser',
    created_at: created_at.toISOString(),
    last_at: last_at?.toISOString() ?? null,
  };
}
