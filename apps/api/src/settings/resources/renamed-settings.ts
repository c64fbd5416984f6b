import { findName, foldName, isSameName, type FormerResource, type ScheduleDto } from '@groupless/shared-dto';
import type { CurrentSettings } from '../chat-agent-settings.mapper';
import type { RenamedResource } from '../public';

/** The settings with a resource under its new name wherever they name it. The former name goes on meaning it. */
export function renamedSettings(
  settings: CurrentSettings,
  { from, to }: RenamedResource,
): Pick<
  CurrentSettings,
  'resources' | 'unnamed_resource' | 'working_hours' | 'closures' | 'schedules' | 'former_resources'
> {
  const nameOf = (name: string) => (isSameName(name, from) ? to : name);
  const ofResource = <One extends { resource?: string }>(one: One): One =>
    one.resource === undefined ? one : { ...one, resource: nameOf(one.resource) };
  const resources = settings.resources.map(nameOf);
  return {
    resources,
    unnamed_resource: settings.unnamed_resource === from ? null : settings.unnamed_resource,
    working_hours: settings.working_hours.map(ofResource),
    closures: settings.closures.map(ofResource),
    schedules: settings.schedules.map((one): ScheduleDto => ({ ...one, resource: nameOf(one.resource) })),
    former_resources: formerNames(
      [
        ...settings.former_resources.map((one) => ({ ...one, resource: nameOf(one.resource) })),
        { name: from, resource: to },
      ],
      resources,
    ),
  };
}

/** Without those that mean nobody, and those that are the name of somebody now. Of two the later one counts. */
export function formerNames(
  names: readonly FormerResource[],
  resources: readonly string[],
): FormerResource[] {
  const latest = new Map(names.map((one) => [foldName(one.name), one]));
  return [...latest.values()].filter(
    ({ name, resource }) =>
      findName(resources, resource) !== undefined && findName(resources, name) === undefined,
  );
}
