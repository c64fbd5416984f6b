import {
  foldName,
  minutesOf,
  MINUTES_A_DAY,
  type ClosureDto,
  type DayOpening,
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

/** Hours that overlap others. Those that close no later than they open close on the next day. */
function faultsOfHours(hours: readonly WorkingHoursDto[]): FieldErrorDto[] {
  return hours.flatMap((one, index): FieldErrorDto[] => {
    const field = `working_hours.${index}`;
    const other = hours.slice(0, index).findIndex((earlier) => overlap(earlier, one));
    if (other === -1) return [];
    const message = `${field} overlaps working_hours.${other}${ofResource(one)}.`;
    return [{ field, code: 'not_allowed', message }];
  });
}

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/** Sunday's may last into Monday. */
function overlap(a: WorkingHoursDto, b: WorkingHoursDto): boolean {
  if (keyOf(a) !== keyOf(b)) return false;
  const [one, other] = [inWeek(a), inWeek(b)];
  return [-MINUTES_A_WEEK, 0, MINUTES_A_WEEK].some(
    (weeks) => one.opens < other.closes + weeks && other.opens + weeks < one.closes,
  );
}

/** In minutes from the midnight at which Monday begins. */
function inWeek(hours: WorkingHoursDto): DayOpening {
  const { opens, closes } = minutesOf(hours);
  const midnight = (hours.day - 1) * MINUTES_A_DAY;
  return { opens: midnight + opens, closes: midnight + closes };
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
    if (key === '') return [blank(`resources.${index}`)];
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

/** What had blanks and invisible signs alone. */
function blank(field: string): FieldErrorDto {
  return { field, code: 'too_short', message: `${field} must have a character that can be seen.` };
}
