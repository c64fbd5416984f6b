import { OmitType } from '@nestjs/swagger';
import { LIMITS } from '@groupless/shared-dto';
import { Flag, Integer, Text } from '../../platform/validation/fields';
import { IntegerList, TextList, UuidList } from '../../platform/validation/list-fields';
import { TimeOfDay } from '../../platform/validation/times/time-of-day';
import { OutsideId } from '../../platform/validation/outside-id';
import { ObjectOf } from '../../platform/validation/object-fields';
import { InstantOrLocal } from '../../platform/validation/times/time-fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { AvailabilityRequest } from '../requests/availability.request';
import { BookedClient } from '../requests/create-appointment.request';
import { PatchAppointmentRequest } from '../requests/patch-appointment.request';

/**
 * The input of models. No field can name a client, a chat or an id of another program: a booking is named by its
 * handle, which only the client's own conversation has.
 */

const Services = () =>
  TextList({ optional: true, ...LIMITS.service_name, most: LIMITS.services_of_visit.max });

export class FreeTimesRequest extends OmitType(AvailabilityRequest, ['resource_id', 'service_ids'] as const) {
  @OutsideId({ optional: true })
  booking?: string;

  @Services()
  services?: string[];

  @UuidList({ optional: true, most: LIMITS.services_of_visit.max })
  service_ids?: string[];

  @TextList({ optional: true, ...LIMITS.resource, most: LIMITS.resources.max })
  resources?: string[];

  @TimeOfDay({ optional: true, latest: '23:59' })
  from_time?: string;

  @TimeOfDay({ optional: true, latest: '23:59' })
  to_time?: string;

  @IntegerList({ optional: true, min: 1, max: 7, most: 7 })
  weekdays?: number[];

  @Integer({ optional: true, ...LIMITS.offered_times })
  limit?: number;
}

export class BookByModelRequest {
  @InstantOrLocal({})
  starts_at: string;

  @ObjectOf(() => BookedClient, {})
  client: BookedClient;

  @Text({ optional: true, ...LIMITS.service_name })
  service?: string;

  @Services()
  services?: string[];

  @Integer({ optional: true, ...LIMITS.appointment_minutes })
  duration_minutes?: number;

  @Text({ optional: true, ...LIMITS.title })
  title?: string;

  @Text({ optional: true, ...LIMITS.resource })
  resource?: string;

  @Text({ optional: true, ...LIMITS.description })
  notes?: string;

  @Flag({ optional: true })
  second_person?: boolean;

  @OutsideId({ optional: true })
  chat?: string;
}

export class ChangeByModelRequest {
  @OutsideId({})
  booking: string;

  @InstantOrLocal({ optional: true })
  starts_at?: string;

  @Integer({ optional: true, ...LIMITS.appointment_minutes })
  duration_minutes?: number;

  @Text({ optional: true, ...LIMITS.resource })
  resource?: string;

  @Text({ optional: true, ...LIMITS.service_name })
  service?: string;

  @Services()
  services?: string[];
}

export class CancelByModelRequest {
  @OutsideId({})
  booking: string;
}

export class ListBookingsRequest {
  @Text({ optional: true, ...LIMITS.heard_contact })
  phone?: string;

  @Text({ optional: true, ...LIMITS.client_name })
  name?: string;
}

export class ChangeAppointmentRequest extends OmitType(PatchAppointmentRequest, [
  'starts_at',
  'ends_at',
] as const) {
  @Uuid({})
  id: string;

  @InstantOrLocal({ optional: true })
  starts_at?: string;
}
