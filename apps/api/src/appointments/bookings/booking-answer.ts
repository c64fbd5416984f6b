import { type Answer, createdVersion, okVersion } from '../../platform/http/answer';
import type { BookingOutcome } from './bookings.service';

/** 201 with the address for what was made, else 200. */
export function bookingAnswer({ result, row }: BookingOutcome): Answer {
  return result === 'created' ? createdVersion('/api/appointments', row) : okVersion(row);
}
