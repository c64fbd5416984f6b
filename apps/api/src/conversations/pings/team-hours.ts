import type { ChatAgentSettingsDto, TeamDto, WorkingHoursDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { firstInstantOf, lastInstantOf } from '../../shared/validation/day-or-time';

/** Who is closed for longer says nothing of when they open. */
const MOST_DAYS = 60;
const DAY_MS = 86_400_000;

/** Whether people are there, and until when that holds. */
export interface TeamHours extends TeamDto {
  until_ms: number;
}

type Stretch = readonly [start_ms: number, end_ms: number];

/** By the hours of the business, without those of single resources. Where only resources have hours, any of these counts. */
export function teamHoursAt(nowMs: number, settings: ChatAgentSettingsDto): TeamHours {
  const { time_zone } = settings;
  // What opened yesterday may close today.
  const first = Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO(time_zone)
    .toPlainDate()
    .subtract({ days: 1 });
  for (let day = 0; day <= MOST_DAYS; day++) {
    const next = openOn(first.add({ days: day }), settings).find(([, end]) => end > nowMs);
    if (next === undefined) continue;
    const [start, end] = next;
    if (start <= nowMs) return { open: true, opens_at: null, local_opens_at: null, until_ms: end };
    return { open: false, ...opening(start, time_zone), until_ms: start };
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

/** The hours that begin on a day, less the closures, the earliest first. */
function openOn(
  date: Temporal.PlainDate,
  { time_zone, working_hours, closures }: ChatAgentSettingsDto,
): Stretch[] {
  const common = working_hours.filter(({ resource }) => resource === undefined);
  const open = (common.length > 0 ? common : working_hours)
    .filter(({ day }) => day === date.dayOfWeek)
    .map((hours) => stretchOf(date, hours, time_zone));
  const closed = closures
    .filter(({ resource }) => resource === undefined)
    .map(({ from, to }): Stretch => [firstInstantOf(from, time_zone), lastInstantOf(to, time_zone)]);
  return closed
    .reduce((left, one) => left.flatMap((stretch) => without(stretch, one)), open)
    .sort(([one], [other]) => one - other);
}

function stretchOf(date: Temporal.PlainDate, { opens, closes }: WorkingHoursDto, time_zone: string): Stretch {
  const endsOnNextDay = closes <= opens || closes === '24:00';
  const end = endsOnNextDay ? date.add({ days: 1 }) : date;
  return [
    instantAt(date, opens, time_zone),
    instantAt(end, closes === '24:00' ? '00:00' : closes, time_zone),
  ];
}

function instantAt(date: Temporal.PlainDate, time: string, time_zone: string): number {
  return date.toPlainDateTime(time).toZonedDateTime(time_zone).epochMilliseconds;
}

function without([start, end]: Stretch, [closes, opens]: Stretch): Stretch[] {
  const left: Stretch[] = [
    [start, Math.min(end, closes)],
    [Math.max(start, opens), end],
  ];
  return left.filter(([from, to]) => from < to);
}
