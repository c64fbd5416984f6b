import {
  inOneLine,
  resourceOf,
  type AppointmentSource,
  type BookedClientDto,
  type CreateAppointmentDto,
  type GivenContactDto,
  type OtherPhoneDto,
} from '@groupless/shared-dto';
import type { MeantResource } from '../../database/resource-locks';
import { invalidRequest } from '../../platform/errors/app-error';
import { isName, oneLine } from '../../shared/one-line';
import type { Appointment } from '../appointment.entity';
import { bookedTime } from './booked-time';
import { parseEmail, parsePhones, type BookingContext } from './booking-contacts';
import { bufferOf, meantNames, minutesOf, visitOf } from '../../shared/known-names';

/** Who a booking is for: a known client, or a person who may become one. */
export type BookedFor = { client_id: string } | { person: Person };

export interface Person {
  name: string;
  /** E.164. */
  phone: string | null;
  /** A number whose country is not known. */
  phone_as_given: string | null;
  /** Of the phone as it was sent, by which a repeat is known also once there is a country; null: none was sent. */
  digits: string | null;
  extension: string | null;
  other_phones: OtherPhoneDto[];
  email: string | null;
  /**
   * Contact text that could not be parsed. It goes to the notes of a new client, otherwise to those of the appointment.
   */
  notes: string;
  /** A warning of each of these. */
  warnings: string[];
}

export interface Booking {
  appointment: Pick<
    Appointment,
    | (
        | 'title'
        | 'service'
        | 'services'
        | 'buffer_minutes'
        | 'starts_at'
        | 'ends_at'
        | 'status'
        | 'source'
        | 'resource'
        | 'notes'
        | 'team_notes'
      )
    | ('chat_id' | 'external_id' | 'made_by_agent' | 'wish' | 'given' | 'attendee_name')
  > &
    MeantResource;
  booked_for: BookedFor;
  allow_overlap: boolean;
  allow_busy: boolean;
}

/**
 * The booking that a request asks for, with defaults for what it leaves out; the resource is `any` if there are several and
 * it names none. Names that the settings do not have are refused later: a retry is answered first. `attendee_name` is the name in the request until the client is known.
 * @throws AppError `invalid_request`, `invalid_phone`
 */
export function readBooking(given: CreateAppointmentDto, context: BookingContext): Booking {
  const { by_agent, by_visitor = false, settings } = context;
  const request = withName(given, by_agent);
  const { chat_id = null, external_id = null } = request;
  if (by_agent) refuseWhatPeopleDecide(request);
  const zone = by_agent ? settings.time_zone : null;
  const names = meantNames(request, settings);
  const visit = visitOf(names.services, settings);
  const { start, end } = bookedTime(request, zone, minutesOf(visit) ?? settings.slot_minutes);
  const source = by_visitor ? 'web' : sourceOf(request, by_agent);
  const bookedFor = readClient(request, context);
  return {
    booked_for: bookedFor,
    allow_overlap: request.allow_overlap ?? false,
    allow_busy: request.allow_busy ?? false,
    appointment: {
      attendee_name: request.attendee_name ?? request.client?.name ?? null,
      given: givenBy(request, bookedFor),
      title: oneLine(request.title ?? inOneLine(visit)),
      service: visit[0]?.name ?? null,
      services: visit,
      buffer_minutes: bufferOf(visit),
      starts_at: new Date(start),
      ends_at: new Date(end),
      status: by_agent && !settings.auto_confirm ? 'pending' : 'confirmed',
      source,
      resource: resourceOf(names.resource, settings),
      resource_id: names.resource_id ?? null,
      notes: request.notes ?? '',
      team_notes: request.team_notes ?? '',
      chat_id,
      external_id,
      made_by_agent: by_agent,
      wish: null,
    },
  };
}

/**
 * With the name of the client trimmed. Speech-to-text that heard nothing sends blanks or a full stop.
 * @throws AppError `invalid_request`
 */
function withName(request: CreateAppointmentDto, byAgent: boolean): CreateAppointmentDto {
  if (request.client === undefined) return request;
  const name = oneLine(request.client.name);
  const message = byAgent
    ? 'client.name must have a letter: ask for the name of who comes.'
    : 'client.name must have a letter or a digit.';
  if (!(byAgent ? /\p{L}/u.test(name) : isName(name)))
    throw invalidRequest([{ field: 'client.name', code: 'invalid_format', message }]);
  return { ...request, client: { ...request.client, name } };
}

/** @throws AppError `invalid_request` */
function refuseWhatPeopleDecide(request: CreateAppointmentDto): void {
  const refused = (['team_notes', 'attendee_name', 'allow_overlap', 'allow_busy'] as const).filter(
    (field) => request[field] !== undefined,
  );
  if (refused.length === 0) return;
  throw invalidRequest(
    refused.map((field) => ({
      field,
      code: 'not_allowed',
      message: `${field} is for people, not for an agent.`,
    })),
  );
}

/** The contact in the request: parsed values, or the text itself if it could not be parsed. */
function givenBy({ client }: CreateAppointmentDto, bookedFor: BookedFor): GivenContactDto | null {
  if (client === undefined || !('person' in bookedFor)) return null;
  const { phone, email } = bookedFor.person;
  return { name: client.name, phone: phone ?? client.phone ?? null, email: email ?? client.email ?? null };
}

function sourceOf({ source, chat_id }: CreateAppointmentDto, byAgent: boolean): AppointmentSource {
  if (!byAgent) return source ?? 'panel';
  if (source !== 'panel' && source !== 'web') return source ?? (chat_id === undefined ? 'phone' : 'chat');
  const message = 'source must be one of phone, chat.';
  throw invalidRequest([{ field: 'source', code: 'not_allowed', message }]);
}

/** @throws AppError `invalid_request`, `invalid_phone` */
export function readClient(
  { client_id, client, chat_id }: Pick<CreateAppointmentDto, 'client_id' | 'client' | 'chat_id'>,
  context: BookingContext,
): BookedFor {
  if (client_id !== undefined && client !== undefined) {
    const message = 'Send client_id or client, not both.';
    throw invalidRequest([{ field: 'client', code: 'not_allowed', message }]);
  }
  if (client_id !== undefined) return { client_id };
  if (client !== undefined) return { person: readPerson(client, chat_id, context) };
  const message = 'client_id or client is required.';
  throw invalidRequest([{ field: 'client', code: 'required', message }]);
}

function readPerson(
  { name, phone, email }: BookedClientDto,
  chat_id: string | undefined,
  context: BookingContext,
): Person {
  const { note: unreadPhone, warning: ofPhone, ...phones } = parsePhones(phone, chat_id, context);
  const { note: unreadEmail, warning: ofEmail, ...rest } = parseEmail(email, context);
  return {
    name,
    ...phones,
    ...rest,
    digits: phone === undefined ? null : phone.replace(/\D/g, ''),
    notes: [unreadPhone, unreadEmail].filter((note) => note !== '').join('\n'),
    warnings: [ofPhone, ofEmail].filter((warning) => warning !== null),
  };
}
