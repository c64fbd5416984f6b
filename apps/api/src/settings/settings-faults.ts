import {
  ANY_RESOURCE,
  foldName,
  isSameName,
  type ClosureDto,
  type FieldErrorDto,
  type ServiceDto,
} from '@groupless/shared-dto';
import { firstInstantOf, lastInstantOf } from '../platform/validation/times/day-or-time';
import type { CleanedSettings } from './cleaned-settings';
import { faultsOfHours } from './hours-faults';
import { faultsOfSchedules } from './schedule-faults';

type Checked = 'working_hours' | 'resources' | 'services' | 'closures' | 'time_zone' | 'schedules';

/** What is wrong between fields that are each well written. */
export function faultsOfSettings({
  working_hours,
  resources,
  services,
  closures = [],
  time_zone,
  schedules,
}: Pick<CleanedSettings, Checked>): FieldErrorDto[] {
  return [
    ...faultsOfHours(working_hours, 'working_hours'),
    ...faultsOfResources(resources),
    ...faultsOfServices(services),
    ...faultsOfClosures(closures, time_zone),
    ...faultsOfSchedules({ resources, services, schedules }),
  ];
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
  const names = services.map(({ name }) => name);
  return names.flatMap((name, index): FieldErrorDto[] => {
    const field = `services.${index}.name`;
    if (name === '') return [blank(field)];
    const first = names.indexOf(name);
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
