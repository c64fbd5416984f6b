import { Injectable } from '@nestjs/common';
import { DEFAULT_RESOURCE, type AvailabilityDto, type AvailabilityQueryDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { Caller } from '../../shared/access/caller';
import { Clock } from '../../shared/clock';
import { AppError } from '../../shared/errors/app-error';
import { refuseDisabledAgent } from '../agent';
import { SlotTaken, type WantedSlot } from '../slot-taken';
import { findAlternatives, searched } from './alternatives';
import { freeSlots, toSlotDto } from './free-slots';
import { openHours } from './open-hours';
import { ScheduleRepository } from './schedule.repository';

/** Which times are free, by the working hours and what is booked. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The free times of a day, which may lie in the past; of any resource, whether the settings name it or not.
   * @throws AppError `agent_disabled`
   */
  async ofDay(
    { date, duration_minutes, resource = DEFAULT_RESOURCE }: AvailabilityQueryDto,
    caller: Caller,
  ): Promise<AvailabilityDto> {
    const settings = await this.settings.current();
    refuseDisabledAgent(caller, settings);
    const { time_zone, slot_minutes } = settings;
    const open = openHours(Temporal.PlainDate.from(date), settings);
    const booked = await this.bookedWithin(open, resource);
    const grid = { length: (duration_minutes ?? slot_minutes) * 60_000, step: slot_minutes * 60_000 };
    return { date, time_zone, resource, slots: freeSlots(open, booked, grid).map(toSlotDto) };
  }

  /**
   * Throws an error on; for one that says that a time is taken, the refusal that names free times near it.
   * @throws AppError `slot_taken`
   */
  async explain(error: unknown): Promise<never> {
    throw error instanceof SlotTaken ? await this.slotTaken(error.wanted) : error;
  }

  private async slotTaken({ resource, appointment_id, ...asked }: WantedSlot): Promise<AppError> {
    const hours = await this.settings.current();
    const booked = await this.schedule.listBooked(resource, searched(asked), appointment_id);
    const now = this.clock.now().getTime();
    const found = findAlternatives({ asked, hours, slot_minutes: hours.slot_minutes, booked, now });
    const alternatives = found.map(toSlotDto);
    return new AppError('slot_taken', 'Another appointment of the resource holds this time.', {
      members: { alternatives },
    });
  }

  private async bookedWithin(open: { start: number; end: number }[], resource: string) {
    const [first] = open;
    if (first === undefined) return [];
    const end = Math.max(...open.map((stretch) => stretch.end));
    return this.schedule.listBooked(resource, { start: first.start, end }, null);
  }
}
