import {
  LIMITS,
  WAITING_STATUSES,
  type BookForWaitingDto,
  type CreateWaitingEntryDto,
  type WaitingHoursDto,
  type WaitingListQueryDto,
} from '@groupless/shared-dto';
import { BookedClient } from '../../appointments/public';
import type { SameShape } from '../../platform/docs/same-shape';
import { SomeOf, Text } from '../../platform/validation/fields';
import { TextList, UuidList } from '../../platform/validation/list-fields';
import { ObjectOf } from '../../platform/validation/object-fields';
import { OutsideId } from '../../platform/validation/outside-id';
import { PageRequest } from '../../platform/validation/page.request';
import { CalendarDate, Instant } from '../../platform/validation/times/time-fields';
import { TimeOfDay } from '../../platform/validation/times/time-of-day';
import { SomeUuids, Uuid } from '../../platform/validation/uuid-fields';

export class WaitingHours implements WaitingHoursDto {
  @TimeOfDay({ latest: '23:59', example: '16:00' }) from: string;
  @TimeOfDay({ latest: '24:00', description: 'Later than `from`.', example: '20:00' }) to: string;
}

const SEVERAL = { optional: true, most: LIMITS.services_of_visit.max } as const;

export class CreateWaitingEntryRequest implements CreateWaitingEntryDto {
  @Uuid({ optional: true, description: 'A known client; in place of `client`.' })
  client_id?: string;

  @ObjectOf(() => BookedClient, {
    optional: true,
    description: 'Found by phone, else by email, else made; in place of `client_id`.',
    example: { name: 'Jana Nováková', phone: '+1 212 555 0123' },
  })
  client?: BookedClient;

  @Text({ optional: true, ...LIMITS.service_name, description: 'What is to be booked.' })
  service?: string;

  @TextList({
    ...SEVERAL,
    ...LIMITS.service_name,
    description: 'Several of one visit, in place of `service`.',
  })
  services?: string[];

  @UuidList({ ...SEVERAL, description: 'In place of `service`.' })
  service_ids?: string[];

  @Text({
    optional: true,
    ...LIMITS.resource,
    description: 'With whom; `any` or left out: with whoever is free.',
    example: 'any',
  })
  resource?: string;

  @Uuid({ optional: true, description: 'In place of `resource`.' })
  resource_id?: string;

  @CalendarDate({
    description: 'The first day that suits, in the time zone of the business.',
    example: '2027-03-01',
  })
  from: string;

  @CalendarDate({ description: 'The last one, at most 366 days later.', example: '2027-03-12' })
  to: string;

  @ObjectOf(() => WaitingHours, {
    optional: true,
    nullable: true,
    description: 'Between which hours; null or left out: any.',
    example: { from: '16:00', to: '20:00' },
  })
  hours?: WaitingHours | null;

  @Text({ optional: true, ...LIMITS.description, description: 'Of the booking, too.' })
  notes?: string;

  @OutsideId({ optional: true, description: 'The chat in which the client is told.' })
  chat_id?: string;
}

export class BookForWaitingRequest implements BookForWaitingDto {
  @Instant({ description: 'The start of a time that suits.', example: '2027-03-02T09:00:00Z' })
  starts_at: string;

  @Uuid({ description: 'With whom.', example: '0193b0a4-7b1c-7000-8000-000000000000' })
  resource_id: string;
}

export class WaitingListRequest extends PageRequest implements WaitingListQueryDto {
  @SomeOf({ optional: true, values: WAITING_STATUSES, description: 'Several by comma.', example: 'waiting' })
  status?: string;

  @Uuid({ optional: true, description: 'Those of this client.' })
  client_id?: string;

  @SomeUuids({ optional: true, description: 'Those for this resource or for any; several by comma.' })
  resource_id?: string;
}

true satisfies SameShape<BookForWaitingRequest, BookForWaitingDto>;
true satisfies SameShape<CreateWaitingEntryRequest, CreateWaitingEntryDto>;
true satisfies SameShape<WaitingListRequest, WaitingListQueryDto>;
