import {
  foldName,
  type ClosureDto,
  type FieldErrorDto,
  type ReplaceChatAgentSettingsDto,
  type ServiceDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import { firstInstantOf, lastInstantOf } from '../shared/validation/day-or-time';

type Checked = 'working_hours' | 'resources' | 'services' | 'closures' | 'time_zone';

/** What is wrong between fields that are each well written. */
export function faultsOfSettings({
  working_hours,
  resources,
  services,
  closures = [],
  time_zone,
}: Pick<ReplaceChatAgentSettingsDto, Checked>): FieldErrorDto[] {
  return [
    ...faultsOfHours(working_hours),
    ...faultsOfResources(resources),
    ...faultsOfServices(services),
    ...faultsOfClosures(closures, time_zone),
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

/** Hours that end before they begin, and those that overlap others. */
function faultsOfHours(hours: readonly WorkingHoursDto[]): FieldErrorDto[] {
  return hours.flatMap((one, index): FieldErrorDto[] => {
    const field = `working_hours.${index}`;
    if (one.closes <= one.opens) {
      const message = `${field}.closes must be later than ${one.opens}, when it opens.`;
      return [{ field: `${field}.closes`, code: 'out_of_range', message }];
    }
    const other = hours.slice(0, index).findIndex((earlier) => overlap(earlier, one));
    if (other === -1) return [];
    const message = `${field} overlaps working_hours.${other} on the same day${ofResource(one)}.`;
    return [{ field, code: 'not_allowed', message }];
  });
}

/** Times of one form, such as 09:00, compare as texts. */
function overlap(a: WorkingHoursDto, b: WorkingHoursDto): boolean {
  return keyOf(a) === keyOf(b) && a.day === b.day && a.opens < b.closes && b.opens < a.closes;
}

function ofResource({ resource }: WorkingHoursDto): string {
  return resource === undefined ? '' : ' of the same resource';
}

function keyOf({ resource }: WorkingHoursDto): string | null {
  return resource === undefined ? null : foldName(resource);
}

/** Names that mean the same resource. */
function faultsOfResources(resources: readonly string[]): FieldErrorDto[] {
  const keys = resources.map(foldName);
  return keys.flatMap((key, index): FieldErrorDto[] => {
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
    const first = names.indexOf(name);
    if (first === index) return [];
    const field = `services.${index}.name`;
    return [{ field, code: 'repeated', message: `${field} is the name of services.${first} too.` }];
  });
}
