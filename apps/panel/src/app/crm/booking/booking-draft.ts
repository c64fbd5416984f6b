import { ANY_RESOURCE, type CreateAppointmentDto } from '@groupless/shared-dto';
import type { AppointmentDraft } from './appointment-fields';
import type { BookingWish } from './booking-wish';
import type { ClientRef } from '../client-picker/client-picker';
import { NO_REPEAT, type RepeatDraft } from '../series/recurrence';
import { minutesBetween } from '../slot-times';

/** What is typed of a booking. */
export interface Draft extends AppointmentDraft {
  known: ClientRef | null;
  /** A client that does not exist yet. */
  client: { name: string; phone: string };
  /** Of the settings; empty for none. */
  service: string;
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
    service: '',
    title: '',
    resource: resource ?? (resources.length > 1 ? ANY_RESOURCE : (resources[0] ?? '')),
    starts_at: start,
    duration_minutes: ends_at === undefined ? slot_minutes : minutesBetween(start, ends_at),
    notes: '',
    team_notes: '',
    repeat: NO_REPEAT,
  };
}

/** As the API takes it, of a draft that is complete. */
export function bookingOf(
  { known, client, starts_at, duration_minutes, service, team_notes, repeat: _repeat, ...rest }: Draft,
  isNew: boolean,
  { chat_id }: BookingWish,
): CreateAppointmentDto & { duration_minutes: number; resource: string } {
  const phone = client.phone.trim();
  const somebodyNew = { name: client.name.trim(), ...(phone === '' ? {} : { phone }) };
  return {
    ...(isNew ? { client: somebodyNew } : { client_id: known?.id ?? '' }),
    ...rest,
    ...(service === '' ? {} : { service }),
    ...(team_notes === '' ? {} : { team_notes }),
    starts_at: starts_at ?? '',
    duration_minutes: duration_minutes ?? 0,
    ...(chat_id === undefined ? {} : { chat_id }),
  };
}
