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
): string {
  const { starts_at } = appointment;
  return digest([foldName(resource), starts_at.toISOString(), ...whoOf(booked_for)]);
}

/** Who calls a tool: the key, and the conversation if it is known. */
export interface ToolCaller {
  key_id: string;
  conversation: string | null;
}

/** The digest of a tool call, which has no id of its own. */
export function toolWishOf(
  { appointment, booked_for }: Booking,
  { key_id, conversation }: ToolCaller,
  resource: string = appointment.resource,
): string {
  const { starts_at, ends_at } = appointment;
  const who =
    'person' in booked_for ? [...whoOf(booked_for), foldName(booked_for.person.name)] : whoOf(booked_for);
  const when = [starts_at.toISOString(), ends_at.toISOString()];
  return digest(['tool', key_id, conversation, foldName(resource), ...when, ...who]);
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
    return names.some((name) => stored.wish === wishOf(booking, name));
  }
  const isAsBooked = stored.times_moved === 0;
  const isSameStart = stored.starts_at.getTime() === appointment.starts_at.getTime();
  const isSameResource = isForAny || isSameName(stored.resource, appointment.resource);
  return !isAsBooked || (isSameStart && isSameResource);
}

/** The present and former names of a resource, because a digest has the name of its time. */
export function namesOf(resource: string, { former_resources }: FormerNames): string[] {
  const former = former_resources.filter((one) => isSameName(one.resource, resource));
  return [resource, ...former.map(({ name }) => name)];
}

/** The most reliable identifier of the person. */
function whoOf(booked_for: BookedFor): [kind: string, value: string] {
  if ('client_id' in booked_for) return ['client_id', booked_for.client_id.toLowerCase()];
  const { name, phone, email } = booked_for.person;
  if (phone !== null) return ['phone', phone];
  return email === null ? ['name', foldName(name)] : ['email', email.toLowerCase()];
}

function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
