import type { WouldTellDto } from '@groupless/shared-dto';
import { Topic } from '../shared/bus/topic';
import type { ToldAppointment } from './told/told-appointment.entity';

export { attendeeOf } from './bookings/attendee';
export { BookedClient } from './requests/create-appointment.request';
export { BOOKING_LINK, BOOKING_PAGE, WAITING_LIST } from './rules/visitors';

/** An appointment and its client, and what that was told of it; null: nothing. */
export interface ToldOf {
  id: string;
  client_id: string;
  row: ToldAppointment | null;
}

/** Asks where mails about changes of an appointment would go. */
export const WOULD_TELL = new Topic<ToldOf, WouldTellDto>('would tell');
