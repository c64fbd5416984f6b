import type { Temporal } from 'temporal-polyfill';
import {
  openingsOf,
  startOfDay,
  type Opening,
  type OpeningHours,
} from '../../shared/opening-hours/open-hours';
import { joined, type TimeRange } from '../../shared/opening-hours/time-range';
import { freeSlots, gapsOf, takenTimes, type Taken } from './free-slots';

const MINUTE_MS = 60_000;

/** An appointment with the buffer after it. */
export interface BookedTime extends TimeRange {
  buffer_minutes: number;
}

/** The working hours of a resource, and what takes its time. */
export interface Diary {
  resource: string;
  hours: OpeningHours;
  /** Busy times that are no appointments: blocks and external calendars. */
  busy: readonly TimeRange[];
  booked: readonly BookedTime[];
  /** Starts of appointments that are over. They take no time, but count when the least busy resource is chosen. */
  over: readonly number[];
}

/** The length and buffers of the slot that is searched. */
export interface Wish {
  length_ms: number;
  step_ms: number;
  /** The minutes between two appointments; null: no buffers, because people decide for themselves. */
  between_minutes: number | null;
  /** The buffer after the searched slot. */
  buffer_minutes: number;
}

export interface FreeSlot extends TimeRange {
  /** The one with the fewest appointments that day. */
  resource: string;
  /** All who are free then, that one first. */
  free: readonly string[];
}

/** A diary, prepared for one search. */
export interface AskedDiary extends Diary {
  wish: Wish;
  taken: Taken;
}

/** Who could take a time, and the rooms of which one has to be free then; null: none is needed. */
export interface Diaries {
  diaries: AskedDiary[];
  rooms: AskedDiary[] | null;
}

/** Free time is working hours minus closures, busy times, and appointments with their buffers. */
export function ask(diary: Diary, wish: Wish): AskedDiary {
  const { hours, busy, booked } = diary;
  return { ...diary, wish, taken: takenTimes([...hours.closed, ...busy], withBuffers(booked, wish)) };
}

/** The larger of two buffers applies: that of the business, or that of the earlier appointment. */
export function withBuffers(
  booked: readonly BookedTime[],
  { between_minutes, buffer_minutes }: Pick<Wish, 'between_minutes' | 'buffer_minutes'>,
): TimeRange[] {
  if (between_minutes === null) return [...booked];
  const beforeMs = Math.max(between_minutes, buffer_minutes) * MINUTE_MS;
  return booked.map(({ start, end, buffer_minutes: own }) => ({
    start: start - beforeMs,
    end: end + Math.max(between_minutes, own) * MINUTE_MS,
  }));
}

/**
 * The free times of some days as slots, by time. If several resources are free at a start, it is named once, with the
 * resources of the fewest appointments that day first, then by their order. Slots may begin on the days around.
 * @param rooms of which one has to be free for all of the time; null: none is needed
 */
export function freeTimes(
  diaries: readonly AskedDiary[],
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  rooms: readonly AskedDiary[] | null = null,
): FreeSlot[] {
  const slots = timesOf(diaries, first, last);
  if (rooms === null) return slots;
  const starts = startsIn(rooms, first, last);
  let at = 0;
  return slots.filter(({ start }) => {
    while ((starts[at]?.end ?? Infinity) <= start) at++;
    return (starts[at]?.start ?? Infinity) <= start;
  });
}

/** Whether one of the rooms is free for all of a time. */
export function hasRoom(
  rooms: readonly AskedDiary[] | null,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  { start }: TimeRange,
): boolean {
  return (
    rooms === null || startsIn(rooms, first, last).some((range) => range.start <= start && start < range.end)
  );
}

/** From when to when a visit may begin in one of the rooms. */
function startsIn(
  rooms: readonly AskedDiary[],
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): TimeRange[] {
  const ranges = rooms.flatMap(({ hours, taken, wish: { length_ms } }) =>
    gapsOf(openingsOf(first, last, hours, length_ms), taken)
      // The last start is a start, too.
      .map(({ start, end }) => ({ start, end: end - length_ms + 1 })),
  );
  return joined(ranges.filter(({ start, end }) => start < end));
}

function timesOf(
  diaries: readonly AskedDiary[],
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): FreeSlot[] {
  const shared = new Map<OpeningHours, Opening[]>();
  const found = diaries.map((diary): Found => {
    const { hours, wish, taken, resource } = diary;
    const openings = shared.get(hours) ?? openingsOf(first, last, hours, wish.length_ms);
    shared.set(hours, openings);
    const grid = { length: wish.length_ms, step: wish.step_ms };
    const gaps = gapsOf(openings, taken);
    const slots = freeSlots(openings, taken, grid, gaps).map((slot) => ({
      ...slot,
      resource,
      free: [resource],
    }));
    return { diary, slots, gaps };
  });
  return found.length === 1 ? (found[0]?.slots ?? []) : shareOut(found, first, last);
}

interface Found {
  diary: AskedDiary;
  slots: FreeSlot[];
  /** The free ranges, before they are cut into slots. */
  gaps: TimeRange[];
}

/** A start on the grid of one resource can be free on another, whose own grid does not have it. */
function shareOut(found: readonly Found[], first: Temporal.PlainDate, last: Temporal.PlainDate): FreeSlot[] {
  const time_zone = found[0]?.diary.hours.time_zone ?? 'UTC';
  const days = startsOfDays(first.subtract({ days: 1 }), last.add({ days: 2 }), time_zone);
  const all = found.map(({ diary, gaps }) => ({ diary, gaps, loads: loadsOf(diary, days), at: 0 }));
  const starts = new Map(found.flatMap(({ slots }) => slots.map((slot) => [slot.start, slot.end] as const)));
  let day = 0;
  return [...starts]
    .sort(([a], [b]) => a - b)
    .flatMap(([start, end]): FreeSlot[] => {
      while ((days[day + 1] ?? Infinity) <= start) day++;
      const free = all
        .filter((one) => {
          while ((one.gaps[one.at]?.end ?? Infinity) <= start) one.at++;
          const gap = one.gaps[one.at];
          return gap !== undefined && gap.start <= start && end <= gap.end;
        })
        .sort((a, b) => (a.loads[day] ?? 0) - (b.loads[day] ?? 0))
        .map(({ diary }) => diary.resource);
      return free[0] === undefined ? [] : [{ start, end, resource: free[0], free }];
    });
}

function startsOfDays(first: Temporal.PlainDate, last: Temporal.PlainDate, time_zone: string): number[] {
  const count = first.until(last).days + 1;
  return Array.from({ length: count }, (_, days) => startOfDay(first.add({ days }), time_zone));
}

/** How many appointments begin on each day. */
function loadsOf({ booked, over }: Diary, days: readonly number[]): number[] {
  const loads = days.map(() => 0);
  for (const start of [...booked.map((one) => one.start), ...over]) {
    const next = days.findIndex((day) => day > start);
    const day = next === -1 ? days.length - 1 : next - 1;
    if (day >= 0) loads[day] = (loads[day] ?? 0) + 1;
  }
  return loads;
}
