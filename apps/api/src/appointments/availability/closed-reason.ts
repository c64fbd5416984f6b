import type { OpeningHours } from '../../shared/opening-hours/open-hours';
import { joined, without, type Stretch } from '../../shared/opening-hours/stretch';

/** Why it is closed all the time that was asked for; null where it is open for a part of it. */
export function closedReason(
  openings: readonly Stretch[],
  { closed }: OpeningHours,
  asked: Stretch,
): string | null {
  const open = joined(openings).filter((stretch) => overlap(stretch, asked));
  const left = without(open, joined(closed)).filter((stretch) => overlap(stretch, asked));
  if (left.length > 0) return null;
  // Of days without hours a closure says more than that.
  const times = open.length > 0 ? open : [asked];
  const closures = closed.filter((closure) => times.some((stretch) => overlap(stretch, closure)));
  if (closures.length === 0) return 'No opening hours';
  const reasons = [...new Set(closures.map(({ reason }) => reason).filter((reason) => reason !== ''))];
  return reasons.length === 0 ? 'Closed' : reasons.join(', ');
}

function overlap(one: Stretch, other: Stretch): boolean {
  return one.start < other.end && other.start < one.end;
}
