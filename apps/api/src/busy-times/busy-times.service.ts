import { Injectable } from '@nestjs/common';
import { LIMITS, type BusyTimeDto, type BusyTimesQueryDto } from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { invalidRequest } from '../platform/errors/app-error';
import type { TimeRange } from '../shared/opening-hours/time-range';
import { firstInstantOf } from '../platform/validation/times/day-or-time';
import { rangeBetween } from '../platform/validation/times/time-range';
import { readPlaces, type ReadPlaces } from '../shared/known-names';
import { BusyTimesRepository } from './busy-times.repository';

const DAY_MS = 86_400_000;
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59Z');

/** When resources are busy without an appointment: blocks, and events of their calendars. */
@Injectable()
export class BusyTimesService {
  constructor(
    private readonly busyTimes: BusyTimesRepository,
    private readonly settings: ChatAgentSettingsService,
  ) {}

  /**
   * Days are read in the time zone of the business.
   * @throws AppError `invalid_request`
   */
  async list({ from, to, ...places }: BusyTimesQueryDto): Promise<BusyTimeDto[]> {
    const settings = await this.settings.current();
    const { time_zone } = settings;
    const range = { start: firstInstantOf(from, time_zone), end: firstInstantOf(to, time_zone) };
    rangeBetween(range.start, range.end);
    if (range.end - range.start > (LIMITS.busy_days + 1) * DAY_MS) {
      const message = `to must be at most ${LIMITS.busy_days} days after from.`;
      throw invalidRequest([{ field: 'to', code: 'out_of_range', message }]);
    }
    return this.read(range, readPlaces(places, settings));
  }

  /**
   * Busy times of some resources, and those of all, within a range of time or into it; by time.
   * @param resources without an id nobody has it yet
   */
  listBusy(range: TimeRange, resources: readonly { resource_id: string | null }[]): Promise<BusyTimeDto[]> {
    const ids = resources.flatMap(({ resource_id }) => resource_id ?? []);
    return this.read(range, { resource: null, resource_id: ids });
  }

  private read({ start, end }: TimeRange, places: ReadPlaces): Promise<BusyTimeDto[]> {
    const range = { from: instant(start), to: instant(end) };
    return this.busyTimes.listBusy(range, places, LIMITS.busy_times);
  }
}

/** For PostgreSQL, which cannot read what JavaScript writes of years beyond four digits. */
function instant(ms: number): string {
  return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS)).toISOString();
}
