import type { UsagePointDto } from '@groupless/shared-dto';
import { DAY_MS, toLocal } from '../../i18n/zoned-time';

const DAYS = 30;

/** The highest reading of a window on each of the last 30 days of a zone, today the last; null where there is none. */
export function highestByDay(
  points: readonly UsagePointDto[],
  window: string,
  nowMs: number,
  zone: string,
): (number | null)[] {
  const highest = new Map<string, number>();
  for (const { at, name, used_percent } of points) {
    if (name !== window) continue;
    const { date } = toLocal(at, zone);
    highest.set(date, Math.max(highest.get(date) ?? 0, used_percent));
  }
  const todayMs = Date.parse(toLocal(new Date(nowMs), zone).date);
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(todayMs - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return highest.get(date) ?? null;
  });
}
