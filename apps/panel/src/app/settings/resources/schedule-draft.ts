import {
  hoursOfResource,
  isSameName,
  openingsOfDay,
  scheduleOf,
  type ChatAgentSettingsDto,
  type ClosureDto,
  type ScheduleDto,
  type ScheduleExceptionDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import { distinctNames } from '../../crm/resource-names';
import { changesOf } from '../../ui/forms/changes-of';
import { NEW_CLOSURE } from '../chat-agent/closures/closure-list';
import { DAYS, sortedWeek } from '../chat-agent/hours/working-week';

/** What is typed of a resource. */
export interface ScheduleDraft {
  name: string;
  hasOwnHours: boolean;
  working_hours: WorkingHoursDto[];
  doesAll: boolean;
  services: string[];
  exceptions: ScheduleExceptionDto[];
  /** Its days off. What is everybody's stands elsewhere. */
  closures: ClosureDto[];
  hasOwnColour: boolean;
  colour: string;
}

/** Where nobody has chosen one. */
const FIRST_COLOUR = '#1f8a70';

/** What stands in the fields at first. */
export function draftOf(settings: ChatAgentSettingsDto, name: string | null): ScheduleDraft {
  const known = name === null ? undefined : scheduleOf(settings, name);
  return {
    name: name ?? '',
    hasOwnHours: name !== null && hasOwnHours(settings, name),
    working_hours: weekOf(settings, name ?? ''),
    doesAll: (known?.services ?? null) === null,
    services: known?.services ?? settings.services.map((service) => service.name),
    exceptions: known?.exceptions ?? [],
    closures: closuresOf(settings, name),
    hasOwnColour: (known?.colour ?? null) !== null,
    colour: known?.colour ?? FIRST_COLOUR,
  };
}

/** As the fields of a form take them. */
function closuresOf({ closures }: ChatAgentSettingsDto, name: string | null): ClosureDto[] {
  return closures.flatMap(({ resource, ...closure }) =>
    name !== null && resource !== undefined && isSameName(resource, name)
      ? { ...NEW_CLOSURE, ...closure }
      : [],
  );
}

/** What was changed of a resource, over what others have stored of it since it was read. */
export function scheduleOver(
  settings: ChatAgentSettingsDto,
  name: string,
  { draft, atFirst }: { draft: ScheduleDraft; atFirst: ScheduleDraft },
): ScheduleDraft {
  return { ...draftOf(settings, name), ...changesOf(draft, atFirst), name };
}

export function hasOwnHours({ schedules, working_hours }: ChatAgentSettingsDto, name: string): boolean {
  const own = schedules.find((one) => isSameName(one.resource, name))?.working_hours ?? null;
  return (
    own !== null || working_hours.some(({ resource }) => resource !== undefined && isSameName(resource, name))
  );
}

/** The hours of a week, as the fields of a form take them. */
export function weekOf(settings: ChatAgentSettingsDto, name: string): WorkingHoursDto[] {
  return sortedWeek(
    hoursOfResource(settings, name).map(({ day, opens, closes }) => ({ day, opens, closes })),
  );
}

/** The weekdays on which somebody works while the business is closed. One without hours of its own is closed on none. */
export function daysOutside(
  { working_hours }: Pick<ChatAgentSettingsDto, 'working_hours'>,
  own: readonly WorkingHoursDto[],
): number[] {
  const business = working_hours.filter(({ resource }) => resource === undefined);
  if (business.length === 0) return [];
  return DAYS.filter((day) => {
    const open = openingsOfDay(business, day);
    return openingsOfDay(own, day).some(
      ({ opens, closes }) => !open.some((one) => one.opens <= opens && closes <= one.closes),
    );
  });
}

/** The settings with what was typed; a new resource comes last. */
export function withSchedule(settings: ChatAgentSettingsDto, draft: ScheduleDraft): ChatAgentSettingsDto {
  const { name: resource, hasOwnHours, doesAll, exceptions, hasOwnColour } = draft;
  const closures = draft.closures.map((one) => ({ ...one, resource }));
  const schedule: ScheduleDto = {
    resource,
    working_hours: hasOwnHours ? draft.working_hours : null,
    services: doesAll ? null : draft.services,
    exceptions,
    colour: hasOwnColour ? draft.colour : null,
  };
  const isOther = (one: { resource?: string }) =>
    one.resource === undefined || !isSameName(one.resource, resource);
  return {
    ...settings,
    resources: distinctNames([...settings.resources, resource]),
    schedules: [...settings.schedules.filter(isOther), schedule],
    closures: [...settings.closures.filter(isOther), ...closures],
    // Hours of one resource stood there before schedules.
    working_hours: settings.working_hours.filter(isOther),
  };
}

/** The settings without a resource, and without what is about it alone. */
export function withoutResource(settings: ChatAgentSettingsDto, resource: string): ChatAgentSettingsDto {
  const isOther = (one: { resource?: string }) =>
    one.resource === undefined || !isSameName(one.resource, resource);
  return {
    ...settings,
    resources: settings.resources.filter((name) => !isSameName(name, resource)),
    schedules: settings.schedules.filter(isOther),
    working_hours: settings.working_hours.filter(isOther),
    closures: settings.closures.filter(isOther),
  };
}
