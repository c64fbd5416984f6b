import { Injectable } from '@nestjs/common';
import { ANY_RESOURCE, type FreeSlotDto } from '@groupless/shared-dto';
import { BusyTimesService } from '../../busy-times/busy-times.service';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { Caller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { bufferOf, placesOf, visitNamed } from '../../shared/known-names';
import { isAgent } from '../agent';
import {
  BusyTime,
  busyTime,
  ClosedTime,
  notOffered,
  NotOffered,
  NotOnGrid,
  notOnGrid,
  outsideHours,
  slotTaken,
  SlotTaken,
  type RefusedTime,
  type WantedSlot,
} from '../bookings/refused-times';
import { BookingRulesService } from '../rules/booking-rules.service';
import { earliestStart, latestStart, wishOf } from './agent-times';
import { findAlternatives, searched } from './alternatives';
import { candidatesFor, roomsFor } from './candidates';
import { DiariesService } from './diaries.service';
import { otherLength } from './grid';
import { isShownAgain, toFreeSlotDto } from './local-times';

const MINUTE_MS = 60_000;

/** What a refusal says: why, and what is free instead. */
@Injectable()
export class RefusalsService {
  constructor(
    private readonly diaries: DiariesService,
    private readonly busyTimes: BusyTimesService,
    private readonly rules: BookingRulesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Rethrows an error. If the time is taken or closed, or the resource does not offer the service, the error also names
   * free times near it.
   * @param asked what was to be done
   * @param grid where only what `demandOnGrid()` allows can be booked: the length that is allowed too
   * @throws AppError `slot_taken`, `busy`, `outside_hours`, `not_offered`
   */
  async explain(
    error: unknown,
    caller: Caller,
    asked: RefusedTime['asked'],
    grid: { kept_ms: number | null } | null = null,
  ): Promise<never> {
    if (!isExplained(error)) throw error;
    const settings = await this.rules.of(caller);
    const byAgent = isAgent(caller);
    const { wanted } = error;
    // Whatever it is refused for, it is offered as long as it takes.
    const minutes = grid === null ? null : otherLength(wanted, settings, grid.kept_ms);
    const end = minutes === null ? wanted.end : wanted.start + minutes * MINUTE_MS;
    // Other resources may offer the service.
    const resource = error instanceof NotOffered ? ANY_RESOURCE : wanted.resource;
    const lacks_room = (error instanceof SlotTaken || error instanceof BusyTime) && error.lacks_room;
    const refused: RefusedTime = {
      wanted,
      lacks_room,
      asked,
      time_zone: settings.time_zone,
      free_then:
        error instanceof SlotTaken && byAgent ? await this.diaries.listFreeThen(wanted, settings) : [],
      alternatives: await this.findAlternatives({ ...wanted, end, resource }, settings, byAgent),
    };
    if (error instanceof BusyTime && !byAgent) throw await this.busyProblem(refused, settings);
    if (error instanceof SlotTaken || error instanceof BusyTime) throw slotTaken(refused);
    if (error instanceof NotOffered) throw notOffered(refused);
    if (error instanceof NotOnGrid) throw notOnGrid(refused, error.minutes);
    throw outsideHours(refused, error.isTooSoon ? settings.notice_minutes : null);
  }

  /** Names the block or calendar event in the way; with several resources, that of all who do the service. */
  private async busyProblem(refused: RefusedTime, settings: CurrentSettings): Promise<AppError> {
    const { wanted } = refused;
    const persons = placesOf(candidatesFor(wanted, settings), settings.rows);
    const rooms = placesOf(roomsFor(wanted, settings) ?? [], { resources: settings.rows.rooms });
    return busyTime(await this.busyTimes.listBusy(wanted, [...persons, ...rooms]), refused);
  }

  /** Notice and buffers apply to agents only; people in the panel decide for themselves. */
  private async findAlternatives(
    { appointment_id, ...asked }: WantedSlot,
    settings: CurrentSettings,
    byAgent: boolean,
  ): Promise<FreeSlotDto[]> {
    const { time_zone } = settings;
    const now = this.clock.now().getTime();
    const ofAgent = wishOf(settings, asked.end - asked.start, bufferOf(visitNamed(asked.services, settings)));
    const wish = byAgent ? ofAgent : { ...ofAgent, between_minutes: null };
    // A request for the future is never answered with a past time.
    const earliest = byAgent ? earliestStart(settings, now) : asked.start >= now ? now : -Infinity;
    const whose = { candidates: candidatesFor(asked, settings), rooms: roomsFor(asked, settings) };
    const diaries = await this.diaries.read(whose, searched(asked), wish, appointment_id);
    const found = findAlternatives({ asked, ...diaries, time_zone, earliest });
    // When an hour repeats (autumn), a local time from an agent means the first one.
    const latest = latestStart(settings, now);
    const offered = byAgent
      ? found.filter(({ start }) => start <= latest && !isShownAgain(start, time_zone))
      : found;
    return offered.map((slot) => toFreeSlotDto(slot, time_zone));
  }
}

/** Whether a booking was refused, for whatever reason. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError || isExplained(error);
}

function isExplained(error: unknown): error is SlotTaken | BusyTime | ClosedTime | NotOffered | NotOnGrid {
  return [SlotTaken, BusyTime, ClosedTime, NotOffered, NotOnGrid].some((kind) => error instanceof kind);
}
