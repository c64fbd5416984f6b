import { Injectable } from '@nestjs/common';
import {
  ANY_RESOURCE,
  LIMITS,
  resourceOf,
  type AvailabilityDto,
  type AvailabilityQueryDto,
  type ChatAgentSettingsDto,
  type FreeSlotDto,
} from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { BusyTimesService } from '../../busy-times/busy-times.service';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { Caller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { dateOf, openingHours, openingsOf, startOfDay } from '../../shared/opening-hours/open-hours';
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
  placesOf,
  visitNamed,
  visitOf,
  type AskedNames,
} from '../../shared/known-names';
import { earliestStart, latestStart } from './agent-times';
import { findAlternatives, searched } from './alternatives';
import { amongAsked, anyone, candidatesFor, refuseNotOffered, roomsFor } from './candidates';
import { closedReason, type AskedDays } from './closed-reason';
import { DiariesService } from './diaries.service';
import { gapsOf } from './free-slots';
import { ask, freeTimes, hasRoom, type AskedDiary, type FreeSlot, type Wish } from './free-times';
import { forVisitor, isShownAgain, toFreeSlotDto } from './local-times';

const MINUTE_MS = 60_000;

/** Free times before they are told; each with all who are free. */
export interface FoundTimes extends Pick<AvailabilityDto, 'date' | 'time_zone' | 'resource' | 'closed'> {
  slots: FreeSlot[];
  /** Of whom it is that nothing is free; empty: of the business. */
  whose: readonly string[];
  /** Whether others do it than those who are asked for. */
  has_others: boolean;
}

/** Who could take a time, and the rooms of which one has to be free then; null: none is needed. */
interface Diaries {
  diaries: AskedDiary[];
  rooms: AskedDiary[] | null;
}

/** A question for free times, by names or by ids. */
export type AskedTimes = Omit<AvailabilityQueryDto, keyof AskedNames> &
  AskedNames & {
    /** Present names, of whom one is to be free; none: as `resource` says. */
    among?: readonly string[];
  };

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
    const {
      slots,
      whose: _,
      has_others: _too,
      ...found
    } = await this.findFreeTimes({ ...query, service_ids }, caller);
    const told = slots.map((slot) => toFreeSlotDto(slot, found.time_zone));
    return forVisitor({ ...found, slots: told }, query.time_zone);
  }

  /** The same, with all who are free at each time. */
  async findFreeTimes(
    { date, days = LIMITS.availability_days.default, except, new_resource, among = [], ...query }: AskedTimes,
    caller: Caller,
  ): Promise<FoundTimes> {
    const settings = await this.rules.of(caller);
    const { time_zone, slot_minutes } = settings;
    const byAgent = isAgent(caller);
    const names = meantNames(query, settings);
    demandKnownNames(names, settings, { new_resource: new_resource === 'true' && !byAgent });
    const visit = visitOf(names.services, settings);
    const services = visit.map(({ name }) => name);
    const [one, ...more] = amongAsked(among, services, settings);
    const resource = more.length > 0 ? ANY_RESOURCE : (one ?? resourceOf(names.resource, settings));
    const minutes = query.duration_minutes ?? minutesOf(visit) ?? slot_minutes;
    refuseDisabledAgent(caller, settings);
    const asked = daysOf(date, days, time_zone);
    const now = this.clock.now().getTime();
    if (asked.end <= now) throw dayInThePast(date, now, time_zone);
    const length_ms = minutes * MINUTE_MS;
    const earliest = Math.max(asked.start, earliestStart(settings, now));
    const about = {
      resource,
      services,
      service_ids: visit.map(({ id }) => id),
    };
    const asked_time = { start: earliest, end: earliest + length_ms };
    if (byAgent) await this.demandOffered({ ...about, ...asked_time }, settings, caller);
    const latest = byAgent ? latestStart(settings, now) : Infinity;
    const wish = wishOf(settings, length_ms, bufferOf(visit));
    const candidates =
      one !== undefined && more.length > 0
        ? [one, ...more]
        : orAll(candidatesFor(about, settings), resource, settings);
    const rooms = roomsFor(about, settings);
    const found = await this.read({ candidates, rooms }, asked, wish, except ?? null);
    const slots = freeTimes(found.diaries, asked.first, asked.last, found.rooms).filter(
      ({ start, end }) =>
        earliest <= start && start < asked.end && start <= latest && isStorable(start) && isStorable(end),
    );
    const isTooFar = asked.start > latest;
    const whyNone = () => (isTooFar ? tooFar(settings) : closedReason(found.diaries, asked));
    const closed = slots.length > 0 ? null : whyNone();
    const isOther = (name: string) => !candidates.includes(name);
    const isOfAll = isTooFar || !anyone(settings).some(isOther) || isReasonOfAll(closed, asked, settings);
    const able = candidatesFor({ resource: ANY_RESOURCE, services }, settings);
    return {
      ...{ date, time_zone, resource, closed, slots },
      whose: isOfAll ? [] : candidates,
      has_others: able.some(isOther),
    };
  }

  /**
   * Refuses a time that is free and that `listFreeTimes()` does not have, and another length than that of the service.
   * What is taken or closed is left to those who refuse that.
   * @param kept_ms a length that is allowed too: that of a booking which is moved
   * @throws NotOnGrid
   */
  async demandOnGrid(wanted: WantedSlot, caller: Caller, kept_ms: number | null = null): Promise<void> {
    const settings = await this.rules.of(caller);
    const minutes = otherLength(wanted, settings, kept_ms);
    if (minutes !== null) throw new NotOnGrid(wanted, minutes);
    const day = dateOf(wanted.start, settings.time_zone).toString();
    const asked = daysOf(day, 1, settings.time_zone);
    const found = await this.readDiaries(wanted, asked, settings);
    if (listedAt(found, asked, wanted).length > 0 || freeAt(found, asked, wanted).length === 0) return;
    // Free times of anyone name all who are free at a start that the grid of one has.
    if (!(await this.listFreeThen(wanted, settings)).includes(wanted.resource))
      throw new NotOnGrid(wanted, null);
  }

  /**
   * Rethrows an error. If the time is taken or closed, or the resource does not offer the service, the error also names
   * free times near it.
   * @param asked whether one was to be booked or moved
   * @param grid where only what `demandOnGrid()` allows can be booked: the length that is allowed too
   * @throws AppError `slot_taken`, `busy`, `outside_hours`, `not_offered`
   */
  async explain(
    error: unknown,
    caller: Caller,
    asked: 'booked' | 'moved',
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

  /** Whom free times of anyone list at this start, if one resource is wanted. */
  private async listFreeThen(wanted: WantedSlot, settings: CurrentSettings): Promise<readonly string[]> {
    if (wanted.resource === ANY_RESOURCE) return [];
    const asked = daysOf(dateOf(wanted.start, settings.time_zone).toString(), 1, settings.time_zone);
    const found = await this.readDiaries({ ...wanted, resource: ANY_RESOURCE }, asked, settings);
    return listedAt(found, asked, wanted);
  }

  private async readDiaries(
    wanted: WantedSlot,
    asked: AskedDays,
    settings: CurrentSettings,
  ): Promise<Diaries> {
    const buffer = bufferOf(visitNamed(wanted.services, settings));
    const wish = wishOf(settings, wanted.end - wanted.start, buffer);
    const candidates = candidatesFor(wanted, settings);
    const rooms = roomsFor(wanted, settings);
    return this.read({ candidates, rooms }, asked, wish, wanted.appointment_id);
  }

  private async read(
    { candidates, rooms }: { candidates: readonly string[]; rooms: readonly string[] | null },
    range: TimeRange,
    wish: Wish,
    except: string | null,
  ): Promise<Diaries> {
    const read = await this.diaries.read([...candidates, ...(rooms ?? [])], range, wish, except);
    const all = read.map((diary) => ask(diary, wish));
    return {
      diaries: all.slice(0, candidates.length),
      rooms: rooms === null ? null : all.slice(candidates.length),
    };
  }

  /** @throws AppError `not_offered` */
  private async demandOffered(
    asked: Omit<WantedSlot, 'appointment_id'>,
    settings: CurrentSettings,
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
    const diaries = await this.read(whose, searched(asked), wish, appointment_id);
    const found = findAlternatives({ asked, ...diaries, time_zone, earliest });
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

/** How long the visit takes; null: as long as it is wanted, as what is kept, or as one likes. */
function otherLength(
  { start, end, services }: WantedSlot,
  settings: CurrentSettings,
  kept_ms: number | null,
): number | null {
  const minutes = minutesOf(visitNamed(services, settings));
  const isRight = [minutes === null ? null : minutes * MINUTE_MS, kept_ms].includes(end - start);
  return isRight ? null : minutes;
}

/** Who is free at this start, if free times have it. */
function listedAt(
  { diaries, rooms }: Diaries,
  { first, last }: AskedDays,
  wanted: WantedSlot,
): readonly string[] {
  return freeTimes(diaries, first, last, rooms).find(({ start }) => start === wanted.start)?.free ?? [];
}

/** Whose working hours and bookings leave the whole time free. */
function freeAt({ diaries, rooms }: Diaries, { first, last }: AskedDays, wanted: WantedSlot): string[] {
  if (!hasRoom(rooms, first, last, wanted)) return [];
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

/** Whether all are closed then, for the same reason. */
function isReasonOfAll(closed: string | null, asked: AskedDays, settings: CurrentSettings): boolean {
  if (closed === null) return false;
  const all = anyone(settings).map((name) => ({ hours: openingHours(settings, name) }));
  return closedReason(all, asked) === closed;
}

/** People may book a service that no resource offers. */
function orAll(
  candidates: readonly string[],
  resource: string,
  settings: CurrentSettings,
): readonly string[] {
  return candidates.length === 0 && resource === ANY_RESOURCE ? anyone(settings) : candidates;
}

/** The reason for agents beyond the horizon; it replaces the reason of the calendar. */
function tooFar({ horizon_days }: ChatAgentSettingsDto): string {
  return `More than ${horizon_days} days ahead, further than agents book`;
}
