import {
  hoursOfResource,
  isOffered,
  scheduleOf,
  type ChatAgentSettingsDto,
  type ScheduleHoursDto,
} from '@groupless/shared-dto';
import type { Offers } from '@groupless/shared-dto/tool-answers';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function offersOf(settings: ChatAgentSettingsDto): Offers {
  const { services, resources, working_hours } = settings;
  const common = working_hours.filter(({ resource }) => resource === undefined);
  return {
    services: services.map(({ buffer_minutes: _ofTheTeam, ...service }) => ({
      ...service,
      resources: resources.filter((resource) => isOffered(settings, resource, service.name)),
    })),
    resources,
    hours: [
      ...common.map((one) => inWords(one)),
      ...resources.flatMap((resource) => ownHours(settings, resource)),
    ],
  };
}

/** The hours of a resource that differ from those of the business. */
function ownHours(settings: ChatAgentSettingsDto, resource: string): string[] {
  const hours = hoursOfResource(settings, resource);
  const isOwn = hours.length === 0 || hours.some((one) => !isCommon(one, settings));
  const exceptions = scheduleOf(settings, resource)?.exceptions ?? [];
  return [
    ...(isOwn && hours.length === 0 ? [`never in the week ${resource}`] : []),
    ...(isOwn ? hours.map((one) => inWords(one, resource)) : []),
    ...exceptions.map(({ from, to, opens, closes }) => {
      const days = from === to ? from : `${from} to ${to}`;
      return `${days} ${opens}-${closes} ${resource}`;
    }),
  ];
}

function isCommon(hours: ScheduleHoursDto, { working_hours }: ChatAgentSettingsDto): boolean {
  return working_hours.some((one) => one === hours && one.resource === undefined);
}

function inWords({ day, opens, closes }: ScheduleHoursDto, resource?: string): string {
  return `${DAYS[day - 1]} ${opens}-${closes}${resource === undefined ? '' : ` ${resource}`}`;
}
