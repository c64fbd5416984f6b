import { ADVISORY_LOCKS } from '../database/advisory-locks';
import { runIn } from '../database/statements/run-in';
import type { Transaction } from '../database/transaction';
import { breaks } from '../database/violations';
import { invalidRequest, type AppError } from '../shared/errors/app-error';
import type { Appointment } from './appointment.entity';
import { SlotTaken, type WantedSlot } from './bookings/refused-times';

type Written = Pick<Appointment, 'id' | 'resource' | 'starts_at' | 'ends_at'>;

/**
 * Names the rule of the database that an appointment would break.
 * @throws SlotTaken, AppError `invalid_request`, else the error itself
 */
export function throwFaultOf(written: Written, error: unknown): never {
  if (breaks(error, 'appointments_no_overlap')) throw new SlotTaken(wantedBy(written));
  if (breaks(error, 'appointments_client')) {
    throw unknownClient();
  }
  throw error;
}

export function unknownClient(): AppError {
  const message = 'client_id must be the id of a client, as GET /api/clients lists them.';
  return invalidRequest([{ field: 'client_id', code: 'incorrect', message }]);
}

/** The time that an appointment takes. */
export function wantedBy({ id, resource, starts_at, ends_at }: Written): WantedSlot {
  return { start: starts_at.getTime(), end: ends_at.getTime(), resource, appointment_id: id };
}

/**
 * Locks the booker's own id `$1`, or the digest of a wish, until the transaction ends: a repeat, for any resource, waits
 * and then finds the appointment.
 */
export const LOCK_REPEAT = {
  name: 'lock_repeat_of_booking',
  text: `select pg_advisory_xact_lock(${ADVISORY_LOCKS.appointmentExternalId}, hashtext($1))`,
};

const LOCK_RESOURCES = {
  name: 'lock_resources',
  text: `
    select pg_advisory_xact_lock(${ADVISORY_LOCKS.resource}, key)
    from (select distinct hashtext(folded_name(name)) as key from unnest($1::text[]) as name order by 1) as keys`,
};

/**
 * Locks resources by their names until the transaction ends: writers of one resource wait for each other. Without
 * it, two writers can wait for each other in the exclusion constraint, a deadlock. All lock in the same order.
 */
export async function lockResources(transaction: Transaction, names: readonly string[]): Promise<void> {
  await runIn(transaction, LOCK_RESOURCES, [names]);
}
