import {
  isOffered,
  isSameName,
  scheduleOf,
  type ChatAgentSettingsDto,
  type ScheduleDto,
  type ServiceDto,
} from '@groupless/shared-dto';
import { changesOf } from '../../ui/forms/changes-of';

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
  const known = settings.services.find((one) => isNamed(one, name));
  return {
    name: known?.name ?? '',
    duration_minutes: known?.duration_minutes ?? settings.slot_minutes,
    buffer_minutes: known?.buffer_minutes ?? 0,
    price: known?.price ?? '',
    description: known?.description ?? '',
    resources: settings.resources.filter((resource) => name === null || isOffered(settings, resource, name)),
  };
}

/** What was changed of a service, over what others have stored of it since it was read. */
export function serviceOver(
  settings: ChatAgentSettingsDto,
  name: string | null,
  { draft, atFirst }: { draft: ServiceDraft; atFirst: ServiceDraft },
): ServiceDraft {
  const theirs = serviceDraftOf(settings, name);
  const toggled = toggledOf(draft, atFirst);
  const resources = settings.resources.filter((resource) =>
    (toggled.includes(resource) ? draft : theirs).resources.includes(resource),
  );
  return { ...(name === null ? draft : { ...theirs, ...changesOf(draft, atFirst) }), resources };
}

/** Of which resources somebody has changed whether they do it. */
export function toggledOf(draft: ServiceDraft, atFirst: ServiceDraft): string[] {
  const [now, before] = [new Set(draft.resources), new Set(atFirst.resources)];
  return [...now.symmetricDifference(before)];
}

function isNamed(service: ServiceDto, name: string | null): boolean {
  return name !== null && isSameName(service.name, name);
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
  const isKnown = settings.services.some((one) => isNamed(one, before));
  const services = isKnown
    ? settings.services.map((one) => (isNamed(one, before) ? service : one))
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
