import type { AppointmentDto } from '@groupless/shared-dto';
import { created, type Answer, type Versioned } from '../../platform/http/answer';
import type { BookingOutcome } from './bookings.service';

/** 201 with `Location` for a new booking, otherwise 200. */
export function bookingAnswer({
  result,
  row,
}: BookingOutcome): Answer<AppointmentDto> | Versioned<AppointmentDto> {
  return result === 'created' ? created('/api/appointments', row) : row;
}
