import {
  isSameName,
  minutesOf as openingOf,
  MINUTES_A_DAY,
  type DayOpening,
  type WorkingHoursDto,
} from '@groupless/shared-dto';
import { clockOf, minutesOf } from './clock';

/** Monday first, as the API counts. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const WORKDAYS = DAYS.slice(0, 5);

/** Writes the name of a day of `DAYS`. */
export function dayNames(locale: string, weekday: 'short' | 'long'): (day: number) => string {
  const names = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
  // The first of January 2024 was a Monday.
  return (day) => names.format(Date.UTC(2024, 0, day));
}

const FIRST = { opens: '09:00', closes: '18:00' };
const END_OF_DAY = 24 * 60;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

export function hoursOf(week: readonly WorkingHoursDto[], day: number): WorkingHoursDto[] {
  return week.filter((hours) => hours.day === day);
}

/** Whether they are the hours of a resource, in whatever spelling; undefined: of the business. */
export function isOf({ resource }: Pick<WorkingHoursDto, 'resource'>, whose: string | undefined): boolean {
  return resource === undefined || whose === undefined ? resource === whose : isSameName(resource, whose);
}

export function sortedWeek(week: readonly WorkingHoursDto[]): WorkingHoursDto[] {
  return [...week].sort(
    (a, b) =>
      (a.resource ?? '').localeCompare(b.resource ?? '') || a.day - b.day || a.opens.localeCompare(b.opens),
  );
}

/** With other hours of a resource, or of the business; those of all others stay. */
export function withHoursOf(
  week: readonly WorkingHoursDto[],
  resource: string | undefined,
  next: (own: WorkingHoursDto[]) => readonly WorkingHoursDto[],
): WorkingHoursDto[] {
  const own = week.filter((hours) => isOf(hours, resource));
  const others = week.filter((hours) => !isOf(hours, resource));
  // A form knows the items of its lists by a mark in them: what stays is the same object, what is new has no mark.
  const named = next(own).map((hours) => {
    if (own.includes(hours)) return hours;
    const { day, opens, closes } = hours;
    return resource === undefined ? { day, opens, closes } : { day, opens, closes, resource };
  });
  // The business first, and each resource together; within them in the order in which they were typed.
  return [...others, ...named].sort((a, b) => (a.resource ?? '').localeCompare(b.resource ?? ''));
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

/** Indexes of hours that overlap earlier ones of the same resource; a night lasts into the next day. */
export function overlapping(week: readonly WorkingHoursDto[]): number[] {
  return week.flatMap((one, index) => {
    const overlaps = week
      .slice(0, index)
      .filter((other) => isOf(other, one.resource))
      .some((other) => overlap(inWeek(one), inWeek(other)));
    return overlaps ? [index] : [];
  });
}

function overlap(one: DayOpening, other: DayOpening): boolean {
  return [-MINUTES_A_WEEK, 0, MINUTES_A_WEEK].some(
    (weeks) => one.opens < other.closes + weeks && other.opens + weeks < one.closes,
  );
}

/** In minutes from the midnight at which Monday begins. */
function inWeek(hours: WorkingHoursDto): DayOpening {
  const { opens, closes } = openingOf(hours);
  const midnight = (hours.day - 1) * MINUTES_A_DAY;
  return { opens: midnight + opens, closes: midnight + closes };
}
