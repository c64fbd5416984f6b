import type { AppointmentDto } from '@groupless/shared-dto';
import { created, type Answer, type Versioned } from '../../platform/http/answer';
import type { BookingOutcome } from './bookings.service';

/** 201 with the address for what was made, else 200. */
export function bookingAnswer({ result, row }: BookingOutcome): Answer | Versioned<AppointmentDto> {
  return result === 'created' ? created('/api/appointments', row) : row;
}
