import type { AppointmentStatus } from '@groupless/shared-dto';
import { NO_HOURS, NO_REASON } from '../availability/closed-reason';
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

const SO_BEFORE = 'It was so before, and nothing was changed now';

/** The same, where nothing was done now. */
const BEFORE = {
  booked: ['Booked before, and nothing now', 'Requested before, and nothing now'],
  moved: [SO_BEFORE, SO_BEFORE],
  changed: [SO_BEFORE, SO_BEFORE],
  cancelled: ['Cancelled before, and nothing now', 'Cancelled before, and nothing now'],
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
  const word = before ? BEFORE[done][isPending ? 1 : 0] : DONE[done][isPending ? 1 : 0];
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

/** Why there are none: it is closed, all is taken, or what is free is not what is asked for. */
export interface WhyNone {
  /** What of the wish leaves out all that is free; null: nothing is free. */
  wish: string | null;
  closed: string | null;
  /** Of whom that is; empty: of the business. */
  whose: readonly string[];
  /** Whether others are left who could be asked. */
  has_others: boolean;
}

/**
 * What is free, by days with their first time.
 * @param period the days that were asked for, such as `on Tuesday, 2 March 2027`
 */
export function sayFree(
  slots: readonly { start: number }[],
  {
    why_none,
    period,
    more,
    time_zone,
  }: { why_none: WhyNone; period: string; more: number; time_zone: string },
): string {
  const days = new Map<string, number>();
  for (const { start } of slots) {
    const day = dayInWords(start, time_zone);
    if (!days.has(day)) days.set(day, start);
  }
  if (days.size === 0) return sayNone(why_none, period);
  const shown = [...days].slice(0, MOST_DAYS);
  const rest = days.size > MOST_DAYS ? ` and ${days.size - MOST_DAYS} more days` : '';
  const each = shown.map(([day, start]) => `${day} from ${toLocalTime(start, time_zone).slice(-5)}`);
  const left =
    more > 0 ? ` There are ${more} more times: ask with from_time, to_time, weekdays or fewer days.` : '';
  return `Free: ${each.join('; ')}${rest} (${time_zone}).${left}`;
}

function sayNone({ wish, closed, whose, has_others }: WhyNone, period: string): string {
  if (wish !== null) return `Nothing free ${period} fits the wish (${wish}).`;
  const others = has_others && whose.length > 0 ? ' Others may be free: ask again with resource any.' : '';
  if (closed !== null) return `${whoIsClosed(whose)} ${period}${reasonIn(closed, whose)}.${others}`;
  if (whose.length === 0) return `Nothing is free ${period}.`;
  return `${whose.join(' and ')} ${whose.length === 1 ? 'has' : 'have'} nothing free ${period}.${others}`;
}

/** Why nothing is offered, and of whom it is. */
export function closedInWords(closed: string, whose: readonly string[]): string {
  return whose.length === 0 ? closed : `${whoIsClosed(whose)}${reasonIn(closed, whose)}`;
}

function whoIsClosed(whose: readonly string[]): string {
  if (whose.length === 0) return 'Closed';
  return `${whose.join(' and ')} ${whose.length === 1 ? 'is' : 'are'} not there`;
}

/** What says no more than that is left out. */
function reasonIn(closed: string, whose: readonly string[]): string {
  return closed === NO_REASON || (whose.length > 0 && closed === NO_HOURS) ? '' : `: ${closed}`;
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
