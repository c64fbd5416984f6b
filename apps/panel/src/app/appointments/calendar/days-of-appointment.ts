import type { AppointmentDto } from '@groupless/shared-dto';
import { addDays } from '../../crm/dates';
import { toLocal } from '../../i18n/zoned-time';

/** The days of a zone on which an appointment or a block is, from a first one on: over midnight that is more than one. */
export function daysOfAppointment(
  { starts_at, ends_at }: Pick<AppointmentDto, 'starts_at' | 'ends_at'>,
  time_zone: string,
  first: string,
): string[] {
  const begins = toLocal(starts_at, time_zone).date;
  const lastMs = Math.max(Date.parse(ends_at) - 1, Date.parse(starts_at));
  const last = toLocal(new Date(lastMs), time_zone).date;
  const days: string[] = [];
  for (let day = begins < first ? first : begins; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
