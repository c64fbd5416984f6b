import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  resourceOf,
  type AvailabilityDto,
  type AvailabilityQueryDto,
  type ChatAgentSettingsDto,
  type FreeSlotDto,
} from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { BusyTimesService } from '../../busy-times/busy-times.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { Caller } from '../../shared/access/caller';
import { Clock } from '../../shared/clock';
import { isStorable } from '../../shared/validation/time-fields';
import { isAgent, refuseDisabledAgent } from '../agent';
import {
  BusyTime,
  busyTime,
  ClosedTime,
  dayInThePast,
  outsideHours,
  slotTaken,
  SlotTaken,
  type WantedSlot,
} from '../bookings/refused-times';
import { serviceOf } from '../services';
import { earliestStart, latestStart } from './agent-times';
import { findAlternatives, searched } from './alternatives';
import { closedReason } from './closed-reason';
import { freeSlots, takenTimes, withBuffer } from './free-slots';
import { forVisitor, isShownAgain, toFreeSlotDto } from './local-times';
import { openingHours, openingsOf, startOfDay } from '../../shared/opening-hours/open-hours';
import { ScheduleRepository } from './schedule.repository';
import type { Stretch } from '../../shared/opening-hours/stretch';

const MINUTE_MS = 60_000;

/** Which times are free: by the working hours, the closures, and what is booked. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly busyTimes: BusyTimesService,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The free times of one day or several, none of them in the past; of any resource, whether the settings name it or
   * not.
   * @throws AppError `invalid_request`, `agent_disabled`, `in_the_past`
   */
  async listFreeTimes(
    { date, days = LIMITS.availability_days.default, except, ...query }: AvailabilityQueryDto,
    caller: Caller,
  ): Promise<AvailabilityDto> {
    const settings = await this.settings.current();
    const { time_zone, buffer_minutes } = settings;
    const resource = resourceOf(query.resource, settings);
    const minutes =
      query.duration_minutes ?? serviceOf(query, settings)?.duration_minutes ?? settings.slot_minutes;
    refuseDisabledAgent(caller, settings);
    const asked = daysOf(date, days, time_zone);
    const now = this.clock.now().getTime();
    if (asked.end <= now) throw dayInThePast(date, now, time_zone);
    const hours = openingHours(settings, resource);
    const grid = { length: minutes * MINUTE_MS, step: settings.slot_minutes * MINUTE_MS };
    const openings = openingsOf(asked.first, asked.last, hours, grid.length);
    const [booked, busy] = await Promise.all([
      this.listBooked(openings, resource, buffer_minutes, except ?? null),
      this.listBusy({ start: asked.start, end: asked.end + grid.length }, resource),
    ]);
    const earliest = Math.max(asked.start, earliestStart(settings, now));
    const latest = isAgent(caller) ? latestStart(settings, now) : Infinity;
    const slots = freeSlots(openings, takenTimes([...hours.closed, ...busy], booked), grid).filter(
      ({ start, end }) =>
        earliest <= start && start < asked.end && start <= latest && isStorable(start) && isStorable(end),
    );
    const reason = asked.start > latest ? tooFar(settings) : closedReason(openings, hours, asked);
    const closed = slots.length > 0 ? null : reason;
    const told = slots.map((slot) => toFreeSlotDto(slot, time_zone));
    return forVisitor({ date, time_zone, resource, closed, slots: told }, query.time_zone);
  }

  /**
   * Throws an error on; for one that says that a time is taken or closed, the refusal that names free times near it.
   * @throws AppError `slot_taken`, `busy`, `outside_hours`
   */
  async explain(error: unknown, byAgent: boolean): Promise<never> {
    if (!(error instanceof SlotTaken || error instanceof BusyTime || error instanceof ClosedTime))
      throw error;
    const settings = await this.settings.current();
    const alternatives = await this.findAlternatives(error.wanted, settings, byAgent);
    if (error instanceof BusyTime && !byAgent) {
      const { resource } = error.wanted;
      throw busyTime(await this.busyTimes.listBusy(error.wanted, [resource]), alternatives);
    }
    if (!(error instanceof ClosedTime)) throw slotTaken(alternatives);
    throw outsideHours(alternatives, error.isTooSoon ? settings.notice_minutes : null);
  }

  /** Notice and buffer are for what an agent books; people in the panel decide for themselves. */
  private async findAlternatives(
    { resource, appointment_id, ...asked }: WantedSlot,
    settings: ChatAgentSettingsDto,
    byAgent: boolean,
  ): Promise<FreeSlotDto[]> {
    const { slot_minutes, time_zone, buffer_minutes } = settings;
    const [booked, busy] = await Promise.all([
      this.schedule.listBooked(resource, searched(asked), appointment_id),
      this.listBusy(searched(asked), resource),
    ]);
    const now = this.clock.now().getTime();
    // A question about the future never gets a time in the past.
    const terms = byAgent
      ? { booked: withBuffer(booked, buffer_minutes), earliest: earliestStart(settings, now) }
      : { booked, earliest: asked.start >= now ? now : -Infinity };
    const found = findAlternatives({
      ...{ asked, busy, slot_minutes, ...terms },
      hours: openingHours(settings, resource),
    });
    // Of an hour that the clocks repeat an agent can say only the first one.
    const latest = latestStart(settings, now);
    const offered = byAgent
      ? found.filter(({ start }) => start <= latest && !isShownAgain(start, time_zone))
      : found;
    return offered.map((slot) => toFreeSlotDto(slot, time_zone));
  }

  private async listBusy(stretch: Stretch, resource: string): Promise<Stretch[]> {
    const busy = await this.busyTimes.listBusy(stretch, [resource]);
    return busy.map(({ starts_at, ends_at }) => ({ start: Date.parse(starts_at), end: Date.parse(ends_at) }));
  }

  private async listBooked(
    openings: readonly Stretch[],
    resource: string,
    buffer_minutes: number,
    except: string | null,
  ): Promise<Stretch[]> {
    const [first] = openings;
    if (first === undefined) return [];
    const bufferMs = buffer_minutes * MINUTE_MS;
    const end = Math.max(...openings.map((stretch) => stretch.end));
    const reach = { start: first.start - bufferMs, end: end + bufferMs };
    return withBuffer(await this.schedule.listBooked(resource, reach, except), buffer_minutes);
  }
}

interface AskedDays extends Stretch {
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
}

function daysOf(date: string, days: number, time_zone: string): AskedDays {
  const first = Temporal.PlainDate.from(date);
  const next = first.add({ days });
  return {
    ...{ first, last: first.add({ days: days - 1 }) },
    ...{ start: startOfDay(first, time_zone), end: startOfDay(next, time_zone) },
  };
}

/** Why an agent gets no time: said in place of a reason of the calendar. */
function tooFar({ horizon_days }: ChatAgentSettingsDto): string {
  return `More than ${horizon_days} days ahead, further than agents book`;
}
