import type { AppointmentDto } from '@groupless/shared-dto';
import type { Conflict } from '../../crm/booking/conflict-finder';

/** What is to be moved. */
export interface MoveWish {
  appointment: AppointmentDto;
  /** If the user comes from a time that was taken. */
  conflict: Conflict | null;
}
