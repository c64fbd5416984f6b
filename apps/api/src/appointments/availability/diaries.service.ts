import { Injectable } from '@nestjs/common';
import { isSameName, type BusyTimeDto } from '@groupless/shared-dto';
import { BusyTimesService } from '../../busy-times/busy-times.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
import { openingHours } from '../../shared/opening-hours/open-hours';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import type { Diary, Wish } from './free-times';
import { ScheduleRepository } from './schedule.repository';

const DAY_MS = 86_400_000;

/** Loads all that decides when resources are free. */
@Injectable()
export class DiariesService {
  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly busyTimes: BusyTimesService,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The diaries in the order of the resources, with everything that can overlap a slot that begins in the range.
   * @param except an appointment to leave out
   */
  async read(
    resources: readonly string[],
    asked: TimeRange,
    { length_ms, between_minutes, buffer_minutes }: Wish,
    except: string | null,
  ): Promise<Diary[]> {
    if (resources.length === 0) return [];
    const settings = await this.settings.current();
    const afterMs = Math.max(between_minutes ?? 0, buffer_minutes) * 60_000;
    // Working hours that began the day before can reach into the range.
    const reach = { start: asked.start - DAY_MS, end: asked.end + length_ms + afterMs };
    const past = { start: asked.start, end: Math.min(asked.end, this.clock.now().getTime()) };
    const [booked, busy, over] = await Promise.all([
      this.schedule.listBooked(resources, reach, except),
      this.busyTimes.listBusy(reach, resources),
      this.schedule.listOver(resources, past),
    ]);
    return resources.map((resource, index) => ({
      resource,
      hours: openingHours(settings, resource),
      busy: busyOf(resource, busy),
      booked: booked[index] ?? [],
      over: over[index] ?? [],
    }));
  }
}

/** The busy times of the resource and those of all resources. */
function busyOf(resource: string, busy: readonly BusyTimeDto[]): TimeRange[] {
  return busy
    .filter((one) => one.resource === null || isSameName(one.resource, resource))
    .map(({ starts_at, ends_at }) => ({ start: Date.parse(starts_at), end: Date.parse(ends_at) }));
}
