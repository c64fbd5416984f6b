import type { AppointmentStatus } from '@groupless/shared-dto';
import { dayInWords, timeInWords, toLocalTime } from '../availability/local-times';

/*
 * What a model is to say comes first in each answer: one sentence in the time of the business, with weekday, person and
 * state. A model that reads UTC first says UTC.
 */

/** What the sentence of a booking tells. */
export interface SaidBooking {
  status: AppointmentStatus;
  service: string | null;
  resource: string;
  starts_at: Date;
  ends_at: Date;
  /** For whom it is, if the caller may hear it. */
  name?: string | null;
}

const NOT_CONFIRMED = 'not confirmed yet (the team confirms it)';
const MOST_DAYS = 7;

/** What was done: its word for what stands, and for what waits to be confirmed. */
const DONE = {
  booked: ['Booked', 'Requested'],
  moved: ['Moved', 'Moved'],
  changed: ['Changed', 'Changed'],
  cancelled: ['Cancelled', 'Cancelled'],
} as const;

/**
 * @param before whether it was so before, and nothing was done now
 * @param name for whom it is, if the booking does not say it
 */
export function sayDone(
  done: keyof typeof DONE,
  booking: SaidBooking,
  time_zone: string,
  { before = false, name = booking.name }: { before?: boolean; name?: string | null | undefined } = {},
): string {
  const isPending = booking.status === 'pending';
  const word = `${DONE[done][isPending ? 1 : 0]}${before ? ' before, and nothing now' : ''}`;
  const { status } = booking;
  const isOther = done !== 'cancelled' && !['pending', 'confirmed'].includes(status);
  const state = isPending ? `, ${NOT_CONFIRMED}` : isOther ? `, ${status.replace('_', ' ')} since` : '';
  return `${word}${state}: ${inWords(booking, time_zone, name)} (${time_zone}).`;
}

export function sayComing(bookings: readonly SaidBooking[], time_zone: string): string {
  if (bookings.length === 0) return 'No coming bookings were found.';
  const count = bookings.length === 1 ? 'One coming booking' : `${bookings.length} coming bookings`;
  const each = bookings.map((one) => {
    const state = one.status === 'pending' ? NOT_CONFIRMED : one.status;
    return `${inWords(one, time_zone)}, ${state}`;
  });
  return `${count}: ${each.join('; ')} (${time_zone}).`;
}

/** @param total how many there are; those that are listed may be fewer */
export function sayListed(listed: readonly SaidBooking[], total: number, time_zone: string): string {
  const [first] = listed;
  const count = total === 1 ? 'One appointment' : `${total} appointments`;
  if (first === undefined) return `${count}.`;
  const status = first.status === 'pending' ? NOT_CONFIRMED : first.status.replace('_', ' ');
  return `${count}${total === 1 ? ':' : ', the first of these:'} ${inWords(first, time_zone)}, ${status} (${time_zone}).`;
}

/** What is free, by days with their first time. */
export function sayFree(
  slots: readonly { start: number }[],
  {
    closed,
    asked,
    more,
    time_zone,
  }: { closed: string | null; asked: string; more: number; time_zone: string },
): string {
  const days = new Map<string, number>();
  for (const { start } of slots) {
    const day = dayInWords(start, time_zone);
    if (!days.has(day)) days.set(day, start);
  }
  const shown = [...days].slice(0, MOST_DAYS);
  const rest = days.size > MOST_DAYS ? ` and ${days.size - MOST_DAYS} more days` : '';
  if (shown.length === 0)
    return closed === null ? `Nothing is free ${asked}.` : `Closed ${asked}: ${closed}.`;
  const each = shown.map(([day, start]) => `${day} from ${toLocalTime(start, time_zone).slice(-5)}`);
  const left =
    more > 0 ? ` There are ${more} more times: ask with from_time, to_time, weekdays or fewer days.` : '';
  return `Free: ${each.join('; ')}${rest} (${time_zone}).${left}`;
}

function inWords(
  { starts_at, ends_at, service, resource, name: own }: SaidBooking,
  time_zone: string,
  name = own,
): string {
  const when = timeInWords({ start: starts_at.getTime(), end: ends_at.getTime() }, time_zone);
  const what = service === null ? `with ${resource}` : `${service} with ${resource}`;
  return [when, what, ...(name ? [`for ${name}`] : [])].join(', ');
}
