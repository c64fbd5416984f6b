import type { AppointmentDto, AvailabilityDto } from '@groupless/shared-dto';
import { AppError } from '../../platform/errors/app-error';
import type { BookedAppointment } from '../appointment.entity';
import { toAgentDto } from '../appointment.mapper';
import { toLocalTime } from '../availability/local-times';
import type { Offers } from './offers';
import type { FoundBooking } from '../lookups/booking-lookups.service';

/** An appointment as models see it, with the handle by which they change and cancel it. */
export interface ToolBooking extends Omit<AppointmentDto, 'external_id'> {
  booking: string;
  /** Whether this is a booking of before: nothing was booked now. */
  already_booked?: true;
  /** Whether nothing was changed now. */
  unchanged?: true;
  /** What the model has to know of this answer. */
  note?: string;
  /** For a new booking: the client's other bookings. */
  client_has_also?: OtherBooking[];
}

export function toToolBooking(appointment: BookedAppointment, name: string, time_zone: string): ToolBooking {
  const { external_id: _ofPrograms, ...shown } = toAgentDto(appointment, name, time_zone);
  return { booking: appointment.handle, ...shown };
}

/** A future appointment for models, with no more than the caller needs. */
export interface ListedBooking {
  booking: string;
  /**
   * Null: no service of the settings. The title is not used, because the team may write there what callers must not
   * hear.
   */
  service: string | null;
  starts_at: string;
  local_starts_at: string;
  local_ends_at: string;
  /** Where the platform names the caller: for whom it is, null for the caller. */
  attendee_name?: string | null;
}

export type OtherBooking = Pick<ListedBooking, 'starts_at' | 'local_starts_at'>;

export interface ListedBookings {
  bookings: ListedBooking[];
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

/** Free times, and what a model needs to ask for them. */
export interface FreeTimes extends AvailabilityDto, Offers {}

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
