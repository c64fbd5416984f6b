import { AppError } from '../../shared/errors/app-error';
import type { AppointmentChange } from '../appointment-change';
import type { AppointmentEvent } from '../appointment-event.entity';
import type { Appointment } from '../appointment.entity';

/**
 * The change that takes the last one back, where that was one of the status alone. The rest is changed back as it was
 * changed.
 * @throws AppError `invalid_transition`
 */
export function takenBack(stored: Appointment, last: AppointmentEvent | undefined): AppointmentChange {
  const { version, from_status, to_status, changes } = last ?? { version: 0, changes: [] };
  const isLast = version === stored.version && to_status === stored.status;
  if (!isLast || from_status == null || from_status === to_status || changes.length > 0) {
    const detail = 'The last change of the appointment was not one of its status alone. Read it again.';
    throw new AppError('invalid_transition', detail, { members: { allowed: [] } });
  }
  return { columns: { status: from_status }, told: [], moves: false };
}
