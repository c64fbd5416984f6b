import { joined, without, type TimeRange } from '../../shared/opening-hours/time-range';
import { openingsOf, type OpeningHours } from '../../shared/opening-hours/open-hours';
import type { AskedDays } from './asked-days';

/** Where nothing public says more. */
export const NO_HOURS = 'No opening hours';
export const NO_REASON = 'closed';

/**
 * Why all resources are closed during the whole range; null if one of them is open for a part of it. Each reason is
 * named once.
 */
export function closedReason(diaries: readonly { hours: OpeningHours }[], asked: AskedDays): string | null {
  const reasons = new Set<string>();
  for (const hours of new Set(diaries.map((one) => one.hours))) {
    const reason = reasonOf(openingsOf(asked.first, asked.last, hours), hours, asked);
    if (reason === null) return null;
    reasons.add(reason);
  }
  return [...reasons].join('; ');
}

function reasonOf(openings: readonly TimeRange[], { closed }: OpeningHours, asked: TimeRange): string | null {
  const open = joined(openings).filter((range) => overlap(range, asked));
  const left = without(open, joined(closed)).filter((range) => overlap(range, asked));
  if (left.length > 0) return null;
  // On a day without working hours a closure is the better reason.
  const times = open.length > 0 ? open : [asked];
  const closures = closed.filter((closure) => times.some((range) => overlap(range, closure)));
  if (closures.length === 0) return NO_HOURS;
  const reasons = [...new Set(closures.map(({ reason }) => reason).filter((reason) => reason !== ''))];
  return reasons.length === 0 ? NO_REASON : reasons.join(', ');
}

function overlap(one: TimeRange, other: TimeRange): boolean {
  return one.start < other.end && other.start < one.end;
}
