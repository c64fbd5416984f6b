import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { AppointmentStatus } from '@groupless/shared-dto';
import type { NotifiedAppointment } from './notified-appointment';

interface Parties {
  organizer: { name: string; email: string };
  summary: string;
  /** Empty: none. */
  location: string;
  /** Of the client. */
  email: string;
}

/**
 * An iCalendar by which the client's calendar takes appointments in, moves them, or takes them out (RFC 5546). The same id with a
 * higher sequence is the same event. Several at once are published: a request would be about one.
 */
export function appointmentInvite(
  appointments: readonly NotifiedAppointment[],
  { organizer, summary, location, email }: Parties,
): { method: string; content: string } {
  const isSeveral = appointments.length > 1;
  const isOver = appointments.every(({ status }) => status === 'cancelled');
  const one = isOver ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const method = isSeveral ? ICalCalendarMethod.PUBLISH : one;
  const calendar = ical({
    prodId: { company: 'Groupless', product: 'Appointments', language: 'EN' },
    method,
  });
  for (const { id, status, starts_at, ends_at, version, updated_at, client_name } of appointments)
    calendar.createEvent({
      id: `${id}@groupless`,
      start: starts_at,
      end: ends_at,
      summary,
      ...(location === '' ? {} : { location }),
      status: STATUSES[status] ?? ICalEventStatus.CONFIRMED,
      sequence: version - 1,
      stamp: updated_at,
      organizer,
      attendees: isSeveral ? [] : [{ email, name: client_name, rsvp: false }],
    });
  return { method, content: `${calendar.toString()}\r\n` };
}

const STATUSES: Partial<Record<AppointmentStatus, ICalEventStatus>> = {
  pending: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};
