import { Injectable } from '@nestjs/common';
import {
  ANY_RESOURCE,
  LIMITS,
  resourceOf,
  type AvailabilityDto,
  type AvailabilityQueryDto,
  type BookedServiceDto,
  type ChatAgentSettingsDto,
} from '@groupless/shared-dto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { Caller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { openingHours } from '../../shared/opening-hours/open-hours';
import { isStorable } from '../../platform/validation/times/time-fields';
import { isAgent, refuseDisabledAgent } from '../agent';
import { BookingRulesService } from '../rules/booking-rules.service';
import { dayInThePast, NotOnGrid, type WantedSlot } from '../bookings/refused-times';
import {
  bufferOf,
  demandKnownNames,
  meantNames,
  minutesOf,
  visitOf,
  type AskedNames,
} from '../../shared/known-names';
import { earliestStart, latestStart, wishOf } from './agent-times';
import { dayOf, daysOf, type AskedDays } from './asked-days';
import { amongAsked, anyone, candidatesFor, refuseNotOffered, roomsFor } from './candidates';
import { closedReason } from './closed-reason';
import { DiariesService } from './diaries.service';
import { freeTimes, type FreeSlot } from './free-times';
import { freeAt, listedAt, otherLength } from './grid';
import { forVisitor, toFreeSlotDto } from './local-times';
import { RefusalsService } from './refusals.service';

const MINUTE_MS = 60_000;

/** Free times before they are told; each with all who are free. */
export interface FoundTimes extends Pick<AvailabilityDto, 'date' | 'time_zone' | 'resource' | 'closed'> {
  slots: FreeSlot[];
  /** Of whom it is that nothing is free; empty: of the business. */
  whose: readonly string[];
  /** Whether others do it than those who are asked for. */
  has_others: boolean;
}

/** A question for free times, by names or by ids. */
export type AskedTimes = Omit<AvailabilityQueryDto, keyof AskedNames> &
  AskedNames & {
    /** Present names, of whom one is to be free; none: as `resource` says. */
    among?: readonly string[];
    /** Those of the appointment that is moved, asked for unless others are named. They may have left. */
    own_services?: readonly BookedServiceDto[];
    /** Whether only what these times list can be booked; of an agent unless said, as the settings say. */
    on_grid?: boolean;
  };

/** What is free: for offers and bookings. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly diaries: DiariesService,
    private readonly refusals: RefusalsService,
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
    {
      date,
      days = LIMITS.availability_days.default,
      except,
      new_resource,
      among = [],
      own_services = [],
      ...query
    }: AskedTimes,
    caller: Caller,
  ): Promise<FoundTimes> {
    const settings = await this.rules.of(caller);
    const { time_zone, slot_minutes } = settings;
    const byAgent = isAgent(caller);
    const names = meantNames(query, settings);
    demandKnownNames(names, settings, { new_resource: new_resource === 'true' && !byAgent });
    const visit = names.services === undefined ? own_services : visitOf(names.services, settings);
    const services = visit.map(({ name }) => name);
    const [one, ...more] = amongAsked(among, services, settings);
    const resource = more.length > 0 ? ANY_RESOURCE : (one ?? resourceOf(names.resource, settings));
    const { duration_minutes, on_grid = byAgent && settings.agents_on_grid } = query;
    const own = minutesOf(visit);
    // What is moved may keep its length.
    const asked_minutes =
      on_grid && except === undefined ? (own ?? duration_minutes) : (duration_minutes ?? own);
    const minutes = asked_minutes ?? slot_minutes;
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
    const found = await this.diaries.read({ candidates, rooms }, asked, wish, except ?? null);
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
    const day = dayOf(wanted.start, settings.time_zone);
    const found = await this.diaries.readWanted(wanted, day, settings);
    if (listedAt(found, day, wanted).length > 0 || freeAt(found, day, wanted).length === 0) return;
    // Free times of anyone name all who are free at a start that the grid of one has.
    if (!(await this.diaries.listFreeThen(wanted, settings)).includes(wanted.resource))
      throw new NotOnGrid(wanted, null);
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
      await this.refusals.explain(error, caller, 'listed');
    }
  }
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
