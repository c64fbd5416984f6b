import { Injectable } from '@nestjs/common';
import { ANY_RESOURCE, LIMITS, type ErrorCode } from '@groupless/shared-dto';
import { AvailabilityService } from '../../appointments/availability/availability.service';
import { WAITING_LIST } from '../../appointments/public';
import { BookingRulesService } from '../../appointments/rules/booking-rules.service';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { daysBetween, localDate, localTime } from './local-days';
import type { WaitingEntry } from '../waiting-entry.entity';

/** A time that got free. */
export interface Freed {
  resource_id: string;
  start: number;
  end: number;
}

export interface FittingTime {
  start: number;
  end: number;
  /** With whom. */
  resource: string;
}

const REFUSALS: readonly ErrorCode[] = ['unknown_service', 'unknown_resource', 'not_offered', 'in_the_past'];

type Wish = Pick<WaitingEntry, 'service_ids' | 'resource_id' | 'from' | 'to' | 'hours'>;

/** The free times within one that got free. What was read once is not read again. */
export type KnownTimes = Map<string, FittingTime[]>;

/** Which free times suit somebody who waits: those that `free_times` has, by the rules of the booking page. */
@Injectable()
export class FittingTimesService {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly rules: BookingRulesService,
    private readonly clock: Clock,
  ) {}

  /** The first one that touches the time that got free; null: none does. */
  async find(freed: Freed, wish: Wish, known: KnownTimes): Promise<FittingTime | null> {
    const { time_zone } = await this.rules.of(WAITING_LIST);
    const times = await this.timesWithin(freed, wish, known);
    const suits = ({ start, end }: FittingTime) => {
      const day = localDate(start, time_zone);
      if (day < wish.from || day > wish.to) return false;
      if (wish.hours === null) return true;
      const isOneDay = localDate(end - 1, time_zone) === day;
      const [from, to] = [localTime(start, time_zone), localTime(end - 1, time_zone)];
      return isOneDay && from >= wish.hours.from && to < wish.hours.to;
    };
    return times.find(suits) ?? null;
  }

  private async timesWithin(freed: Freed, wish: Wish, known: KnownTimes): Promise<FittingTime[]> {
    const { rows } = await this.rules.of(WAITING_LIST);
    const isRoom = rows.rooms.some(({ id }) => id === freed.resource_id);
    // Of a room that got free, whoever is wanted may make use.
    const resource_id = isRoom ? wish.resource_id : freed.resource_id;
    if (!isRoom && wish.resource_id !== null && wish.resource_id !== resource_id) return [];
    const key = JSON.stringify([resource_id, wish.service_ids]);
    const times = known.get(key) ?? (await this.read(freed, wish.service_ids, resource_id));
    known.set(key, times);
    return times;
  }

  private async read(
    { start, end }: Freed,
    service_ids: readonly string[],
    resource_id: string | null,
  ): Promise<FittingTime[]> {
    const { time_zone } = await this.rules.of(WAITING_LIST);
    const now = this.clock.now().getTime();
    if (end <= now) return [];
    const date = localDate(Math.max(start, now), time_zone);
    const days = Math.min(daysBetween(date, localDate(end - 1, time_zone)), LIMITS.availability_days.max);
    try {
      const { slots } = await this.availability.findFreeTimes(
        {
          ...{ date, days },
          ...(service_ids.length > 0 && { service_ids }),
          ...(resource_id === null ? { resource: ANY_RESOURCE } : { resource_id }),
        },
        WAITING_LIST,
      );
      return slots.filter((slot) => slot.start < end && start < slot.end);
    } catch (error) {
      // Who or what was waited for can be booked no more.
      if (error instanceof AppError && REFUSALS.includes(error.code)) return [];
      throw error;
    }
  }
}
