import { isSameName } from '@groupless/shared-dto';
import type { CurrentSettings } from '../chat-agent-settings.mapper';
import type { RenamedResource } from '../public';

/** The fields of the settings that name a resource, with its new name. */
export function renamedSettings(
  settings: CurrentSettings,
  { from, to }: RenamedResource,
): Pick<CurrentSettings, 'unnamed_resource' | 'working_hours'> {
  return {
    unnamed_resource: settings.unnamed_resource === from ? null : settings.unnamed_resource,
    working_hours: settings.working_hours.map((one) =>
      one.resource !== undefined && isSameName(one.resource, from) ? { ...one, resource: to } : one,
    ),
  };
}
