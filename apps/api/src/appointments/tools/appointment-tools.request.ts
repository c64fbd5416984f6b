import { LIMITS } from '@groupless/shared-dto';
import { Text } from '../../shared/validation/fields';
import { Uuid } from '../../shared/validation/uuid-fields';
import { PatchAppointmentRequest } from '../requests/patch-appointment.request';
import { PatchOwnBookingRequest } from '../requests/patch-own-booking.request';

/** A booking of an agent, and what becomes of it: the address and the body of the same route. */
export class ChangeOwnBookingRequest extends PatchOwnBookingRequest {
  @Text({ ...LIMITS.outside_id })
  external_id: string;
}

export class CancelOwnBookingRequest {
  @Text({ ...LIMITS.outside_id })
  external_id: string;
}

export class ChangeAppointmentRequest extends PatchAppointmentRequest {
  @Uuid({})
  id: string;
}
