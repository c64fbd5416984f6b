import { ANY_RESOURCE, type BookedClientDto, type CreateAppointmentDto } from '@groupless/shared-dto';
import type { AppointmentDraft } from './appointment-fields';
import type { BookingWish } from './booking-wish';
import type { ClientRef } from '../client-picker/client-picker';
import { NO_REPEAT, type RepeatDraft } from '../series/recurrence';
import { minutesBetween } from '../slot-times';

/** A client that does not exist yet. */
export interface NamedClient {
  name: string;
  phone: string;
}

/** Of a new client whose number is somebody's: to book under that one, or to make a client all the same; empty: not chosen. */
export type WhoseChoice = '' | 'owner' | 'own';

/** What is typed of a booking. */
export interface Draft extends AppointmentDraft {
  known: ClientRef | null;
  client: NamedClient;
  whose: WhoseChoice;
  notes: string;
  team_notes: string;
  repeat: RepeatDraft;
}

/** What stands in the fields at first. */
export function draftOf(
  { client, starts_at, ends_at, resource }: BookingWish,
  {
    nextStart,
    slot_minutes,
    resources,
  }: { nextStart: string; slot_minutes: number; resources: readonly string[] },
): Draft {
  const start = starts_at ?? nextStart;
  return {
    known: client ?? null,
    client: { name: '', phone: '' },
    whose: '',
    services: [],
    title: '',
    resource: resource ?? (resources.length > 1 ? ANY_RESOURCE : (resources[0] ?? '')),
    starts_at: start,
    duration_minutes: ends_at === undefined ? slot_minutes : minutesBetween(start, ends_at),
    notes: '',
    team_notes: '',
    repeat: NO_REPEAT,
  };
}

/** A new client as the API takes it. */
export function clientOf({ name, phone }: NamedClient): BookedClientDto {
  return { name: name.trim(), ...(phone.trim() === '' ? {} : { phone: phone.trim() }) };
}

/** For whom a booking is. */
export type BookedFor = Pick<CreateAppointmentDto, 'client_id' | 'client' | 'attendee_name'>;

/** As the API takes it, of a draft that is complete. */
export function bookingOf(
  { title, resource, notes, starts_at, duration_minutes, services, team_notes }: Draft,
  bookedFor: BookedFor,
  { chat_id }: BookingWish,
): CreateAppointmentDto & { duration_minutes: number; resource: string } {
  return {
    ...bookedFor,
    ...{ title, resource, notes },
    ...(services.length === 0 ? {} : { service_ids: services }),
    ...(team_notes === '' ? {} : { team_notes }),
    starts_at: starts_at ?? '',
    duration_minutes: duration_minutes ?? 0,
    ...(chat_id === undefined ? {} : { chat_id }),
  };
}
