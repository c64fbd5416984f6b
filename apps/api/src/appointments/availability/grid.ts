import { openingsOf } from '../../shared/opening-hours/open-hours';
import { minutesOf, visitNamed } from '../../shared/known-names';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { WantedSlot } from '../bookings/refused-times';
import type { AskedDays } from './asked-days';
import { gapsOf } from './free-slots';
import { freeTimes, hasRoom, type Diaries } from './free-times';

const MINUTE_MS = 60_000;

/** How long the visit takes; null: as long as it is wanted, as what is kept, or as one likes. */
export function otherLength(
  { start, end, services }: WantedSlot,
  settings: CurrentSettings,
  kept_ms: number | null,
): number | null {
  const minutes = minutesOf(visitNamed(services, settings));
  const isRight = [minutes === null ? null : minutes * MINUTE_MS, kept_ms].includes(end - start);
  return isRight ? null : minutes;
}

/** Who is free at this start, if free times have it. */
export function listedAt(
  { diaries, rooms }: Diaries,
  { first, last }: AskedDays,
  wanted: WantedSlot,
): readonly string[] {
  return freeTimes(diaries, first, last, rooms).find(({ start }) => start === wanted.start)?.free ?? [];
}

/** Whose working hours and bookings leave the whole time free. */
export function freeAt(
  { diaries, rooms }: Diaries,
  { first, last }: AskedDays,
  wanted: WantedSlot,
): string[] {
  if (!hasRoom(rooms, first, last, wanted)) return [];
  return diaries
    .filter(({ hours, taken, wish }) =>
      gapsOf(openingsOf(first, last, hours, wish.length_ms), taken).some(
        ({ start, end }) => start <= wanted.start && wanted.end <= end,
      ),
    )
    .map(({ resource }) => resource);
}
