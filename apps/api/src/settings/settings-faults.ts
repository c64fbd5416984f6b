import {
  ANY_RESOURCE,
  findName,
  foldName,
  isSameName,
  type ClosureDto,
  type FieldErrorDto,
  type WorkingHoursDto,
  type ServiceDto,
} from '@groupless/shared-dto';
import { firstInstantOf, lastInstantOf } from '../platform/validation/times/day-or-time';
import type { CleanedSettings } from './cleaned-settings';
import { faultsOfHours } from './hours-faults';
import { faultsOfSchedules } from './schedule-faults';

type Checked = 'working_hours' | 'resources' | 'services' | 'closures' | 'time_zone' | 'schedules';

/** What names of resources may stand in besides the list of them. */
type Naming = Pick<CleanedSettings, 'resources' | 'working_hours'> & { closures?: readonly ClosureDto[] };

/**
 * What is wrong between fields that are each well written.
 * @param before what is stored: names in it may stay, though a resource of the name is gone
 */
export function faultsOfSettings(
  { working_hours, resources, services, closures = [], time_zone, schedules }: Pick<CleanedSettings, Checked>,
  before?: Naming,
): FieldErrorDto[] {
  const known = [...resources, ...(before === undefined ? [] : namesIn(before))];
  return [
    ...faultsOfNames(working_hours, 'working_hours', { resources, known }),
    ...faultsOfNames(closures, 'closures', { resources, known }),
    ...faultsOfHours(working_hours, 'working_hours'),
    ...faultsOfResources(resources),
    ...faultsOfServices(services),
    ...faultsOfClosures(closures, time_zone),
    ...faultsOfSchedules({ resources, services, schedules }),
  ];
}

function namesIn({ resources, working_hours, closures = [] }: Naming): string[] {
  return [...resources, ...[...working_hours, ...closures].flatMap(({ resource }) => resource ?? [])];
}

/** A name that no resource has closes and opens nothing, which nobody would see. */
function faultsOfNames(
  named: readonly Pick<ClosureDto | WorkingHoursDto, 'resource'>[],
  list: string,
  { resources, known }: Record<'resources' | 'known', readonly string[]>,
): FieldErrorDto[] {
  return named.flatMap(({ resource }, index): FieldErrorDto[] => {
    if (resource === undefined || findName(known, resource) !== undefined) return [];
    const field = `${list}.${index}.resource`;
    const message = `${field} is ${resource}, which is none of resources: ${resources.join(', ')}.`;
    return [{ field, code: 'not_allowed', message }];
  });
}

/** Closures that end before they begin. */
function faultsOfClosures(closures: readonly ClosureDto[], time_zone: string): FieldErrorDto[] {
  return closures.flatMap(({ from, to }, index): FieldErrorDto[] => {
    if (lastInstantOf(to, time_zone) > firstInstantOf(from, time_zone)) return [];
    const field = `closures.${index}.to`;
    return [{ field, code: 'out_of_range', message: `${field} must be later than ${from}, when it closes.` }];
  });
}

/** Names that mean the same resource. */
function faultsOfResources(resources: readonly string[]): FieldErrorDto[] {
  const keys = resources.map(foldName);
  return keys.flatMap((key, index): FieldErrorDto[] => {
    if (key === '') return [blank(`resources.${index}`)];
    if (isSameName(key, ANY_RESOURCE)) return [reserved(`resources.${index}`)];
    const first = keys.indexOf(key);
    if (first === index) return [];
    const field = `resources.${index}`;
    const message = `${field} is the same as resources.${first}: case, width and spaces make no other name.`;
    return [{ field, code: 'repeated', message }];
  });
}

function faultsOfServices(services: readonly ServiceDto[]): FieldErrorDto[] {
  const keys = services.map(({ name }) => foldName(name));
  return keys.flatMap((key, index): FieldErrorDto[] => {
    const field = `services.${index}.name`;
    if (key === '') return [blank(field)];
    if (isSameName(key, ANY_RESOURCE)) return [reserved(field)];
    const first = keys.indexOf(key);
    if (first === index) return [];
    return [{ field, code: 'repeated', message: `${field} is the name of services.${first} too.` }];
  });
}

/** It would be nobody: it stands for whoever is free. */
export function reserved(field: string): FieldErrorDto {
  return {
    field,
    code: 'not_allowed',
    message: `${field} cannot be ${ANY_RESOURCE}, which means whoever is free.`,
  };
}

/** What had blanks and invisible signs alone. */
export function blank(field: string): FieldErrorDto {
  return { field, code: 'too_short', message: `${field} must have a character that can be seen.` };
}
