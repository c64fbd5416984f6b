import { Injectable } from '@nestjs/common';
import {
  ANY_RESOURCE,
  anyoneOf,
  LIMITS,
  resourceOf,
  type AvailabilityDto,
  type AvailabilityQueryDto,
  type ChatAgentSettingsDto,
  type FreeSlotDto,
} from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { BusyTimesService } from '../../busy-times/busy-times.service';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { Caller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { dateOf, openingsOf, startOfDay } from '../../shared/opening-hours/open-hours';
import type { AppError } from '../../platform/errors/app-error';
import { isStorable } from '../../platform/validation/times/time-fields';
import { isAgent, refuseDisabledAgent } from '../agent';
import { BookingRulesService } from '../rules/booking-rules.service';
import {
  BusyTime,
  busyTime,
  ClosedTime,
  dayInThePast,
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
import {
  bufferOf,
  demandKnownNames,
  meantNames,
  minutesOf,
  visitNamed,
  visitOf,
  type AskedNames,
} from '../../shared/known-names';
import { earliestStart, latestStart } from './agent-times';
import { findAlternatives, searched } from './alternatives';
import { candidatesFor, refuseNotOffered } from './candidates';
import { closedReason, type AskedDays } from './closed-reason';
import { DiariesService } from './diaries.service';
import { gapsOf } from './free-slots';
import { ask, freeTimes, type AskedDiary, type FreeSlot, type Wish } from './free-times';
import { forVisitor, isShownAgain, toFreeSlotDto } from './local-times';

const MINUTE_MS = 60_000;

/** Free times before they are told; each with all who are free. */
export interface FoundTimes extends Pick<AvailabilityDto, 'date' | 'time_zone' | 'resource' | 'closed'> {
  slots: FreeSlot[];
}

/** A question for free times, by names or by ids. */
export type AskedTimes = Omit<AvailabilityQueryDto, keyof AskedNames> & AskedNames;

/** The only source of free times: for offers, bookings and refusals. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly diaries: DiariesService,
    private readonly busyTimes: BusyTimesService,
    private readonly rules: BookingRulesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The free times of one or several days, never in the past.
   * @throws AppError `invalid_request`, `unknown_service`, `unknown_resource`, `agent_disabled`, `in_the_past`, `not_offered`
   */
  async listFreeTimes(query: AvailabilityQueryDto, caller: Caller): Promise<AvailabilityDto> {
    const service_ids = query.service_ids?.split(',');
    const { slots, ...found } = await this.findFreeTimes({ ...query, service_ids }, caller);
    const told = slots.map((slot) => toFreeSlotDto(slot, found.time_zone));
    return forVisitor({ ...found, slots: told }, query.time_zone);
  }

  /** The same, with all who are free at each time. */
  async findFreeTimes(
    { date, days = LIMITS.availability_days.default, except, new_resource, ...query }: AskedTimes,
    caller: Caller,
  ): Promise<FoundTimes> {
    const settings = await this.rules.of(caller);
    const { time_zone, slot_minutes } = settings;
    const byAgent = isAgent(caller);
    const names = meantNames(query, settings);
    demandKnownNames(names, settings, { new_resource: new_resource === 'true' && !byAgent });
    const resource = resourceOf(names.resource, settings);
    const visit = visitOf(names.services, settings);
    const minutes = query.duration_minutes ?? minutesOf(visit) ?? slot_minutes;
    refuseDisabledAgent(caller, settings);
    const asked = daysOf(date, days, time_zone);
    const now = this.clock.now().getTime();
    if (asked.end <= now) throw dayInThePast(date, now, time_zone);
    const length_ms = minutes * MINUTE_MS;
    const earliest = Math.max(asked.start, earliestStart(settings, now));
    const about = { resource, services: visit.map(({ name }) => name) };
    const asked_time = { start: earliest, end: earliest + length_ms };
    if (byAgent) await this.demandOffered({ ...about, ...asked_time }, settings, caller);
    const latest = byAgent ? latestStart(settings, now) : Infinity;
    const wish = wishOf(settings, length_ms, bufferOf(visit));
    const candidates = orAll(candidatesFor(about, settings), resource, settings);
    const diaries = (await this.diaries.read(candidates, asked, wish, except ?? null)).map((diary) =>
      ask(diary, wish),
    );
    const slots = freeTimes(diaries, asked.first, asked.last).filter(
      ({ start, end }) =>
        earliest <= start && start < asked.end && start <= latest && isStorable(start) && isStorable(end),
    );
    const whyNone = () => (asked.start > latest ? tooFar(settings) : closedReason(diaries, asked));
    const closed = slots.length > 0 ? null : whyNone();
    return { date, time_zone, resource, closed, slots };
  }

  /**
   * Refuses a time that is free and that `listFreeTimes()` does not have, and another length than that of the service.
   * What is taken or closed is left to those who refuse that.
   * @param kept_ms a length that is allowed too: that of a booking which is moved
   * @throws NotOnGrid
   */
  async demandOnGrid(wanted: WantedSlot, caller: Caller, kept_ms: number | null = null): Promise<void> {
    const settings = await this.rules.of(caller);
    const length_ms = wanted.end - wanted.start;
    const own = minutesOf(visitNamed(wanted.services, settings));
    if (own !== null && length_ms !== own * MINUTE_MS && length_ms !== kept_ms)
      throw new NotOnGrid(wanted, own);
    const day = dateOf(wanted.start, settings.time_zone).toString();
    const asked = daysOf(day, 1, settings.time_zone);
    const diaries = await this.readDiaries(wanted, asked, settings);
    if (listedAt(diaries, asked, wanted).length > 0 || freeAt(diaries, asked, wanted).length === 0) return;
    // Free times of anyone name all who are free at a start that the grid of one has.
    if (!(await this.listFreeThen(wanted, settings)).includes(wanted.resource))
      throw new NotOnGrid(wanted, null);
  }

  /**
   * Rethrows an error. If the time is taken or closed, or the resource does not offer the service, the error also names
   * free times near it.
   * @param asked whether one was to be booked or moved
   * @throws AppError `slot_taken`, `busy`, `outside_hours`, `not_offered`
   */
  async explain(error: unknown, caller: Caller, asked: 'booked' | 'moved'): Promise<never> {
    if (!isExplained(error)) throw error;
    const settings = await this.rules.of(caller);
    const byAgent = isAgent(caller);
    const { wanted } = error;
    // What is refused for its length is offered as long as it takes.
    const minutes = error instanceof NotOnGrid ? error.minutes : null;
    const end = minutes === null ? wanted.end : wanted.start + minutes * MINUTE_MS;
    // Other resources may offer the service.
    const resource = error instanceof NotOffered ? ANY_RESOURCE : wanted.resource;
    const refused: RefusedTime = {
      wanted,
      is_move: asked === 'moved',
      time_zone: settings.time_zone,
      free_then: error instanceof SlotTaken && byAgent ? await this.listFreeThen(wanted, settings) : [],
      alternatives: await this.findAlternatives({ ...wanted, end, resource }, settings, byAgent),
    };
    if (error instanceof BusyTime && !byAgent) throw await this.busyProblem(refused, settings);
    if (error instanceof SlotTaken || error instanceof BusyTime) throw slotTaken(refused);
    if (error instanceof NotOffered) throw notOffered(refused);
    if (error instanceof NotOnGrid) throw notOnGrid(refused, minutes);
    throw outsideHours(refused, error.isTooSoon ? settings.notice_minutes : null);
  }

  /** Names the block or calendar event in the way; with several resources, that of all who do the service. */
  private async busyProblem(refused: RefusedTime, settings: ChatAgentSettingsDto): Promise<AppError> {
    const { wanted } = refused;
    return busyTime(await this.busyTimes.listBusy(wanted, candidatesFor(wanted, settings)), refused);
  }

  /** Whom free times of anyone list at this start, if one resource is wanted. */
  private async listFreeThen(wanted: WantedSlot, settings: CurrentSettings): Promise<readonly string[]> {
    if (wanted.resource === ANY_RESOURCE) return [];
    const asked = daysOf(dateOf(wanted.start, settings.time_zone).toString(), 1, settings.time_zone);
    const diaries = await this.readDiaries({ ...wanted, resource: ANY_RESOURCE }, asked, settings);
    return listedAt(diaries, asked, wanted);
  }

  private async readDiaries(
    wanted: WantedSlot,
    asked: AskedDays,
    settings: CurrentSettings,
  ): Promise<AskedDiary[]> {
    const buffer = bufferOf(visitNamed(wanted.services, settings));
    const wish = wishOf(settings, wanted.end - wanted.start, buffer);
    const candidates = candidatesFor(wanted, settings);
    const diaries = await this.diaries.read(candidates, asked, wish, wanted.appointment_id);
    return diaries.map((diary) => ask(diary, wish));
  }

  /** @throws AppError `not_offered` */
  private async demandOffered(
    asked: Omit<WantedSlot, 'appointment_id'>,
    settings: ChatAgentSettingsDto,
    caller: Caller,
  ): Promise<void> {
    try {
      refuseNotOffered({ ...asked, appointment_id: null }, settings);
    } catch (error) {
      await this.explain(error, caller, 'booked');
    }
  }

  /** Notice and buffers apply to agents only; people in the panel decide for themselves. */
  private async findAlternatives(
    { resource, services, appointment_id, ...asked }: WantedSlot,
    settings: CurrentSettings,
    byAgent: boolean,
  ): Promise<FreeSlotDto[]> {
    const { time_zone } = settings;
    const now = this.clock.now().getTime();
    const ofAgent = wishOf(settings, asked.end - asked.start, bufferOf(visitNamed(services, settings)));
    const wish = byAgent ? ofAgent : { ...ofAgent, between_minutes: null };
    // A request for the future is never answered with a past time.
    const earliest = byAgent ? earliestStart(settings, now) : asked.start >= now ? now : -Infinity;
    const candidates = candidatesFor({ resource, services }, settings);
    const diaries = await this.diaries.read(candidates, searched(asked), wish, appointment_id);
    const asking = diaries.map((diary) => ask(diary, wish));
    const found = findAlternatives({ asked, diaries: asking, time_zone, earliest });
    // When an hour repeats (autumn), a local time from an agent means the first one.
    const latest = latestStart(settings, now);
    const offered = byAgent
      ? found.filter(({ start }) => start <= latest && !isShownAgain(start, time_zone))
      : found;
    return offered.map((slot) => toFreeSlotDto(slot, time_zone));
  }
}

function isExplained(error: unknown): error is SlotTaken | BusyTime | ClosedTime | NotOffered | NotOnGrid {
  return [SlotTaken, BusyTime, ClosedTime, NotOffered, NotOnGrid].some((kind) => error instanceof kind);
}

/** Who is free at this start, if free times have it. */
function listedAt(
  diaries: readonly AskedDiary[],
  { first, last }: AskedDays,
  wanted: WantedSlot,
): readonly string[] {
  return freeTimes(diaries, first, last).find(({ start }) => start === wanted.start)?.free ?? [];
}

/** Whose working hours and bookings leave the whole time free. */
function freeAt(diaries: readonly AskedDiary[], { first, last }: AskedDays, wanted: WantedSlot): string[] {
  return diaries
    .filter(({ hours, taken, wish }) =>
      gapsOf(openingsOf(first, last, hours, wish.length_ms), taken).some(
        ({ start, end }) => start <= wanted.start && wanted.end <= end,
      ),
    )
    .map(({ resource }) => resource);
}

/** The length and the buffers of what an agent books. */
function wishOf(
  { slot_minutes, buffer_minutes: between_minutes }: ChatAgentSettingsDto,
  length_ms: number,
  buffer_minutes: number,
): Wish {
  return { length_ms, step_ms: slot_minutes * MINUTE_MS, between_minutes, buffer_minutes };
}

function daysOf(date: string, days: number, time_zone: string): AskedDays {
  const first = Temporal.PlainDate.from(date);
  const next = first.add({ days });
  return {
    first,
    last: first.add({ days: days - 1 }),
    start: startOfDay(first, time_zone),
    end: startOfDay(next, time_zone),
  };
}

/** People may book a service that no resource offers. */
function orAll(
  candidates: readonly string[],
  resource: string,
  settings: ChatAgentSettingsDto,
): readonly string[] {
  return candidates.length === 0 && resource === ANY_RESOURCE ? anyoneOf(settings, null) : candidates;
}

/** The reason for agents beyond the horizon; it replaces the reason of the calendar. */
function tooFar({ horizon_days }: ChatAgentSettingsDto): string {
  return `More than ${horizon_days} days ahead, further than agents book`;
}
