import {
  DEFAULT_RESOURCE,
  type AppointmentSource,
  type BookedClientDto,
  type ChatAgentSettingsDto,
  type CreateAppointmentDto,
} from '@groupless/shared-dto';
import { AppError, invalidRequest } from '../shared/errors/app-error';
import type { Appointment } from './appointment.entity';
import { bookedTime } from './booked-time';

/** Whom a booking is for: a known client, or somebody who may become one. */
export type BookedFor = { client_id: string } | { person: Person };

export interface Person {
  name: string;
  /** E.164. */
  phone: string | null;
  email: string | null;
  /** What could not be read: goes to the notes of the client that is made, else to those of the appointment. */
  notes: string;
}

export interface Booking {
  appointment: Pick<
    Appointment,
    'title' | 'starts_at' | 'ends_at' | 'status' | 'source' | 'resource' | 'notes' | 'chat_id' | 'external_id'
  >;
  booked_for: BookedFor;
}

interface Circumstances {
  by_agent: boolean;
  settings: ChatAgentSettingsDto;
  normalisePhone: (text: string, phone_region: string) => string | null;
}

/**
 * What a request wants to book, with all that it leaves out filled in.
 * @throws AppError `invalid_request`, `invalid_phone`
 */
export function readBooking(request: CreateAppointmentDto, circumstances: Circumstances): Booking {
  const { by_agent, settings } = circumstances;
  const { chat_id = null, external_id = null } = request;
  const zone = by_agent ? settings.time_zone : null;
  const { start, end } = bookedTime(request, zone, settings.slot_minutes);
  const source = sourceOf(request, by_agent);
  return {
    booked_for: readClient(request, circumstances),
    appointment: {
      title: request.title ?? '',
      starts_at: new Date(start),
      ends_at: new Date(end),
      status: by_agent && !settings.auto_confirm ? 'pending' : 'confirmed',
      source,
      resource: request.resource ?? DEFAULT_RESOURCE,
      notes: request.notes ?? '',
      chat_id,
      external_id,
    },
  };
}

function sourceOf({ source, chat_id }: CreateAppointmentDto, by_agent: boolean): AppointmentSource {
  if (!by_agent) return source ?? 'panel';
  if (source !== 'panel') return source ?? (chat_id === undefined ? 'phone' : 'chat');
  const message = 'source must be one of phone, chat.';
  throw invalidRequest([{ field: 'source', code: 'not_allowed', message }]);
}

function readClient({ client_id, client }: CreateAppointmentDto, circumstances: Circumstances): BookedFor {
  if (client_id !== undefined && client !== undefined) {
    const message = 'Send client_id or client, not both.';
    throw invalidRequest([{ field: 'client', code: 'not_allowed', message }]);
  }
  if (client_id !== undefined) return { client_id };
  if (client !== undefined) return { person: readPerson(client, circumstances) };
  const message = 'client_id or client is required.';
  throw invalidRequest([{ field: 'client', code: 'required', message }]);
}

function readPerson(
  { name, phone, email: given_email }: BookedClientDto,
  { by_agent, settings, normalisePhone }: Circumstances,
): Person {
  const email = given_email ?? null;
  if (phone === undefined) return { name, phone: null, email, notes: '' };
  const normalised = normalisePhone(phone, settings.phone_region);
  if (normalised !== null) return { name, phone: normalised, email, notes: '' };
  // A caller is not sent away over a number that was misheard; people in the panel can mend it at once.
  if (by_agent) return { name, phone: null, email, notes: phone === '' ? '' : `Phone: ${phone}` };
  const message =
    'client.phone must be a phone number, with its country code unless it is from the own country.';
  throw new AppError('invalid_phone', message, {
    members: { errors: [{ field: 'client.phone', code: 'invalid_phone', message }] },
  });
}
