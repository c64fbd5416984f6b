import { Temporal } from 'temporal-polyfill';

/** A range of time without a change of the clocks. */
interface EvenRange {
  from: number;
  to: number;
  offset_ms: number;
}

const DAY_MS = 86_400_000;
const MOST_RANGES = 6;
const known = new Map<string, EvenRange[]>();

/** The last ranges of a zone are kept, since looking one up takes as long as a thousand sums. */
function rangeAt(instantMs: number, time_zone: string): EvenRange {
  const ranges = known.get(time_zone) ?? [];
  const found = ranges.find(({ from, to }) => from <= instantMs && instantMs < to);
  if (found !== undefined) return found;
  const local = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(time_zone);
  const to = local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  const later = ranges.find((one) => one.to === to);
  if (later !== undefined) {
    later.from = instantMs;
    return later;
  }
  const range = { from: instantMs, to, offset_ms: local.offsetNanoseconds / 1e6 };
  known.set(time_zone, [range, ...ranges].slice(0, MOST_RANGES));
  return range;
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instantMs: number, time_zone: string): number {
  return rangeAt(instantMs, time_zone).offset_ms;
}

/**
 * The instant at which the clocks show a time; null where they change within a day of it, so that it may not exist, or
 * twice.
 * @param wallMs the time as if the clocks showed UTC
 */
export function unambiguousInstantOf(wallMs: number, time_zone: string): number | null {
  const instantMs = wallMs - offsetAt(wallMs, time_zone);
  const range = rangeAt(instantMs - DAY_MS, time_zone);
  const isUnambiguous = wallMs - range.offset_ms === instantMs && instantMs + DAY_MS < range.to;
  return isUnambiguous ? instantMs : null;
}
