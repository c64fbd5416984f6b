import type { WorkingHoursDto } from '@groupless/shared-dto';
import { clockOf, minutesOf } from './clock';

/** Monday first, as the API counts. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const WORKDAYS = DAYS.slice(0, 5);

const FIRST = { opens: '09:00', closes: '18:00' };
const END_OF_DAY = 24 * 60;

export function hoursOf(week: readonly WorkingHoursDto[], day: number): WorkingHoursDto[] {
  return week.filter((hours) => hours.day === day);
}

export function sortedWeek(week: readonly WorkingHoursDto[]): WorkingHoursDto[] {
  return [...week].sort((a, b) => a.day - b.day || a.opens.localeCompare(b.opens));
}

/** With one more stretch on a day: after the last one, two hours long, an hour later. Null: the day is full. */
export function withStretch(week: readonly WorkingHoursDto[], day: number): WorkingHoursDto[] | null {
  const ends = hoursOf(week, day).map(({ closes }) => minutesOf(closes));
  if (ends.length === 0) return [...week, { day, ...FIRST }];
  const opens = Math.max(...ends) + 60;
  if (Number.isNaN(opens) || opens >= END_OF_DAY) return null;
  return [...week, { day, opens: clockOf(opens), closes: clockOf(Math.min(opens + 120, END_OF_DAY)) }];
}

/** With the hours of one day on others too, in the place of what they had. */
export function withCopies(
  week: readonly WorkingHoursDto[],
  from: number,
  to: readonly number[],
): WorkingHoursDto[] {
  const others = to.filter((day) => day !== from);
  const kept = week.filter(({ day }) => !others.includes(day));
  const copies = others.flatMap((day) => hoursOf(week, from).map((hours) => ({ ...hours, day })));
  return sortedWeek([...kept, ...copies]);
}

/** Indexes of hours that overlap earlier ones of the same day. */
export function overlapping(week: readonly WorkingHoursDto[]): number[] {
  return week.flatMap((one, index) => {
    const overlaps = week
      .slice(0, index)
      .some((other) => other.day === one.day && other.opens < one.closes && one.opens < other.closes);
    return overlaps ? [index] : [];
  });
}
