import type { MetAppointmentDto } from '@groupless/shared-dto';
import { Topic } from '../shared/bus/topic';

/** A range of time of a resource; null: of all resources. */
export interface MeetingTime {
  resource_id: string | null;
  starts_at: Date;
  ends_at: Date;
}

/** Asks for the coming appointments that a block meets; the first ones. */
export const APPOINTMENTS_MET = new Topic<{ times: readonly MeetingTime[] }, MetAppointmentDto[]>(
  'appointments met',
);
