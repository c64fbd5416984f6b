import { Injectable } from '@nestjs/common';
import { ANY_RESOURCE, type BusyTimeDto } from '@groupless/shared-dto';
import { BusyTimesService } from '../../busy-times/busy-times.service';
import { ChatAgentSettingsService, type CurrentSettings } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
import { bufferOf, placesOf, visitNamed } from '../../shared/known-names';
import { openingHours } from '../../shared/opening-hours/open-hours';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import type { WantedSlot } from '../bookings/refused-times';
import { wishOf } from './agent-times';
import { dayOf, type AskedDays } from './asked-days';
import { candidatesFor, roomsFor } from './candidates';
import { ask, type Diaries, type Diary, type Wish } from './free-times';
import { listedAt } from './grid';
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

  /** Whom free times of anyone list at this start, if one resource is wanted. */
  async listFreeThen(wanted: WantedSlot, settings: CurrentSettings): Promise<readonly string[]> {
    if (wanted.resource === ANY_RESOURCE) return [];
    const day = dayOf(wanted.start, settings.time_zone);
    const found = await this.readWanted({ ...wanted, resource: ANY_RESOURCE }, day, settings);
    return listedAt(found, day, wanted);
  }

  async readWanted(wanted: WantedSlot, asked: AskedDays, settings: CurrentSettings): Promise<Diaries> {
    const buffer = bufferOf(visitNamed(wanted.services, settings));
    const wish = wishOf(settings, wanted.end - wanted.start, buffer);
    const candidates = candidatesFor(wanted, settings);
    const rooms = roomsFor(wanted, settings);
    return this.read({ candidates, rooms }, asked, wish, wanted.appointment_id);
  }

  async read(
    { candidates, rooms }: { candidates: readonly string[]; rooms: readonly string[] | null },
    range: TimeRange,
    wish: Wish,
    except: string | null,
  ): Promise<Diaries> {
    const read = await this.readAll([...candidates, ...(rooms ?? [])], range, wish, except);
    const all = read.map((diary) => ask(diary, wish));
    return {
      diaries: all.slice(0, candidates.length),
      rooms: rooms === null ? null : all.slice(candidates.length),
    };
  }

  /**
   * The diaries in the order of the resources, with everything that can overlap a slot that begins in the range.
   * @param except an appointment to leave out
   */
  private async readAll(
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
    const places = placesOf(resources, settings.rows);
    const [booked, busy, over] = await Promise.all([
      this.schedule.listBooked(places, reach, except),
      this.busyTimes.listBusy(reach, places),
      this.schedule.listOver(places, past),
    ]);
    return places.map(({ resource, resource_id }, index) => ({
      resource,
      hours: openingHours(settings, resource),
      busy: busyOf(resource_id, busy),
      booked: booked[index] ?? [],
      over: over[index] ?? [],
    }));
  }
}

/** The busy times of the resource and those of all resources. */
function busyOf(id: string | null, busy: readonly BusyTimeDto[]): TimeRange[] {
  return busy
    .filter(({ resource_id }) => resource_id === null || resource_id === id)
    .map(({ starts_at, ends_at }) => ({ start: Date.parse(starts_at), end: Date.parse(ends_at) }));
}
