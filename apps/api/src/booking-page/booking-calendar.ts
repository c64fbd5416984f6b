import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { BookedAppointment } from '../appointments/appointment.entity';

/** A booking for the calendar of whoever comes. */
export function bookingCalendar(
  { id, starts_at, ends_at, status, version, updated_at }: BookedAppointment,
  { summary, location }: { summary: string; location: string },
): string {
  const calendar = ical({
    prodId: { company: 'Groupless', product: 'Appointments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `${id}@groupless`,
    start: starts_at,
    end: ends_at,
    summary,
    ...(location === '' ? {} : { location }),
    status:
      status === 'cancelled'
        ? ICalEventStatus.CANCELLED
        : status === 'pending'
          ? ICalEventStatus.TENTATIVE
          : ICalEventStatus.CONFIRMED,
    sequence: version - 1,
    stamp: updated_at,
  });
  return `${calendar.toString()}\r\n`;
}
