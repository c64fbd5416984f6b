import { ADVISORY_LOCKS } from '../database/advisory-locks';
import { breaks } from '../database/violations';
import { invalidRequest, type AppError } from '../platform/errors/app-error';
import type { Appointment } from './appointment.entity';
import { SlotTaken, type WantedSlot } from './bookings/refused-times';

type Written = Pick<Appointment, 'id' | 'resource' | 'services' | 'starts_at' | 'ends_at'>;

/** Whether a database error says that the time is taken. */
export function isOverlap(error: unknown): boolean {
  return breaks(error, 'appointments_no_overlap');
}

/**
 * Turns a violated database constraint into our error.
 * @throws SlotTaken, AppError `invalid_request`, else the error itself
 */
export function throwFaultOf(written: Written, error: unknown): never {
  if (isOverlap(error)) throw new SlotTaken(wantedBy(written));
  if (breaks(error, 'appointments_client')) {
    throw unknownClient();
  }
  throw error;
}

export function unknownClient(): AppError {
  const message = 'client_id must be the id of a client, as GET /api/clients lists them.';
  return invalidRequest([{ field: 'client_id', code: 'incorrect', message }]);
}

/** The slot of an appointment. */
export function wantedBy({ id, resource, services = [], starts_at, ends_at }: Written): WantedSlot {
  const names = services.map(({ name }) => name);
  return {
    start: starts_at.getTime(),
    end: ends_at.getTime(),
    resource,
    services: names,
    service_ids: services.map(({ id: service }) => service),
    appointment_id: id,
  };
}

/**
 * Locks the booker's own id (`$1`) or the digest of a tool call until the transaction ends. A retry waits, whatever its
 * resource, and then finds the appointment.
 */
export const LOCK_REPEAT = {
  name: 'lock_repeat_of_booking',
  text: `select pg_advisory_xact_lock(${ADVISORY_LOCKS.appointmentExternalId}, hashtext($1))`,
};
