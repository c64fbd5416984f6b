import {
  ANY_RESOURCE,
  type BusyTimeDto,
  type ChatAgentSettingsDto,
  type FreeSlotDto,
} from '@groupless/shared-dto';
import { AppError } from '../../platform/errors/app-error';
import { timeInWords, toLocalTime } from '../availability/local-times';
import type { TimeRange } from '../../shared/opening-hours/time-range';

/** A requested time of a resource. */
export interface WantedSlot extends TimeRange {
  /** `any` means whichever is free. */
  resource: string;
  /** The names of the services of the visit, in their order. */
  services: readonly string[];
  service_ids: readonly string[];
  /** The appointment itself, with which it does not collide. Null: there is none yet. */
  appointment_id: string | null;
}

/** The time is taken by another appointment. The repositories throw it; the services add alternatives. */
export class SlotTaken extends Error {
  override readonly name = 'SlotTaken';
  /** @param lacks_room whether somebody is free, and only a room is not */
  constructor(
    readonly wanted: WantedSlot,
    readonly lacks_room = false,
  ) {
    super('Another appointment holds this time.');
  }
}

/** The resource is busy by a block or a calendar. Agents see it as taken; people are asked. */
export class BusyTime extends Error {
  override readonly name = 'BusyTime';
  /** @param lacks_room whether somebody is free, and only the rooms are busy */
  constructor(
    readonly wanted: WantedSlot,
    readonly lacks_room = false,
  ) {
    super('The resource is busy at this time.');
  }
}

/** A time outside of what the chat agent may book, or nearer than the notice. */
export class ClosedTime extends Error {
  override readonly name = 'ClosedTime';
  constructor(
    readonly wanted: WantedSlot,
    readonly isTooSoon: boolean,
  ) {
    super('The business is closed at this time.');
  }
}

/** The resource does not offer the service. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
  constructor(readonly wanted: WantedSlot) {
    super('The resource does not do this service.');
  }
}

/** A time that is free and that `free_times` does not list, or another length than that of the service. */
export class NotOnGrid extends Error {
  override readonly name = 'NotOnGrid';
  /** @param minutes how long the service takes; null: the start is off the grid */
  constructor(
    readonly wanted: WantedSlot,
    readonly minutes: number | null,
  ) {
    super('Free times do not have this one.');
  }
}

/** `2 days`, not `2880 minutes`. */
export function inWords(minutes: number): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What a refusal tells: whom and when, who else is free then, and which times near it are. */
export interface RefusedTime {
  wanted: WantedSlot;
  /** Whether nothing but a room is wanting. */
  lacks_room: boolean;
  /** Whether an appointment was to be booked or moved then, or free times were to be listed. */
  asked: 'booked' | 'moved' | 'listed';
  time_zone: string;
  free_then: readonly string[];
  alternatives: FreeSlotDto[];
}

export function slotTaken(refused: RefusedTime): AppError {
  const { wanted, time_zone, free_then } = refused;
  const who = refused.lacks_room
    ? 'No room is free'
    : wanted.resource === ANY_RESOURCE
      ? 'Nobody is free'
      : `${wanted.resource} is not free`;
  const what = wanted.services.length === 0 ? '' : ` for ${wanted.services.join(' and ')}`;
  const others = free_then.length === 0 ? '' : ` ${listed(free_then)} free then.`;
  return refusal('slot_taken', `${who}${what} on ${timeInWords(wanted, time_zone)}.${others}`, refused);
}

/** @param minutes how long the service takes; null: the start is off the grid */
export function notOnGrid(refused: RefusedTime, minutes: number | null): AppError {
  const { wanted, time_zone } = refused;
  const what = wanted.services.join(' and ') || 'A booking';
  const who = wanted.resource === ANY_RESOURCE ? '' : ` with ${wanted.resource}`;
  const why =
    minutes === null
      ? `${what}${who} cannot begin on ${timeInWords(wanted, time_zone)}.`
      : `${what}${who} takes ${minutes} minutes, no other length.`;
  return refusal('not_on_grid', why, refused);
}

/** @param busy what overlaps the time */
export function busyTime(
  busy: BusyTimeDto[],
  { wanted, lacks_room, time_zone, alternatives }: RefusedTime,
): AppError {
  const who = wanted.resource === ANY_RESOURCE ? 'Everybody' : wanted.resource;
  const detail =
    `${lacks_room ? 'The rooms are' : `${who} is`} busy on ${timeInWords(wanted, time_zone)}, by a block or a calendar. Ask the user; to book it all the ` +
    'same, send allow_busy: true.';
  return new AppError('busy', detail, { members: { alternatives, busy } });
}

export function notOffered(refused: RefusedTime): AppError {
  const { wanted, asked, time_zone } = refused;
  const who = wanted.resource === ANY_RESOURCE ? 'Nobody does' : `${wanted.resource} does not do`;
  const then = { booked: ': nothing was booked on ', moved: ': nothing was moved to ', listed: null }[asked];
  const when = then === null ? '' : `${then}${timeInWords(wanted, time_zone)}`;
  const otherwise =
    wanted.resource === ANY_RESOURCE
      ? 'On another day neither: offer another service.'
      : 'On another day neither: ask for the free times of whoever does, or of another service.';
  return refusal('not_offered', `${who} ${wanted.services.join(' and ')}${when}.`, refused, otherwise);
}

/** @param notice_minutes null if the business is closed at that time */
export function outsideHours(refused: RefusedTime, notice_minutes: number | null): AppError {
  const { wanted, time_zone } = refused;
  const who = wanted.resource === ANY_RESOURCE ? 'Nobody works' : `${wanted.resource} does not work`;
  const when = timeInWords(wanted, time_zone);
  const why =
    notice_minutes === null
      ? `${who} on ${when}, or for a part of it.`
      : `${when} is too soon: the business needs ${inWords(notice_minutes)} of notice.`;
  return refusal('outside_hours', why, refused);
}

export function inThePast({ start }: TimeRange, now: number, time_zone: string): AppError {
  const message =
    `starts_at is ${toLocalTime(start, time_zone)} in ${time_zone}, which has passed: now it is ` +
    `${toLocalTime(now, time_zone)} there. Check the year and the day, and send a time to come.`;
  return new AppError('in_the_past', message, {
    members: { errors: [{ field: 'starts_at', code: 'out_of_range', message }] },
  });
}

/** The requested day is over, which is a different error from a full day. */
export function dayInThePast(date: string, now: number, time_zone: string): AppError {
  const message =
    `${date} has passed: now it is ${toLocalTime(now, time_zone)} in ${time_zone}. Check the year and the day, and ask ` +
    'for a day to come.';
  return new AppError('in_the_past', message, {
    members: { errors: [{ field: 'date', code: 'out_of_range', message }] },
  });
}

export function tooFarAhead(
  { start }: Pick<TimeRange, 'start'>,
  now: number,
  { time_zone, horizon_days }: Pick<ChatAgentSettingsDto, 'time_zone' | 'horizon_days'>,
): AppError {
  const message =
    `starts_at is ${toLocalTime(start, time_zone)}, more than ${horizon_days} days ahead: now it is ` +
    `${toLocalTime(now, time_zone)} in ${time_zone}. Check the year and the day, and send a time before.`;
  return new AppError('too_far_ahead', message, {
    members: { errors: [{ field: 'starts_at', code: 'out_of_range', message }] },
  });
}

function refusal(
  code: 'slot_taken' | 'outside_hours' | 'not_offered' | 'not_on_grid',
  why: string,
  { asked, alternatives }: Pick<RefusedTime, 'asked' | 'alternatives'>,
  otherwise = 'No time near it is free: ask for the free times of another day.',
): AppError {
  const then = asked === 'moved' ? 'move it to' : 'book it with';
  const next =
    alternatives.length === 0
      ? otherwise
      : `Offer one of the alternatives, and ${then} its time and its resource.`;
  return new AppError(code, `${why} ${next}`, { members: { alternatives } });
}

function listed(names: readonly string[]): string {
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'}`;
}

/** A known `external_id` with another resource, start or client. */
export function externalIdReused(appointment_id: string): AppError {
  const detail =
    'This external_id belongs to a booking for another time, resource or client, and nothing is booked now. Send ' +
    'the booking again with an external_id that was never used.';
  return new AppError('external_id_reused', detail, { members: { appointment_id } });
}

export function appointmentCancelled(appointment_id: string): AppError {
  const detail =
    'The appointment that was booked with this external_id is cancelled, and nothing is booked now. To book anew, ' +
    'send POST /api/appointments with an external_id that was never used.';
  return new AppError('appointment_cancelled', detail, { members: { appointment_id } });
}
