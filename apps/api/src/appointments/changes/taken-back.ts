import { AppError } from '../../platform/errors/app-error';
import { REASON, type AppointmentChange } from '../appointment-change';
import type { AppointmentEvent } from '../appointment-event.entity';
import type { Appointment } from '../appointment.entity';

const BESIDE: readonly string[] = ['squeezed', REASON];

/**
 * The change that undoes the last one, if that changed the status only (with what a change of the status sets besides). Other changes
 * are undone by another change.
 * @throws AppError `invalid_transition`
 */
export function takenBack(stored: Appointment, last: AppointmentEvent | undefined): AppointmentChange {
  const isLast = last?.version === stored.version && last.to_status === stored.status;
  const before =
    isLast && last.changes.every(({ field }) => BESIDE.includes(field)) ? last.from_status : null;
  if (before !== null && before !== stored.status) {
    const isLateNoMore = stored.late && before !== 'cancelled';
    return { columns: { status: before, ...(isLateNoMore && { late: false }) }, told: [], moves: false };
  }
  const detail = 'The last change of the appointment was not one of its status alone. Read it again.';
  throw new AppError('invalid_transition', detail, { members: { allowed: [] } });
}
