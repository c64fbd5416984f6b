import type { ListedBooking, OtherBooking, ToolBooking } from '@groupless/shared-dto/tool-answers';
import { AppError } from '../../platform/errors/app-error';
import type { BookedAppointment } from '../appointment.entity';
import { toAgentDto } from '../appointment.mapper';
import { toLocalTime } from '../availability/local-times';
import type { FoundBooking } from '../lookups/booking-lookups.service';

export function toToolBooking(appointment: BookedAppointment, name: string, time_zone: string): ToolBooking {
  const { external_id: _ofPrograms, ...shown } = toAgentDto(appointment, name, time_zone);
  return { booking: appointment.handle, ...shown };
}

export function toListedBooking(
  { handle, service, starts_at, ends_at, attendee_name }: FoundBooking,
  time_zone: string,
): ListedBooking {
  return {
    booking: handle,
    service,
    ...toOtherBooking({ starts_at }, time_zone),
    local_ends_at: toLocalTime(ends_at.getTime(), time_zone),
    ...(attendee_name === undefined ? {} : { attendee_name }),
  };
}

export function toOtherBooking(
  { starts_at }: Pick<FoundBooking, 'starts_at'>,
  time_zone: string,
): OtherBooking {
  return {
    starts_at: starts_at.toISOString(),
    local_starts_at: toLocalTime(starts_at.getTime(), time_zone),
  };
}

/** Rewords refusals that name routes and ids of programs for tools. */
export function forModels(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { code, extras } = error;
  if (code === 'appointment_cancelled') {
    const detail =
      'This appointment is cancelled, and nothing was changed. To book anew, call book_appointment.';
    throw new AppError(code, detail);
  }
  if (code === 'invalid_transition') {
    const detail = 'This appointment is over and stays as it is. For another one, call book_appointment.';
    throw new AppError(code, detail, extras);
  }
  throw error;
}
