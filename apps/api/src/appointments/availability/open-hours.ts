import type { ChatAgentSettingsDto, WorkingHoursDto } from '@groupless/shared-dto';
import { type Temporal } from 'temporal-polyfill';
import type { Stretch } from './stretch';

export type OpeningHours = Pick<ChatAgentSettingsDto, 'time_zone' | 'working_hours'>;

/** When the business is open on a day, as real time: a day in its time zone may have 23 hours, or 25. */
export function openHours(date: Temporal.PlainDate, { time_zone, working_hours }: OpeningHours): Stretch[] {
  return working_hours
    .filter(({ day }) => day === date.dayOfWeek)
    .map(({ opens, closes }: WorkingHoursDto) => ({
      start: instantAt(date, opens, time_zone),
      end: instantAt(date, closes, time_zone),
    }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
}

/**
 * When the clocks of a zone first show a time of the day. Of a time that they skip it is the moment of the jump,
 * at which it is that late already.
 * @param time of `00:00` to `24:00`, which is the end of the day
 */
function instantAt(date: Temporal.PlainDate, time: string, time_zone: string): number {
  const wall = time === '24:00' ? date.add({ days: 1 }).toPlainDateTime() : date.toPlainDateTime(time);
  const found = wall.toZonedDateTime(time_zone, { disambiguation: 'earlier' });
  if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
  // In place of a skipped time comes one that lies before the jump.
  return (found.getTimeZoneTransition('next') ?? found).epochMilliseconds;
}
