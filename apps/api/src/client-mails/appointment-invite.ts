import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { NotifiedAppointment } from './notified-appointment';

interface Parties {
  organizer: { name: string; email: string };
  summary: string;
  /** Empty: none. */
  location: string;
}

/**
 * An iCalendar by which the client's calendar takes an appointment in, moves it, or takes it out (RFC 5546). The same id with a
 * higher sequence is the same event.
 */
export function appointmentInvite(
  {
    id,
    status,
    starts_at,
    ends_at,
    version,
    updated_at,
    email,
    client_name,
  }: NotifiedAppointment & { email: string },
  { organizer, summary, location }: Parties,
): { method: string; content: string } {
  const isOver = status === 'cancelled';
  const method = isOver ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const open = status === 'pending' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
  const calendar = ical({
    prodId: { company: 'Groupless', product: 'Appointments', language: 'EN' },
    method,
  });
  calendar.createEvent({
    id: `${id}@groupless`,
    start: starts_at,
    end: ends_at,
    summary,
    ...(location === '' ? {} : { location }),
    status: isOver ? ICalEventStatus.CANCELLED : open,
    sequence: version - 1,
    stamp: updated_at,
    organizer,
    attendees: [{ email, name: client_name, rsvp: false }],
  });
  return { method, content: `${calendar.toString()}\r\n` };
}
