import type { AppointmentDto, AppointmentEventDto } from '@groupless/shared-dto';
import { Versioned } from '../platform/http/answer';
import type { AppointmentEvent } from './appointment-event.entity';
import type { BookedAppointment } from './appointment.entity';
import { toLocalTime } from './availability/local-times';

export function toAppointmentDto(appointment: BookedAppointment): AppointmentDto {
  return {
    id: appointment.id,
    client_id: appointment.client_id,
    client: appointment.client && { id: appointment.client.id, name: appointment.client.name },
    attendee_name: appointment.attendee_name,
    title: appointment.title,
    service: appointment.service,
    services: appointment.services,
    starts_at: appointment.starts_at.toISOString(),
    ends_at: appointment.ends_at.toISOString(),
    status: appointment.status,
    source: appointment.source,
    resource: appointment.resource,
    resource_id: appointment.resource_id,
    room: appointment.room ?? null,
    room_id: appointment.room_id,
    notes: appointment.notes,
    team_notes: appointment.team_notes,
    squeezed: appointment.squeezed,
    given: appointment.given,
    chat_id: appointment.chat_id,
    external_id: appointment.external_id,
    series_id: appointment.series_id,
    late: appointment.late,
    created_at: appointment.created_at.toISOString(),
    updated_at: appointment.updated_at.toISOString(),
  };
}

/**
 * An appointment as the chat agent sees it: with local times, without the team's notes, and with the name that the
 * agent itself sent, so that nobody learns a client's name from a phone number.
 */
export function toAgentDto(appointment: BookedAppointment, name: string, time_zone: string): AppointmentDto {
  const { client, starts_at, ends_at } = appointment;
  const { team_notes: _ofTheTeam, given: _heard, ...shown } = toAppointmentDto(appointment);
  return {
    ...shown,
    client: client && { id: client.id, name },
    local_starts_at: toLocalTime(starts_at.getTime(), time_zone),
    local_ends_at: toLocalTime(ends_at.getTime(), time_zone),
  };
}

/**
 * The entity tag is the appointment's version and, behind the point, what else is part of the answer: the client's version, for
 * the name, what the client was told, and the time of a rename. `If-Match` heeds the version alone.
 */
export function toVersioned(
  { version, client, updated_at }: BookedAppointment,
  shown: AppointmentDto,
): Versioned<AppointmentDto> {
  const told = shown.told?.at === undefined ? 0 : Date.parse(shown.told.at);
  return new Versioned(shown, `${version}.${(client?.version ?? 0) + told + updated_at.getTime()}`);
}

export function toEventDto(event: AppointmentEvent): AppointmentEventDto {
  const { user_id, user_name } = event;
  return {
    at: event.at.toISOString(),
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    key_name: event.key_name,
    from_status: event.from_status,
    to_status: event.to_status,
    changes: event.changes,
  };
}
