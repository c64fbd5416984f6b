import type { EventApi } from '@fullcalendar/angular';
import type { AppointmentDto, BusyTimeDto } from '@groupless/shared-dto';

type Event = Pick<EventApi, 'extendedProps'>;

/** The appointment of an event; null: a block, closed times, or the line of now, which are events too. */
export function appointmentOf({ extendedProps }: Event): AppointmentDto | null {
  return (extendedProps['appointment'] as AppointmentDto | undefined) ?? null;
}

/** The block or busy time of an event; null: it is something else. */
export function busyOf({ extendedProps }: Event): BusyTimeDto | null {
  return (extendedProps['busy'] as BusyTimeDto | undefined) ?? null;
}

/** Whether an appointment stands in the column of its room, and not in that of its resource. */
export function isInRoom({ extendedProps }: Event): boolean {
  return extendedProps['isInRoom'] === true;
}
