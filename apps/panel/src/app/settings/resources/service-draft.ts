import {
  isOffered,
  isSameName,
  scheduleOf,
  type ChatAgentSettingsDto,
  type ScheduleDto,
  type ServiceDto,
} from '@groupless/shared-dto';

/** What is typed of a service. */
export interface ServiceDraft {
  name: string;
  duration_minutes: number;
  buffer_minutes: number;
  price: string;
  description: string;
  /** Who does it. */
  resources: string[];
}

export function serviceDraftOf(settings: ChatAgentSettingsDto, name: string | null): ServiceDraft {
  const known = settings.services.find((one) => one.name === name);
  return {
    name: known?.name ?? '',
    duration_minutes: known?.duration_minutes ?? settings.slot_minutes,
    buffer_minutes: known?.buffer_minutes ?? 0,
    price: known?.price ?? '',
    description: known?.description ?? '',
    resources: settings.resources.filter((resource) => name === null || isOffered(settings, resource, name)),
  };
}

/** The settings with a service as it was typed, in its place; a new one comes last. */
export function withService(
  settings: ChatAgentSettingsDto,
  before: string | null,
  { name, duration_minutes, buffer_minutes, price, description, resources }: ServiceDraft,
): ChatAgentSettingsDto {
  const service: ServiceDto = {
    ...{ name, duration_minutes },
    ...(price === '' ? {} : { price }),
    ...(description === '' ? {} : { description }),
    ...(buffer_minutes === 0 ? {} : { buffer_minutes }),
  };
  const isKnown = settings.services.some((one) => one.name === before);
  const services = isKnown
    ? settings.services.map((one) => (one.name === before ? service : one))
    : [...settings.services, service];
  const others = services.filter((one) => one !== service).map((one) => one.name);
  return { ...settings, services, schedules: schedulesWith(settings, before, name, others, resources) };
}

/** Who does all of them needs no list; who does not do this one gets a list of the others. */
function schedulesWith(
  settings: ChatAgentSettingsDto,
  before: string | null,
  name: string,
  others: readonly string[],
  resources: readonly string[],
): ScheduleDto[] {
  return settings.resources.flatMap((resource): ScheduleDto[] => {
    const known = scheduleOf(settings, resource);
    const doesIt = resources.includes(resource);
    const listed = known?.services ?? null;
    if (listed === null && doesIt) return known === undefined ? [] : [known];
    const kept = (listed ?? others).filter((one) => before === null || !isSameName(one, before));
    const services = [...kept, ...(doesIt ? [name] : [])];
    return [{ ...(known ?? { resource, working_hours: null, exceptions: [], colour: null }), services }];
  });
}

/** The settings without a service; who did others goes on doing them. */
export function withoutService(settings: ChatAgentSettingsDto, name: string): ChatAgentSettingsDto {
  return {
    ...settings,
    services: settings.services.filter((one) => one.name !== name),
    schedules: settings.schedules.map((one) => ({
      ...one,
      services: one.services?.filter((service) => !isSameName(service, name)) ?? null,
    })),
  };
}
