import type { Temporal } from 'temporal-polyfill';
import {
  openingsOf,
  startOfDay,
  type Opening,
  type OpeningHours,
} from '../../shared/opening-hours/open-hours';
import type { Stretch } from '../../shared/opening-hours/stretch';
import { freeSlots, takenTimes, type Taken } from './free-slots';

const MINUTE_MS = 60_000;

/** An appointment, and how long the resource stays free after it. */
export interface BookedTime extends Stretch {
  buffer_minutes: number;
}

/** When a resource works, and what takes its time. */
export interface Diary {
  resource: string;
  hours: OpeningHours;
  /** What is no appointment, and takes time all the same: blocks, and what own calendars say. */
  busy: readonly Stretch[];
  booked: readonly BookedTime[];
  /** When appointments began that are over: they take no time, and count for who has had least. */
  over: readonly number[];
}

/** How long what is looked for takes, and what has to stay free around it. */
export interface Wish {
  length_ms: number;
  step_ms: number;
  /** Between two appointments; null: buffers do not count, since people decide for themselves. */
  between_minutes: number | null;
  /** After what is looked for. */
  buffer_minutes: number;
}

export interface FreeSlot extends Stretch {
  resource: string;
}

/** A diary, ready to be asked for one wish. */
export interface AskedDiary extends Diary {
  wish: Wish;
  taken: Taken;
}

/** Free is what the hours leave without closures, busy times, and appointments with their buffers. */
export function ask(diary: Diary, wish: Wish): AskedDiary {
  const { hours, busy, booked } = diary;
  return { ...diary, wish, taken: takenTimes([...hours.closed, ...busy], withBuffers(booked, wish)) };
}

/** The larger buffer counts: that of the business, or that of the appointment before. */
export function withBuffers(
  booked: readonly BookedTime[],
  { between_minutes, buffer_minutes }: Pick<Wish, 'between_minutes' | 'buffer_minutes'>,
): Stretch[] {
  if (between_minutes === null) return [...booked];
  const beforeMs = Math.max(between_minutes, buffer_minutes) * MINUTE_MS;
  return booked.map(({ start, end, buffer_minutes: own }) => ({
    start: start - beforeMs,
    end: end + Math.max(between_minutes, own) * MINUTE_MS,
  }));
}

/**
 * The free times of some days, cut into slots, by time. Of several resources each start is named once: on the one with the
 * fewest appointments that day, then by their order. They may begin on the days around.
 */
export function freeTimes(
  diaries: readonly AskedDiary[],
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): FreeSlot[] {
  const shared = new Map<OpeningHours, Opening[]>();
  const found = diaries.map((diary): FreeSlot[] => {
    const { hours, wish, taken, resource } = diary;
    const openings = shared.get(hours) ?? openingsOf(first, last, hours, wish.length_ms);
    shared.set(hours, openings);
    const grid = { length: wish.length_ms, step: wish.step_ms };
    return freeSlots(openings, taken, grid).map(({ start, end }) => ({ start, end, resource }));
  });
  return diaries.length === 1 ? (found[0] ?? []) : shareOut(diaries, found, first, last);
}

function shareOut(
  diaries: readonly AskedDiary[],
  found: readonly FreeSlot[][],
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): FreeSlot[] {
  const [one] = diaries;
  if (one === undefined) return [];
  const days = startsOfDays(first.subtract({ days: 1 }), last.add({ days: 2 }), one.hours.time_zone);
  const loads = diaries.map((diary) => loadsOf(diary, days));
  const best = new Map<number, { slot: FreeSlot; load: number }>();
  found.forEach((slots, index) => {
    let day = 0;
    for (const slot of slots) {
      while ((days[day + 1] ?? Infinity) <= slot.start) day++;
      const load = loads[index]?.[day] ?? 0;
      const before = best.get(slot.start);
      if (before === undefined || load < before.load) best.set(slot.start, { slot, load });
    }
  });
  return [...best.values()].map(({ slot }) => slot).sort((a, b) => a.start - b.start);
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
