import { isSameName } from '@groupless/shared-dto';
import type { CurrentSettings } from '../chat-agent-settings.mapper';
import type { RenamedResource } from '../public';

type Hours = Pick<CurrentSettings, 'working_hours'>;

/** The fields of the settings that name a resource, with its new name. */
export function renamedSettings(
  settings: CurrentSettings,
  { from, to }: RenamedResource,
): Hours & Pick<CurrentSettings, 'unnamed_resource'> {
  const { working_hours } = isSameName(from, to) ? settings : withoutHoursOf(to, settings);
  return {
    unnamed_resource: settings.unnamed_resource === from ? null : settings.unnamed_resource,
    working_hours: working_hours.map((one) =>
      one.resource !== undefined && isSameName(one.resource, from) ? { ...one, resource: to } : one,
    ),
  };
}

/** Who takes a name has not the hours of who had it. */
export function withoutHoursOf(name: string, { working_hours }: Hours): Hours {
  return {
    working_hours: working_hours.filter(
      ({ resource }) => resource === undefined || !isSameName(resource, name),
    ),
  };
}
