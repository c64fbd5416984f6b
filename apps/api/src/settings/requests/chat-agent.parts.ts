import {
  LIMITS,
  type ClosureDto,
  type GivenScheduleDto,
  type ScheduleExceptionDto,
  type ScheduleHoursDto,
  type ServiceDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import { DayOrTime } from '../../platform/validation/times/day-or-time';
import { Flag, Integer, Text } from '../../platform/validation/fields';
import { TextList } from '../../platform/validation/list-fields';
import { ListOf } from '../../platform/validation/object-fields';
import { CalendarDate } from '../../platform/validation/times/time-fields';
import { TimeOfDay } from '../../platform/validation/times/time-of-day';
import { Colour } from './chat-agent.fields';

/*
 * The parts of the settings that are lists of objects.
 */

class HoursOfDay {
  @TimeOfDay({ latest: '23:59', example: '09:00' })
  opens: string;

  @TimeOfDay({
    latest: '24:00',
    description: '`24:00` is the end of the day. A time that is not later than `opens` is on the next day.',
    example: '18:00',
  })
  closes: string;
}

export class ScheduleHours extends HoursOfDay implements ScheduleHoursDto {
  @Integer({ min: 1, max: 7, description: '1 is Monday, 7 is Sunday.', example: 1 })
  day: number;
}

export class WorkingHours extends ScheduleHours implements WorkingHoursDto {
  @Text({
    optional: true,
    ...LIMITS.resource,
    description:
      'Whose hours these are. A resource with hours of its own has only those; without it, they are of all others.',
  })
  resource?: string;
}

export class Service implements ServiceDto {
  @Text({ ...LIMITS.service_name, description: 'Unique among the services.', example: 'Consultation' })
  name: string;

  @Integer({ ...LIMITS.service_minutes, example: 45 })
  duration_minutes: number;

  @Text({
    optional: true,
    ...LIMITS.service_price,
    description: 'As it is told to customers.',
    example: '€ 45',
  })
  price?: string;

  @Text({
    optional: true,
    ...LIMITS.service_description,
    description: 'What customers ask about it.',
    example: 'Wash, cut and blow-dry.',
  })
  description?: string;

  @Integer({
    optional: true,
    ...LIMITS.service_buffer_minutes,
    description:
      'How long the resource stays free after it, for what agents book. Where `buffer_minutes` of the settings is more, ' +
      'that counts.',
    example: 10,
  })
  buffer_minutes?: number;
}

export class Closure implements ClosureDto {
  @DayOrTime({
    description:
      'A day, a time in the time zone of the settings, or a time with its offset: from then on it is closed.',
    example: '2026-12-24',
  })
  from: string;

  @DayOrTime({
    description: 'Written as `from`. A day is closed to its end; a time is when it opens again.',
    example: '2026-12-26',
  })
  to: string;

  @Text({ ...LIMITS.closure_reason, description: 'Empty where there is none.', example: 'Christmas' })
  reason: string;

  @Text({ optional: true, ...LIMITS.resource, description: 'What is closed; without it, everything.' })
  resource?: string;

  @Flag({
    optional: true,
    description:
      'Whether agents may tell the reason; to them it is empty otherwise. Where a replacement does not say it, it stays as it was ' +
      'for the same `from`, `to` and `resource`, else it is false.',
    example: true,
  })
  public?: boolean;
}

export class ScheduleException extends HoursOfDay implements ScheduleExceptionDto {
  @CalendarDate({ description: 'The first day that has these hours alone.', example: '2026-12-24' })
  from: string;

  @CalendarDate({ description: 'The last of these days.', example: '2026-12-24' })
  to: string;
}

const Resource = () =>
  Text({ ...LIMITS.resource, description: 'One of `resources`, each at most once.', example: 'Anna' });
export const OwnHours = (optional: boolean) =>
  ListOf(() => ScheduleHours, {
    optional,
    nullable: true,
    ...LIMITS.schedule_hours,
    description:
      'Its hours of a week, several a day; null: as the business. Hours of one day may not overlap.',
    example: [{ day: 1, opens: '09:00', closes: '13:00' }],
  });
const Services = (optional: boolean) =>
  TextList({
    optional,
    nullable: true,
    ...LIMITS.service_name,
    most: LIMITS.services.max,
    description: 'The names of the services that it does; null: all of them.',
    example: ['Consultation'],
  });
export const Exceptions = (optional: boolean) =>
  ListOf(() => ScheduleException, {
    optional,
    ...LIMITS.schedule_exceptions,
    description: 'Days with other hours than those of the week; several of one day may not overlap.',
    example: [{ from: '2026-12-24', to: '2026-12-24', opens: '09:00', closes: '12:00' }],
  });
export const OwnColour = (optional: boolean) =>
  Colour({
    optional,
    nullable: true,
    description: 'In calendars; null: the panel chooses.',
    example: '#1f8a70',
  });

/** The same as it is sent. */
export class GivenSchedule implements GivenScheduleDto {
  @Resource() resource: string;
  @OwnHours(true) working_hours?: ScheduleHours[] | null;
  @Services(true) services?: string[] | null;
  @Exceptions(true) exceptions?: ScheduleException[];
  @OwnColour(true) colour?: string | null;
}
