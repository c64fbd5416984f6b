import {
  findName,
  foldName,
  minutesOf,
  MINUTES_A_DAY,
  type ChatAgentSettingsDto,
  type FieldErrorDto,
  type ScheduleDto,
  type ScheduleExceptionDto,
} from '@groupless/shared-dto';
import { faultsOfHours } from './hours-faults';

type Named = Pick<ChatAgentSettingsDto, 'resources' | 'services' | 'schedules'>;

/** What is wrong with schedules whose fields are each well written. */
export function faultsOfSchedules({ resources, services, schedules }: Named): FieldErrorDto[] {
  const names = services.map(({ name }) => name);
  const keys = schedules.map(({ resource }) => foldName(resource));
  return schedules.flatMap((schedule, index): FieldErrorDto[] => {
    const at = `schedules.${index}`;
    const first = keys.indexOf(foldName(schedule.resource));
    return [
      ...faultsOfResource(schedule.resource, `${at}.resource`, resources),
      ...(first === index ? [] : [twice(`${at}.resource`, first)]),
      ...faultsOfServices(schedule, at, names),
      ...faultsOfHours(schedule.working_hours ?? [], `${at}.working_hours`),
      ...faultsOfExceptions(schedule.exceptions, `${at}.exceptions`),
    ];
  });
}

function faultsOfResource(resource: string, field: string, resources: readonly string[]): FieldErrorDto[] {
  if (findName(resources, resource) !== undefined) return [];
  const message = `${field} must be one of resources: ${resources.join(', ')}.`;
  return [{ field, code: 'not_allowed', message }];
}

function twice(field: string, first: number): FieldErrorDto {
  return { field, code: 'repeated', message: `${field} has a schedule already, schedules.${first}.` };
}

function faultsOfServices({ services }: ScheduleDto, at: string, names: readonly string[]): FieldErrorDto[] {
  const keys = (services ?? []).map(foldName);
  return (services ?? []).flatMap((name, index): FieldErrorDto[] => {
    const field = `${at}.services.${index}`;
    if (findName(names, name) === undefined) {
      const known =
        names.length === 0 ? 'The settings name no service.' : `It must be one of ${names.join(', ')}.`;
      return [{ field, code: 'not_allowed', message: `${field} is no service of the settings. ${known}` }];
    }
    const first = keys.indexOf(foldName(name));
    if (first === index) return [];
    return [{ field, code: 'repeated', message: `${field} is the same as ${at}.services.${first}.` }];
  });
}

/** Days that end before they begin, and hours of one day that overlap. Those past midnight may meet the next day's. */
export function faultsOfExceptions(exceptions: readonly ScheduleExceptionDto[], at: string): FieldErrorDto[] {
  return exceptions.flatMap((one, index): FieldErrorDto[] => {
    const field = `${at}.${index}`;
    if (one.to < one.from) {
      return [
        {
          field: `${field}.to`,
          code: 'out_of_range',
          message: `${field}.to must not be before ${one.from}.`,
        },
      ];
    }
    const other = exceptions.slice(0, index).findIndex((earlier) => overlap(earlier, one));
    if (other === -1) return [];
    return [{ field, code: 'not_allowed', message: `${field} overlaps ${at}.${other}.` }];
  });
}

const DAY_MS = 86_400_000;

/** On a day that both have; or one's hours past midnight meet the other's of the next day. */
function overlap(a: ScheduleExceptionDto, b: ScheduleExceptionDto): boolean {
  if (a.to < a.from) return false;
  const [one, other] = [minutesOf(a), minutesOf(b)];
  return [-1, 0, 1].some((days) => {
    const isOnDays = dayOf(a.from) <= dayOf(b.to) + days && dayOf(b.from) + days <= dayOf(a.to);
    const shift = -days * MINUTES_A_DAY;
    return isOnDays && one.opens < other.closes + shift && other.opens + shift < one.closes;
  });
}

function dayOf(date: string): number {
  return Date.parse(date) / DAY_MS;
}
