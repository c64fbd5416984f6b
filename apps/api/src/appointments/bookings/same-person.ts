import { isSameName } from '@groupless/shared-dto';
import type { BookedAppointment } from '../appointment.entity';
import type { Person } from './read-booking';

/** A number as it is stored with a booking, or by its digits: its country may not have been known when it was booked first. */
interface PhoneNumber {
  stored: string;
  digits: string;
}

/** Who books by a tool, which sends no id. */
export interface ToolPerson {
  key_id: string;
  /** The conversation, if the platform, a header or a handle names one. */
  chat_id: string | null;
  name: string;
  /** It says who it is where no conversation does. */
  number: PhoneNumber | null;
  /** Whether it is for somebody else than who is booked at that time already. */
  second_person: boolean;
}

/** Null: none was sent, or one that cannot be read. */
export function numberOf({ phone, phone_as_given, digits }: Person): PhoneNumber | null {
  const stored = phone ?? phone_as_given;
  return stored === null ? null : { stored, digits: digits ?? '' };
}

/**
 * The booking that a call repeats; null if it is a new wish. Another name is another person. Somebody without a name of their
 * own is booked by that of the caller: the second booking of a name, or one beside those of others.
 * @param booked what is booked at that time in the same conversation, or by the same phone, oldest first
 */
export function repeatedBooking(
  booked: readonly BookedAppointment[],
  { name, second_person }: Pick<ToolPerson, 'name' | 'second_person'>,
): BookedAppointment | null {
  const own = booked.filter((one) => isSameName(nameOf(one), name));
  if (!second_person) return own[0] ?? null;
  return booked.length > 1 ? (own.at(-1) ?? null) : null;
}

/** As it was given with the booking, whatever the client is called. */
function nameOf({ given, attendee_name, client }: BookedAppointment): string {
  return given?.name ?? attendee_name ?? client?.name ?? '';
}
