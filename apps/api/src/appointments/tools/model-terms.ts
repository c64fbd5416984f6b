import type { ListedBooking, OtherBooking, ToolBooking } from '@groupless/shared-dto/tool-answers';
import { AppError } from '../../platform/errors/app-error';
import type { BookedAppointment } from '../appointment.entity';
import { toAgentDto } from '../appointment.mapper';
import { dayInWords, toLocalTime } from '../availability/local-times';
import type { FoundBooking } from '../lookups/booking-lookups.service';

/** What a model reads first stands first. */
export function toToolBooking(
  say: string,
  appointment: BookedAppointment,
  name: string,
  time_zone: string,
): ToolBooking {
  const shown = toAgentDto(appointment, name, time_zone);
  const { external_id: _ofPrograms, resource_id: _place, room_id: _room, services: visit, ...told } = shown;
  const { status, local_starts_at = '', local_ends_at = '', resource, service } = shown;
  const first = { status, local_starts_at, local_ends_at, resource, service };
  const several = visit.length > 1 && { services: visit.map((one) => one.name) };
  return { say, booking: appointment.handle, ...first, ...several, ...told };
}

export function toListedBooking(
  { handle, service, resource, status, starts_at, ends_at, attendee_name }: FoundBooking,
  time_zone: string,
): ListedBooking {
  return {
    booking: handle,
    ...{ service, resource, status },
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
    local_starts_at: toLocalTime(starts_at.getTime(), time_zone),
    starts_at: starts_at.toISOString(),
  };
}

/** Fields that hold days or times. */
const TIMES = ['date', 'starts_at', 'from_time', 'to_time'];

/** Rewords refusals that name routes and ids of programs for tools. Who sends a wrong day may not know today's. */
export function forModels(error: AppError, now: Date, time_zone: string): AppError {
  const { code, extras, message } = error;
  if (code === 'appointment_cancelled') {
    const detail =
      'This appointment is cancelled, and nothing was changed. To book anew, call book_appointment.';
    return new AppError(code, detail);
  }
  if (code === 'invalid_transition') {
    const detail = 'This appointment is over and stays as it is. For another one, call book_appointment.';
    return new AppError(code, detail, extras);
  }
  const isOfTime = extras.members?.errors?.some(({ field }) => TIMES.includes(field)) ?? false;
  if (code === 'invalid_request' && isOfTime)
    return new AppError(code, `${message} Today is ${dayInWords(now.getTime(), time_zone)}.`, extras);
  return error;
}
