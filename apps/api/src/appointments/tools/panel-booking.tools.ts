import { Injectable } from '@nestjs/common';
import { inOneLine, type AppointmentDto, type PageDto } from '@groupless/shared-dto';
import type { BookedByTeam, ChangedByTeam, ListedAppointments } from '@groupless/shared-dto/tool-answers';
import type { KnownActor } from '../../platform/access/caller';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { readTime } from '../../platform/validation/times/local-time';
import { Tool } from '../../shared/tools/tool';
import { AppointmentsService } from '../appointments.service';
import { toLocalTime } from '../availability/local-times';
import { BOOKING_FIELDS } from './booking-fields';
import { sayDone, sayListed, type SaidBooking } from './say';
import { BookingsService } from '../bookings/bookings.service';
import { AppointmentListRequest } from '../requests/appointment-list.request';
import { ChangeAppointmentRequest } from './appointment-tools.request';
import { CreateAppointmentRequest } from '../requests/create-appointment.request';

/** What an assistant of the team reads of an appointment. */
const OF_APPOINTMENT = [
  ...['id', 'local_starts_at', 'local_ends_at', 'status', 'resource', 'room', 'service', 'title'],
  ...['client', 'name', 'attendee_name', 'notes', 'team_notes', 'already_booked'],
] as const;

/** The appointment tools of the team's assistants, with the rights of an operator or a viewer. */
@Injectable()
export class PanelBookingTools {
  constructor(
    private readonly appointments: AppointmentsService,
    private readonly bookings: BookingsService,
    private readonly settings: ChatAgentSettingsService,
  ) {}

  @Tool({
    name: 'list_appointments',
    title: 'List appointments',
    description:
      'List appointments by their start, or find some by words. Use it to see a day or a week, or to get the id of an ' +
      'appointment.',
    scopes: ['panel:read', 'panel:write'],
    input: AppointmentListRequest,
    fields: {
      search: 'Words of the client, the title, the service or the notes, or digits of the phone.',
      from: 'Those that end after it, such as 2027-03-01T00:00:00+01:00.',
      to: 'Those that start before.',
      status: 'pending, confirmed, completed, cancelled, no_show; several by comma.',
      client_id: 'Those of one client.',
      resource: '',
      limit: '',
      cursor: 'next_cursor of the page before.',
    },
    told: ['items', 'total', 'next_cursor', ...OF_APPOINTMENT],
    reads: true,
  })
  async list({ limit = 20, ...query }: AppointmentListRequest): Promise<ListedAppointments> {
    const text = await this.appointments.list({ ...query, limit });
    const page = JSON.parse(text) as PageDto<AppointmentDto>;
    const { time_zone } = await this.settings.current();
    const items = page.items.map((row) => withLocal(row, time_zone));
    return { say: sayListed(items.map(saidOf), page.total, time_zone), ...page, items };
  }

  @Tool({
    name: 'book_appointment',
    title: 'Book an appointment',
    description:
      'Book an appointment for a client, at any hour. Use it when the user asks for exactly this. If the time is taken, ' +
      'the answer lists `alternatives`: ask the user, never pick one yourself.',
    scopes: ['panel:write'],
    input: CreateAppointmentRequest,
    fields: {
      ...BOOKING_FIELDS,
      starts_at: 'The start, such as 2027-03-01T10:00 in the time zone of the business, or with its offset.',
      client_id: 'A known client, in place of client.',
      external_id: 'Your own id of this booking: sent again, nothing is booked twice.',
    },
    told: OF_APPOINTMENT,
  })
  async book(booking: CreateAppointmentRequest, actor: KnownActor): Promise<BookedByTeam> {
    const { time_zone } = await this.settings.current();
    const { result, row } = await this.bookings.book(inZone(booking, time_zone), actor, {});
    const isKnown = result === 'known';
    const say = sayDone('booked', saidOf(row.row), time_zone, { before: isKnown });
    return { say, ...withLocal(row.row, time_zone), ...(isKnown && { already_booked: true }) };
  }

  @Tool({
    name: 'change_appointment',
    title: 'Change an appointment',
    description:
      'Change an appointment: its time, status, title or notes. Use it when the user asks for exactly this. Never ' +
      'cancel one to make room for another.',
    scopes: ['panel:write'],
    input: ChangeAppointmentRequest,
    fields: {
      id: 'The id of the appointment, from list_appointments.',
      starts_at: 'The new start, as in book_appointment. Alone, it moves the appointment.',
      duration_minutes: '',
      status: '',
      title: '',
      service: 'A service of the business: sets title and length.',
      services: 'All services of the visit, in their order; in place of service.',
      notes: 'Replaces the present notes, which the client may hear.',
      team_notes: 'Replaces the notes of the team alone.',
    },
    told: OF_APPOINTMENT,
    destroys: true,
  })
  async change({ id, ...patch }: ChangeAppointmentRequest, actor: KnownActor): Promise<ChangedByTeam> {
    const { time_zone } = await this.settings.current();
    const { row } = await this.appointments.change(id, inZone(patch, time_zone), null, actor);
    const done = row.status === 'cancelled' ? 'cancelled' : 'changed';
    return { say: sayDone(done, saidOf(row), time_zone), ...withLocal(row, time_zone) };
  }
}

/** With a local start as an instant: over HTTP only agents may send a local one, in tools all. */
function inZone<Sent extends { starts_at?: string }>(sent: Sent, time_zone: string): Sent {
  const { starts_at } = sent;
  if (starts_at === undefined) return sent;
  return { ...sent, starts_at: new Date(readTime('starts_at', starts_at, time_zone)).toISOString() };
}

/** A model that reads UTC says UTC. */
function withLocal(row: AppointmentDto, time_zone: string): AppointmentDto {
  const local = (time: string) => toLocalTime(Date.parse(time), time_zone);
  return { ...row, local_starts_at: local(row.starts_at), local_ends_at: local(row.ends_at) };
}

function saidOf({ starts_at, ends_at, client, attendee_name, ...row }: AppointmentDto): SaidBooking {
  const times = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) };
  const service = inOneLine(row.services) || null;
  return { ...row, service, ...times, name: attendee_name ?? client?.name ?? '' };
}
