import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { toInstant, toLocal } from '../i18n/zoned-time';
import { addDays, weekdayOf } from './dates';
import { endOf, nextSlot } from './slot-times';

/** When the business is open, and in which zone. */
export type OpeningHours = Pick<ChatAgentSettingsDto, 'time_zone' | 'working_hours' | 'slot_minutes'>;

/** Opens and closes, as instants. */
type Stretch = readonly [opens: string, closes: string];

/** How far a free evening or holiday is skipped at most. */
const DAYS_AHEAD = 14;

/** Whether an appointment lies within one stretch of the working hours. */
export function isOpen(hours: OpeningHours, starts_at: string, minutes: number): boolean {
  const ends_at = endOf(starts_at, minutes);
  const { date } = toLocal(starts_at, hours.time_zone);
  return stretchesOf(hours, date).some(([opens, closes]) => opens <= starts_at && ends_at <= closes);
}

/** The next instant from now on at which a slot begins, within the working hours if they come within two weeks. */
export function nextOpenSlot(hours: OpeningHours, now: Date): string {
  const soonest = nextSlot(now, hours.slot_minutes);
  const today = toLocal(soonest, hours.time_zone).date;
  for (let days = 0; days <= DAYS_AHEAD; days++) {
    for (const [opens, closes] of stretchesOf(hours, addDays(today, days))) {
      const start = opens > soonest ? opens : soonest;
      if (endOf(start, hours.slot_minutes) <= closes) return start;
    }
  }
  return soonest;
}

/** The working hours of a day, by time. Instants of one spelling are compared as texts. */
function stretchesOf({ working_hours, time_zone }: OpeningHours, date: string): Stretch[] {
  const at = (time: string) =>
    time === '24:00'
      ? toInstant({ date: addDays(date, 1), time: '00:00' }, time_zone)
      : toInstant({ date, time }, time_zone);
  return working_hours
    .filter(({ day }) => day === weekdayOf(date))
    .map(({ opens, closes }): Stretch => [at(opens) ?? '', at(closes) ?? ''])
    .filter(([opens, closes]) => opens !== '' && closes !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
