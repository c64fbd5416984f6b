import { createHash } from 'node:crypto';
import { ANY_RESOURCE, foldName, isSameName } from '@groupless/shared-dto';
import type { Appointment } from '../appointment.entity';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { BookedFor, Booking } from './read-booking';

type FormerNames = Pick<CurrentSettings, 'former_resources'>;

/**
 * A digest of what a booking asks for: the resource, the start and the person. A retry has the same digest; if the
 * digest differs, the `external_id` was used twice.
 */
export function wishOf(
  { appointment, booked_for }: Booking,
  resource: string = appointment.resource,
  who: Who = whoOf(booked_for),
): string {
  const { starts_at } = appointment;
  return digest([foldName(resource), starts_at.toISOString(), ...who]);
}

/**
 * Whether a stored booking was made by the same request. Bookings without a stored digest cannot be compared once they
 * were moved.
 */
export function isSameWish(
  stored: Pick<Appointment, 'wish' | 'times_moved' | 'resource' | 'starts_at'>,
  booking: Booking,
  settings: FormerNames,
): boolean {
  const { appointment } = booking;
  const isForAny = appointment.resource === ANY_RESOURCE;
  if (stored.wish !== null) {
    // A request for `any` may have named a resource the first time.
    const meant = isForAny ? [appointment.resource, stored.resource] : [appointment.resource];
    const names = meant.flatMap((resource) => namesOf(resource, settings));
    const persons = whosOf(booking.booked_for);
    return names.some((name) => persons.some((who) => stored.wish === wishOf(booking, name, who)));
  }
  const isAsBooked = stored.times_moved === 0;
  const isSameStart = stored.starts_at.getTime() === appointment.starts_at.getTime();
  const isSameResource = isForAny || isSameName(stored.resource, appointment.resource);
  return !isAsBooked || (isSameStart && isSameResource);
}

/** The present and former names of a resource, because a digest has the name of its time. */
function namesOf(resource: string, { former_resources }: FormerNames): string[] {
  const former = former_resources.filter((one) => isSameName(one.resource, resource));
  return [resource, ...former.map(({ name }) => name)];
}

type Who = [kind: string, value: string];

/** The most reliable identifier of the person. */
function whoOf(booked_for: BookedFor): Who {
  if ('client_id' in booked_for) return ['client_id', booked_for.client_id.toLowerCase()];
  const { name, phone, phone_as_given, digits, email } = booked_for.person;
  if (phone !== null) return ['phone', phone];
  if (phone_as_given !== null && digits !== null) return ['digits', digits];
  return email === null ? ['name', foldName(name)] : ['email', email.toLowerCase()];
}

/** The same with the digits of the number: when it was booked first, its country may not have been known. */
function whosOf(booked_for: BookedFor): Who[] {
  const digits = 'person' in booked_for && booked_for.person.phone !== null ? booked_for.person.digits : null;
  return [whoOf(booked_for), ...(digits === null ? [] : [['digits', digits] satisfies Who])];
}

function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
