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
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { Caller } from '../../shared/access/caller';
import { Clock } from '../../shared/clock';
import { isStorable } from '../../shared/validation/time-fields';
import { refuseDisabledAgent } from '../agent';
import { ClosedTime, outsideHours, slotTaken, SlotTaken, type WantedSlot } from '../bookings/refused-times';
import { serviceOf } from '../services';
import { earliestStart } from './agent-times';
import { findAlternatives, searched } from './alternatives';
import { freeSlots, withBuffer } from './free-slots';
import { toFreeSlotDto } from './local-times';
import { openHours, openingHours } from './open-hours';
import { ScheduleRepository } from './schedule.repository';

const MINUTE_MS = 60_000;

/** Which times are free: by the working hours, the closures, and what is booked. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The free times of one day or several, none of them in the past; of any resource, whether the settings name it or
   * not.
   * @throws AppError `invalid_request`, `agent_disabled`
   */
  async listFreeTimes(
    { date, days = LIMITS.availability_days.default, ...query }: AvailabilityQueryDto,
    caller: Caller,
  ): Promise<AvailabilityDto> {
    const settings = await this.settings.current();
    const resource = resourceOf(query.resource, settings);
    const minutes =
      query.duration_minutes ?? serviceOf(query, settings)?.duration_minutes ?? settings.slot_minutes;
    refuseDisabledAgent(caller, settings);
    const first = Temporal.PlainDate.from(date);
    const hours = openingHours(settings, resource);
    const open = Array.from({ length: days }, (_, away) =>
      openHours(first.add({ days: away }), hours),
    ).flat();
    const booked = await this.listBooked(open, resource, settings);
    const earliest = earliestStart(settings, this.clock.now().getTime());
    const grid = { length: minutes * MINUTE_MS, step: settings.slot_minutes * MINUTE_MS };
    const free = freeSlots(open, booked, grid).filter(
      ({ start, end }) => start >= earliest && isStorable(start) && isStorable(end),
    );
    const { time_zone } = settings;
    return { date, time_zone, resource, slots: free.map((slot) => toFreeSlotDto(slot, time_zone)) };
  }

  /**
   * Throws an error on; for one that says that a time is taken or closed, the refusal that names free times near it.
   * @throws AppError `slot_taken`, `outside_hours`
   */
  async explain(error: unknown, byAgent: boolean): Promise<never> {
    if (!(error instanceof SlotTaken || error instanceof ClosedTime)) throw error;
    const settings = await this.settings.current();
    const alternatives = await this.findAlternatives(error.wanted, settings, byAgent);
    if (error instanceof SlotTaken) throw slotTaken(alternatives);
    throw outsideHours(alternatives, error.isTooSoon ? settings.notice_minutes : null);
  }

  /** Notice and buffer are for what an agent books; people in the panel decide for themselves. */
  private async findAlternatives(
    { resource, appointment_id, ...asked }: WantedSlot,
    settings: ChatAgentSettingsDto,
    byAgent: boolean,
  ): Promise<FreeSlotDto[]> {
    const { slot_minutes, time_zone, buffer_minutes } = settings;
    const booked = await this.schedule.listBooked(resource, searched(asked), appointment_id);
    const now = this.clock.now().getTime();
    // A question about the future never gets a time in the past.
    const terms = byAgent
      ? { booked: withBuffer(booked, buffer_minutes), earliest: earliestStart(settings, now) }
      : { booked, earliest: asked.start >= now ? now : -Infinity };
    const hours = openingHours(settings, resource);
    const found = findAlternatives({ asked, hours, slot_minutes, ...terms });
    return found.map((slot) => toFreeSlotDto(slot, time_zone));
  }

  private async listBooked(
    open: { start: number; end: number }[],
    resource: string,
    { buffer_minutes }: ChatAgentSettingsDto,
  ) {
    const [first] = open;
    if (first === undefined) return [];
    const bufferMs = buffer_minutes * MINUTE_MS;
    const end = Math.max(...open.map((stretch) => stretch.end));
    const reach = { start: first.start - bufferMs, end: end + bufferMs };
    return withBuffer(await this.schedule.listBooked(resource, reach, null), buffer_minutes);
  }
}
