import {
  hoursOfResource,
  isSameName,
  type ChatAgentSettingsDto,
  type ClosureDto,
} from '@groupless/shared-dto';
import { toInstant, toLocal } from '../i18n/zoned-time';
import { addDays, weekdayOf } from './dates';
import { endOf, nextSlot } from './slot-times';

/** When the business is open, and in which zone. */
export type OpeningHours = Pick<
  ChatAgentSettingsDto,
  'time_zone' | 'working_hours' | 'slot_minutes' | 'closures'
>;

/** Opens and closes, as instants. */
export type Stretch = readonly [opens: string, closes: string];

/** How far a free evening or holiday is skipped at most. */
const DAYS_AHEAD = 14;

/** The opening hours of one resource: its own hours or those of the business, and the closures that are about it. */
export function openingHoursOf(hours: OpeningHours, resource: string): OpeningHours {
  const { working_hours, closures } = hours;
  return {
    ...hours,
    working_hours: hoursOfResource(working_hours, resource),
    closures: closures.filter((one) => one.resource === undefined || isSameName(one.resource, resource)),
  };
}

/** Whether an appointment lies within one stretch of the opening hours. */
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

/** The opening hours of a day, by time. Instants of one spelling are compared as texts. */
function stretchesOf({ working_hours, time_zone, closures }: OpeningHours, date: string): readonly Stretch[] {
  const at = (time: string) =>
    time === '24:00'
      ? toInstant({ date: addDays(date, 1), time: '00:00' }, time_zone)
      : toInstant({ date, time }, time_zone);
  const open = working_hours
    .filter(({ day }) => day === weekdayOf(date))
    .map(({ opens, closes }): Stretch => [at(opens) ?? '', at(closes) ?? ''])
    .filter(([opens, closes]) => opens !== '' && closes !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const closed = closures.map((one) => closedTime(one, time_zone));
  return closed.reduce<readonly Stretch[]>(
    (left, one) => left.flatMap((stretch) => without(stretch, one)),
    open,
  );
}

/** The times of a stretch at which it is closed; none where there are no hours at all. */
export function closedWithin(hours: OpeningHours, [from, to]: Stretch): readonly Stretch[] {
  if (hours.working_hours.length === 0) return [];
  const first = addDays(toLocal(from, hours.time_zone).date, -1);
  const last = toLocal(to, hours.time_zone).date;
  let closed: readonly Stretch[] = [[from, to]];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    for (const open of stretchesOf(hours, date)) closed = closed.flatMap((stretch) => without(stretch, open));
  }
  return closed;
}

/** A closure as instants: a day counts to its end, a time without an offset is one of the business. */
export function closedTime({ from, to }: ClosureDto, time_zone: string): Stretch {
  return [instantOf(from, time_zone), instantOf(to.includes('T') ? to : addDays(to, 1), time_zone)];
}

function instantOf(text: string, time_zone: string): string {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && text.includes('T')) return new Date(text).toISOString();
  const [date = '', time = '00:00'] = text.split('T');
  return toInstant({ date, time: time.slice(0, 5) }, time_zone) ?? new Date(`${date}T${time}Z`).toISOString();
}

function without([opens, closes]: Stretch, [from, to]: Stretch): Stretch[] {
  const before: Stretch = [opens, closes < from ? closes : from];
  const after: Stretch = [opens > to ? opens : to, closes];
  return [before, after].filter(([start, end]) => start < end);
}
