import {
  foldName,
  minutesOf,
  MINUTES_A_DAY,
  type DayOpening,
  type FieldErrorDto,
  type WorkingHoursDto,
} from '@groupless/shared-dto';

/** Hours that overlap others. Those that close no later than they open close on the next day. */
export function faultsOfHours(hours: readonly WorkingHoursDto[], list: string): FieldErrorDto[] {
  return hours.flatMap((one, index): FieldErrorDto[] => {
    const field = `${list}.${index}`;
    const other = hours.slice(0, index).findIndex((earlier) => overlap(earlier, one));
    if (other === -1) return [];
    const message = `${field} overlaps ${list}.${other}${ofResource(one)}.`;
    return [{ field, code: 'not_allowed', message }];
  });
}

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/** Sunday's may last into Monday. */
function overlap(a: WorkingHoursDto, b: WorkingHoursDto): boolean {
  if (keyOf(a) !== keyOf(b)) return false;
  const [one, other] = [inWeek(a), inWeek(b)];
  return [-MINUTES_A_WEEK, 0, MINUTES_A_WEEK].some(
    (weeks) => one.opens < other.closes + weeks && other.opens + weeks < one.closes,
  );
}

/** In minutes from the midnight at which Monday begins. */
function inWeek(hours: WorkingHoursDto): DayOpening {
  const { opens, closes } = minutesOf(hours);
  const midnight = (hours.day - 1) * MINUTES_A_DAY;
  return { opens: midnight + opens, closes: midnight + closes };
}

function ofResource({ resource }: WorkingHoursDto): string {
  return resource === undefined ? '' : ' of the same resource';
}

function keyOf({ resource }: WorkingHoursDto): string | null {
  return resource === undefined ? null : foldName(resource);
}
