import type { Caller, KeyCaller } from '../../platform/access/caller';

/** Stands in records for whoever books on the booking page: a program that books as agents do, without a key. */
export const BOOKING_PAGE: KeyCaller = {
  kind: 'key',
  id: 'booking-page',
  name: 'Booking page',
  scopes: ['agent'],
};

/** The same for whoever has the link of a booking. */
export const BOOKING_LINK: KeyCaller = {
  kind: 'key',
  id: 'booking-link',
  name: 'Link of the booking',
  scopes: ['agent'],
};

/** The same for whoever takes a time that was offered to who waited. */
export const WAITING_LIST: KeyCaller = {
  kind: 'key',
  id: 'waiting-list',
  name: 'Waiting list',
  scopes: ['agent'],
};

const VISITORS: readonly string[] = [BOOKING_PAGE.id, BOOKING_LINK.id, WAITING_LIST.id];

/** No key has such an id: those of made ones are UUIDs, those of the settings names of variables. */
export function isVisitor(caller: Caller): boolean {
  return VISITORS.includes(caller.id);
}
