import { Injectable } from '@nestjs/common';
import { WAITING_LIST } from '../../appointments/public';
import { BookingRulesService } from '../../appointments/rules/booking-rules.service';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { dateOf, openingHours, openingsOf, startOfDay } from '../../shared/opening-hours/open-hours';
import { joined, without, type TimeRange } from '../../shared/opening-hours/time-range';
import { OpenTimesRepository, type OpenRanges } from './open-times.repository';

const DAY_MS = 86_400_000;

/**
 * Notices what gets free by anything but an appointment: longer hours, a closure, a block or an event that is gone, a new resource,
 * a further day that can be booked. Whatever it was, it is seen in what is open now and was not before.
 */
@Injectable()
export class OpenTimesService {
  /** Working hours are reckoned anew only where something that decides them has changed. */
  private known: { key: string; open: OpenRanges[] } | null = null;

  constructor(
    private readonly times: OpenTimesRepository,
    private readonly rules: BookingRulesService,
  ) {}

  /** @returns how many times got free */
  async note(now: Date): Promise<number> {
    const settings = await this.rules.of(WAITING_LIST);
    const { time_zone, horizon_days } = settings;
    // Whole days alone: of the last one a part can be booked, more of it each minute.
    const first = dateOf(now.getTime(), time_zone);
    const next = dateOf(now.getTime() + horizon_days * DAY_MS, time_zone);
    const range = { start: startOfDay(first, time_zone), end: startOfDay(next, time_zone) };
    return this.times.note(this.openIn(range, settings), range);
  }

  private openIn(range: TimeRange, settings: CurrentSettings): OpenRanges[] {
    const { rows, working_hours, schedules, closures, time_zone } = settings;
    const key = JSON.stringify([range, rows.resources, working_hours, schedules, closures, time_zone]);
    if (this.known?.key !== key)
      this.known = {
        key,
        open: rows.resources.map(({ id, name }) => ({
          resource_id: id,
          ranges: rangesIn(range, name, settings),
        })),
      };
    return this.known.open;
  }
}

function rangesIn({ start, end }: TimeRange, resource: string, settings: CurrentSettings): TimeRange[] {
  const { time_zone } = settings;
  const hours = openingHours(settings, resource);
  const openings = joined(openingsOf(dateOf(start, time_zone), dateOf(end - 1, time_zone), hours));
  const outside = [
    { start: -Infinity, end: start },
    { start: end, end: Infinity },
  ];
  return without(openings, joined([...hours.closed, ...outside]));
}
