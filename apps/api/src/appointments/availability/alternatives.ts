import { LIMITS } from '@groupless/shared-dto';
import { isStorable } from '../../shared/validation/time-fields';
import { freeSlots, type Grid } from './free-slots';
import { dateOf, openHours, type OpeningHours } from './open-hours';
import type { Stretch } from './stretch';

const DAY_MS = 86_400_000;
/** A day on which the clocks change is so much shorter at most. */
const SLACK_MS = 2 * 3_600_000;

/** How far from the asked time alternatives are looked for. */
const DAYS_AROUND = 14;

/** The stretch of time in which all that is booked has to be known to find alternatives. */
export function searched({ start, end }: Stretch): Stretch {
  const reach = (DAYS_AROUND + 2) * DAY_MS;
  return { start: start - reach, end: end + reach };
}

interface Search {
  /** What was asked for. */
  asked: Stretch;
  hours: OpeningHours;
  slot_minutes: number;
  /** By time, within `searched(asked)`. */
  booked: readonly Stretch[];
  /** The first start that may be offered. */
  earliest: number;
}

/** Free slots of the asked length nearest to the asked time, by time. */
export function findAlternatives({ asked, hours, slot_minutes, booked, earliest }: Search): Stretch[] {
  const grid: Grid = { length: asked.end - asked.start, step: slot_minutes * 60_000 };
  const distance = ({ start }: Stretch) => Math.abs(start - asked.start);
  const today = dateOf(asked.start, hours.time_zone);
  let nearest: Stretch[] = [];
  for (let days = 0; days <= DAYS_AROUND; days++) {
    for (const away of new Set([-days, days])) {
      const found = freeSlots(openHours(today.add({ days: away }), hours), booked, grid);
      nearest.push(
        ...found.filter(({ start, end }) => start >= earliest && isStorable(start) && isStorable(end)),
      );
    }
    nearest = nearest.sort((a, b) => distance(a) - distance(b)).slice(0, LIMITS.alternatives);
    const farthest = nearest[LIMITS.alternatives - 1];
    // No slot of the days beyond is nearer than that.
    if (farthest !== undefined && distance(farthest) <= days * DAY_MS - SLACK_MS) break;
  }
  return nearest.sort((a, b) => a.start - b.start);
}
