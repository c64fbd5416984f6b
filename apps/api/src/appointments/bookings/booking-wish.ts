import { createHash } from 'node:crypto';
import { ANY_RESOURCE, foldName, isSameName } from '@groupless/shared-dto';
import type { Appointment } from '../appointment.entity';
import type { BookedFor, Booking } from './read-booking';

/**
 * What a booking asks for, as a digest: the resource, the start, and for whom. A request that is sent again asks for the
 * same; with another wish its `external_id` is one that somebody used twice.
 */
export function wishOf(
  { appointment, booked_for }: Booking,
  resource: string = appointment.resource,
): string {
  const { starts_at } = appointment;
  return digest([foldName(resource), starts_at.toISOString(), ...whoOf(booked_for)]);
}

/** The same for a call of a tool, which has no id of its own: of this key, and of the conversation that is known. */
export function toolWishOf(
  { appointment, booked_for }: Booking,
  key_id: string,
  conversation: string | null,
): string {
  const { resource, starts_at, ends_at } = appointment;
  const who =
    'person' in booked_for ? [...whoOf(booked_for), foldName(booked_for.person.name)] : whoOf(booked_for);
  const when = [starts_at.toISOString(), ends_at.toISOString()];
  return digest(['tool', key_id, conversation, foldName(resource), ...when, ...who]);
}

/**
 * Whether a booking that is there was made by the same wish. Of those from before wishes were kept, one that was moved
 * cannot be compared any more.
 */
export function isSameWish(
  stored: Pick<Appointment, 'wish' | 'times_moved' | 'resource' | 'starts_at'>,
  booking: Booking,
): boolean {
  const { appointment } = booking;
  const isForAny = appointment.resource === ANY_RESOURCE;
  // Who did not mind whom may have named somebody the first time.
  if (stored.wish !== null)
    return stored.wish === appointment.wish || (isForAny && stored.wish === wishOf(booking, stored.resource));
  const isAsBooked = stored.times_moved === 0;
  const isSameStart = stored.starts_at.getTime() === appointment.starts_at.getTime();
  const isSameResource = isForAny || isSameName(stored.resource, appointment.resource);
  return !isAsBooked || (isSameStart && isSameResource);
}

/** For whom: what is most certain of it. */
function whoOf(booked_for: BookedFor): [kind: string, value: string] {
  if ('client_id' in booked_for) return ['client_id', booked_for.client_id.toLowerCase()];
  const { name, phone, email } = booked_for.person;
  if (phone !== null) return ['phone', phone];
  return email === null ? ['name', foldName(name)] : ['email', email.toLowerCase()];
}

function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
