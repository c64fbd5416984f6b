import {
  hoursOfResource,
  isOffered,
  scheduleOf,
  type ChatAgentSettingsDto,
  type ScheduleHoursDto,
} from '@groupless/shared-dto';
import type { Offers } from '@groupless/shared-dto/tool-answers';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What is asked for, by present names. */
export interface Asked {
  services: readonly string[];
  resources: readonly string[];
}

/** What can be offered, with how many of it are asked for; these come first. */
export interface OrderedOffers extends Offers {
  first: { services: number; hours: number };
}

export function offersOf(settings: ChatAgentSettingsDto, asked: Asked): OrderedOffers {
  const { working_hours } = settings;
  const isAsked = ({ name }: { name: string }) => asked.services.includes(name);
  const services = askedFirst(settings.services, isAsked);
  const resources = askedFirst(settings.resources, (name) => asked.resources.includes(name));
  const common = working_hours.filter(({ resource }) => resource === undefined);
  const hoursOf = (names: readonly string[]) => names.flatMap((name) => ownHours(settings, name));
  const first = [...common.map((one) => inWords(one)), ...hoursOf(asked.resources)];
  const others = resources.filter((name) => !asked.resources.includes(name));
  return {
    services: services.map(({ buffer_minutes: _ofTheTeam, ...service }) => ({
      ...service,
      resources: resources.filter((resource) => isOffered(settings, resource, service.name)),
    })),
    resources,
    hours: [...first, ...hoursOf(others)],
    first: { services: services.filter(isAsked).length, hours: first.length },
  };
}

function askedFirst<Item>(all: readonly Item[], isAsked: (one: Item) => boolean): Item[] {
  return [...all.filter(isAsked), ...all.filter((one) => !isAsked(one))];
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
