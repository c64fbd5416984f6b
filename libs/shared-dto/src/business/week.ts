import type { WorkingHoursDto } from '../settings';

export const MINUTES_A_DAY = 1_440;

/** Working hours in minutes from the midnight at which their day begins; beyond 1,440 they are on the next day. */
export interface DayOpening {
  opens: number;
  closes: number;
}

/** From the midnight of its day. Hours that do not close later than they open close on the next day. */
export function minutesOf({ opens, closes }: Pick<WorkingHoursDto, 'opens' | 'closes'>): DayOpening {
  const [from, to] = [minuteOf(opens), minuteOf(closes)];
  return { opens: from, closes: to > from ? to : to + MINUTES_A_DAY };
}

/** The hours that begin on a weekday, by time; those that touch are one. */
export function openingsOfDay(hours: readonly WorkingHoursDto[], day: number): DayOpening[] {
  return joinedHours(hours.filter((one) => one.day === day).map(minutesOf));
}

/** By time; those that touch are one. */
export function joinedHours(hours: readonly DayOpening[]): DayOpening[] {
  const joined: DayOpening[] = [];
  for (const one of [...hours].sort((a, b) => a.opens - b.opens)) {
    const last = joined.at(-1);
    if (last !== undefined && one.opens <= last.closes) last.closes = Math.max(last.closes, one.closes);
    else joined.push({ ...one });
  }
  return joined;
}

/** Minutes since midnight of a time such as `09:30`. */
export function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
