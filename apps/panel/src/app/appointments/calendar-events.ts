import type { BusinessHoursInput, EventInput } from '@fullcalendar/angular';
import {
  LIVE_STATUSES,
  type AppointmentDto,
  type AppointmentStatus,
  type SlotDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';

/** An appointment as FullCalendar draws it; one that was dragged stands where it was let go until the answer comes. */
export function eventOf(
  appointment: AppointmentDto,
  moving: ReadonlyMap<string, SlotDto>,
  mayWrite: boolean,
): EventInput {
  const { id, status } = appointment;
  const { starts_at, ends_at } = moving.get(id) ?? appointment;
  const live: readonly AppointmentStatus[] = LIVE_STATUSES;
  return {
    id,
    title: appointment.client.name,
    start: starts_at,
    end: ends_at,
    editable: mayWrite && live.includes(status) && !moving.has(id),
    extendedProps: { appointment },
  };
}

/** The hours that are not shaded. */
export function hoursOf(working_hours: readonly WorkingHoursDto[]): BusinessHoursInput {
  if (working_hours.length === 0) return false;
  return working_hours.map(({ day, opens, closes }) => ({
    daysOfWeek: [day % 7],
    startTime: opens,
    endTime: closes,
  }));
}
