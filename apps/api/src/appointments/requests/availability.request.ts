import { LIMITS, type AvailabilityQueryDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { QueryInteger, Text } from '../../platform/validation/fields';
import { TimeZone } from '../../platform/validation/locale-fields';
import { SomeUuids, Uuid } from '../../platform/validation/uuid-fields';
import { NewResource } from './create-appointment.request';
import { CalendarDate } from '../../platform/validation/times/time-fields';

export class AvailabilityRequest implements AvailabilityQueryDto {
  @CalendarDate({
    description:
      'A day in the time zone of the settings. What has passed of it is never free; days that have all passed are refused.',
    example: '2026-11-20',
  })
  date: string;

  @QueryInteger({
    optional: true,
    ...LIMITS.availability_days,
    description: 'How many days, that one included.',
  })
  days?: number;

  @QueryInteger({
    optional: true,
    ...LIMITS.appointment_minutes,
    description:
      'How long the appointment will be; by default as long as the service, else as a slot. With `agents_on_grid` an agent ' +
      'gets times as long as the service.',
  })
  duration_minutes?: number;

  @Text({ optional: true, ...LIMITS.service_name, description: 'A service of the settings.' })
  service?: string;

  @SomeUuids({
    optional: true,
    description: 'Several services of one visit by comma, in place of `service`.',
  })
  service_ids?: string;

  @Text({
    optional: true,
    ...LIMITS.resource,
    description: 'By default the one of the settings, of several whoever is free.',
  })
  resource?: string;

  @Uuid({ optional: true, description: 'In place of `resource`.' })
  resource_id?: string;

  @Uuid({
    optional: true,
    description: 'An appointment that is to be moved: its own time counts as free.',
  })
  except?: string;

  @TimeZone({
    optional: true,
    description:
      'That of a visitor: each time is told in it too, as `visitor_starts_at`. The days stay those of the business.',
    example: 'America/New_York',
  })
  time_zone?: string;

  @NewResource() new_resource?: 'true' | 'false';
}

true satisfies SameShape<AvailabilityRequest, AvailabilityQueryDto>;
