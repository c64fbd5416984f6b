import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { ClosedTime, inThePast, tooFarAhead, type WantedSlot } from '../bookings/refused-times';
import { isOpenAll, openingHours } from '../../shared/opening-hours/open-hours';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import type { Wish } from './free-times';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The length and the buffers of what an agent books. */
export function wishOf(
  { slot_minutes, buffer_minutes: between_minutes }: ChatAgentSettingsDto,
  length_ms: number,
  buffer_minutes: number,
): Wish {
  return { length_ms, step_ms: slot_minutes * MINUTE_MS, between_minutes, buffer_minutes };
}

/** The first start that an agent may book, in milliseconds since 1970. */
export function earliestStart({ notice_minutes }: ChatAgentSettingsDto, nowMs: number): number {
  // An appointment that begins in this millisecond has begun.
  return nowMs + Math.max(1, notice_minutes * MINUTE_MS);
}

/** The last start that an agent may book, in milliseconds since 1970. */
export function latestStart({ horizon_days }: ChatAgentSettingsDto, nowMs: number): number {
  return nowMs + horizon_days * DAY_MS;
}

/**
 * Refuses a time that the chat agent may not book.
 * @returns the candidates that work at that time
 * @throws AppError `in_the_past`, `too_far_ahead`, ClosedTime
 */
export function demandOpen(
  wanted: WantedSlot,
  candidates: readonly string[],
  settings: ChatAgentSettingsDto,
  nowMs: number,
): readonly string[] {
  if (wanted.start <= nowMs) throw inThePast(wanted, nowMs, settings.time_zone);
  if (wanted.start > latestStart(settings, nowMs)) throw tooFarAhead(wanted, nowMs, settings);
  const isTooSoon = wanted.start < earliestStart(settings, nowMs);
  if (isTooSoon) throw new ClosedTime(wanted, true);
  if (settings.agent_hours === 'any') return candidates;
  const working = workingThen(wanted, candidates, settings);
  if (working.length === 0) throw new ClosedTime(wanted, false);
  return working;
}

/** The resources that work during the whole range. */
export function workingThen(
  wanted: TimeRange,
  candidates: readonly string[],
  settings: ChatAgentSettingsDto,
): readonly string[] {
  return candidates.filter((resource) => isOpenAll(wanted, openingHours(settings, resource)));
}
