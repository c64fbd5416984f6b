import { inOneLine, type AppointmentStatus } from '@groupless/shared-dto';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** An appointment as calendars show it. */
export interface CalendarEntry {
  id: string;
  title: string;
  services: readonly { name: string }[];
  client_name: string;
  /** The person it is for, if that is not the client. */
  attendee_name: string | null;
  starts_at: Date;
  ends_at: Date;
  status: AppointmentStatus;
  resource: string;
  room: string | null;
  notes: string;
  /** Rises with each change. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

const STATUSES: Record<AppointmentStatus, ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
  no_show: ICalEventStatus.CANCELLED,
};

const REFRESH_S = 15 * 60;

/** An iCalendar (RFC 5545), with all times in UTC. The same appointments make the same text, byte by byte. */
export function calendarFeed(entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    prodId: { company: 'Groupless', product: 'Appointments', language: 'EN' },
    name: 'Appointments',
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
  });
  for (const entry of entries) {
    const { id, starts_at, ends_at, status, resource, room, notes, version, created_at, updated_at } = entry;
    calendar.createEvent({
      id: `${id}@groupless`,
      start: starts_at,
      end: ends_at,
      summary: plain(summaryOf(entry)),
      location: plain(room === null ? resource : `${resource}, ${room}`),
      description: notes === '' ? null : plain(notes),
      status: STATUSES[status],
      // A cancellation raises it too (RFC 5546), and no later version of the program may ever lower it.
      sequence: version - 1,
      stamp: updated_at,
      created: created_at,
      lastModified: updated_at,
    });
  }
  // RFC 5545 ends each line with a line break; the package omits the last one.
  return `${calendar.toString()}\r\n`;
}

function summaryOf({ title, services, client_name, attendee_name }: CalendarEntry): string {
  const subject = title || inOneLine(services);
  const who = attendee_name === null ? client_name : `${attendee_name} (${client_name})`;
  return subject === '' ? who : `${subject}: ${who}`;
}

/** Removes control characters, which RFC 5545 forbids in texts, and unifies line breaks. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, ' ');
}
