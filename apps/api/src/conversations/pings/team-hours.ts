import type { ChatAgentSettingsDto, TeamDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { businessHours, dateOf, openingsOf } from '../../shared/opening-hours/open-hours';
import { joined, without } from '../../shared/opening-hours/time-range';

/**
 * The days that are searched; usually the first few are enough. A business that is closed for longer gets no time of
 * opening.
 */
const DAYS = [7, 60];
const DAY_MS = 86_400_000;

/** Whether people are there, and until when. */
export interface TeamHours extends TeamDto {
  until_ms: number;
}

/** By the hours of the business. A pause of the agent does not matter. */
export function teamHoursAt(nowMs: number, settings: ChatAgentSettingsDto): TeamHours {
  const hours = businessHours(settings);
  const today = dateOf(nowMs, hours.time_zone);
  for (const days of DAYS) {
    const openings = openingsOf(today, today.add({ days }), hours);
    const next = without(joined(openings), joined(hours.closed)).find(({ end }) => end > nowMs);
    if (next === undefined) continue;
    if (next.start <= nowMs) return { open: true, opens_at: null, local_opens_at: null, until_ms: next.end };
    return { open: false, ...opening(next.start, hours.time_zone), until_ms: next.start };
  }
  return { open: false, opens_at: null, local_opens_at: null, until_ms: nowMs + DAY_MS };
}

function opening(startMs: number, time_zone: string): Pick<TeamDto, 'opens_at' | 'local_opens_at'> {
  const instant = Temporal.Instant.fromEpochMilliseconds(startMs);
  const local = instant.toZonedDateTimeISO(time_zone).toPlainDateTime();
  return {
    opens_at: new Date(startMs).toISOString(),
    local_opens_at: local.toString({ smallestUnit: 'minute' }),
  };
}
