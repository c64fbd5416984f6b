import { LIMITS } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { isStorable } from '../../platform/validation/times/time-fields';
import { dateOf, openingsOn, type OpeningHours } from '../../shared/opening-hours/open-hours';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import { freeTimes, type AskedDiary, type FreeSlot } from './free-times';

const DAY_MS = 86_400_000;

/** How many days before and after the requested one are searched. */
const DAYS_AROUND = 14;
/** The most alternatives on any other day. One place is kept for a day other than the requested one. */
const A_DAY = 2;

/** The range of time in which all that is booked has to be known to find alternatives. */
export function searched({ start, end }: TimeRange): TimeRange {
  const reach = (DAYS_AROUND + 2) * DAY_MS;
  return { start: start - reach, end: end + reach };
}

interface Search {
  /** The requested time. */
  asked: TimeRange;
  /** The candidates' diaries, loaded for `searched(asked)`. */
  diaries: readonly AskedDiary[];
  /** Of which one has to be free; null: none is needed. */
  rooms: readonly AskedDiary[] | null;
  time_zone: string;
  /** The first start that may be offered. */
  earliest: number;
}

/**
 * Free slots of the requested length, as a receptionist would offer them: first those of the requested day, then at
 * most two a day of the following days (at least one in all), and earlier days only if there are too few. On each day
 * those nearest to the requested hour come first; each day is sorted by time.
 */
export function findAlternatives({ asked, diaries, rooms, time_zone, earliest }: Search): FreeSlot[] {
  const today = dayOf(asked.start, time_zone, diaries);
  const wanted = Temporal.Instant.fromEpochMilliseconds(asked.start).toZonedDateTimeISO(time_zone);

  const nearestOn = (away: number, most: number): FreeSlot[] => {
    const date = today.add({ days: away });
    // Working hours that begin on that day, including those past midnight.
    const own = new Map(diaries.map(({ resource, hours }) => [resource, openingsOn(date, hours)]));
    const target = wanted.add({ days: away }).epochMilliseconds;
    const distance = ({ start }: TimeRange) => Math.abs(start - target);
    const working = diaries.filter(({ resource }) => own.get(resource)?.length);
    return freeTimes(working, date, date, rooms)
      .filter(({ start, resource }) => isWithin(start, own.get(resource) ?? []))
      .filter(({ start, end }) => start >= earliest && isStorable(start) && isStorable(end))
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, most)
      .sort((a, b) => a.start - b.start);
  };

  const ofToday = nearestOn(0, LIMITS.alternatives);
  const others: FreeSlot[] = [];
  const missing = () =>
    LIMITS.alternatives - others.length - Math.min(ofToday.length, LIMITS.alternatives - 1);
  const days = Array.from({ length: DAYS_AROUND }, (_, index) => index + 1);
  for (const away of [...days, ...days.map((day) => -day)]) {
    if (missing() <= 0) break;
    others.push(...nearestOn(away, Math.min(A_DAY, missing())));
  }
  return [...nearestOn(0, LIMITS.alternatives - others.length), ...others];
}

/** The day whose working hours include this time: past midnight it can be the day before. */
function dayOf(instantMs: number, time_zone: string, diaries: readonly AskedDiary[]): Temporal.PlainDate {
  const date = dateOf(instantMs, time_zone);
  const before = date.subtract({ days: 1 });
  const isOfBefore = ({ hours }: { hours: OpeningHours }) => isWithin(instantMs, openingsOn(before, hours));
  return diaries.some(isOfBefore) ? before : date;
}

function isWithin(instantMs: number, openings: readonly TimeRange[]): boolean {
  return openings.some(({ start, end }) => start <= instantMs && instantMs < end);
}
