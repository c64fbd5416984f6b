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

/** No key has such an id: those of made ones are UUIDs, those of the settings names of variables. */
export function isVisitor(caller: Caller): boolean {
  return caller.id === BOOKING_PAGE.id || caller.id === BOOKING_LINK.id;
}
