import { Temporal } from 'temporal-polyfill';
import type { FreeTimes, OfferedTime, Offers } from '@groupless/shared-dto/tool-answers';
import type { FoundTimes } from '../availability/availability.service';
import { dayInWords, isShownAgain, toLocalTime, weekdayInWords } from '../availability/local-times';
import type { OrderedOffers } from './offers';
import type { FreeSlot } from '../availability/free-times';
import { startOfDay } from '../../shared/opening-hours/open-hours';
import { closedInWords, sayFree, type WhyNone } from './say';

/** Of an answer, with its sentence. Some platforms cut what is longer, and each character is paid for. */
const MOST_CHARACTERS = 6_000;
/** Kept for the sentence and for remarks. */
const OF_SENTENCES = 1_000;
/** Kept for the times, however much there is to be told of services. */
const OF_SLOTS = 3_000;
/** Of who is free at one time. */
const MOST_NAMES = 10;

/** Which of the free times are asked for. */
interface Wish {
  days: number;
  /** Who is asked for; empty: anyone. */
  among: readonly string[];
  from_time?: string | undefined;
  to_time?: string | undefined;
  weekdays?: readonly number[] | undefined;
  limit?: number | undefined;
}

/** Free times as a model reads them: short, in local time, and the rest counted. */
export function offeredTimes(
  { date, time_zone, closed: reason, slots, whose, has_others }: FoundTimes,
  wish: Wish,
  offers: OrderedOffers,
): FreeTimes {
  const asked = slots
    // A local time means the first hour of two that the clocks repeat.
    .filter(({ start }) => !isShownAgain(start, time_zone))
    .flatMap((slot) => {
      const one = offered(slot, wish, time_zone);
      return one === null ? [] : [{ start: slot.start, one }];
    });
  const closed = reason === null ? null : closedInWords(reason, whose);
  const head = { date, time_zone, closed };
  const room = MOST_CHARACTERS - OF_SENTENCES - sizeOf(head);
  const times = asked.map(({ one }) => one).slice(0, wish.limit);
  const first = sizeOf(offers.services.slice(0, offers.first.services));
  const shown = fitting(times, Math.min(room - first, Math.max(OF_SLOTS, room - sizeOf(offers))));
  const more = asked.length - shown.length;
  const why_none: WhyNone = {
    ...{ closed: reason, whose, has_others: has_others && wish.among.length > 0 },
    wish: slots.length > 0 ? wishInWords(wish) : null,
  };
  const said = { why_none, period: periodOf(date, wish.days, time_zone), more, time_zone };
  return {
    say: sayFree(asked.slice(0, shown.length), said),
    ...head,
    slots: shown,
    ...(more > 0 && { more }),
    ...cutOffers(offers, room - sizeOf(shown)),
  };
}

/** What has room of the services and who does them, after the services that are asked for; the rest is counted. */
function cutOffers({ resources, hours, services, first }: OrderedOffers, room: number): Offers {
  const asked = services.slice(0, first.services);
  let left = room - sizeOf(asked);
  const take = <Item>(items: readonly Item[]): Item[] => {
    const taken = fitting(items, left);
    left -= sizeOf(taken);
    return taken;
  };
  const who = take(resources);
  const ofAsked = take(hours.slice(0, first.hours));
  const what = [...asked, ...take(services.slice(first.services))];
  const when = [...ofAsked, ...take(hours.slice(first.hours))];
  const cut = {
    more_resources: resources.length - who.length,
    more_hours: hours.length - when.length,
    more_services: services.length - what.length,
  };
  const counted = Object.entries(cut).filter(([, count]) => count > 0);
  return { services: what, resources: who, hours: when, ...Object.fromEntries(counted) };
}

/** The first of them that have room. */
function fitting<Item>(items: readonly Item[], room: number): Item[] {
  let left = room;
  const cut = items.findIndex((one) => (left -= sizeOf(one) + 1) < 0);
  return items.slice(0, cut === -1 ? items.length : cut);
}

function sizeOf(told: unknown): number {
  return JSON.stringify(told).length;
}

/** Null: it is not asked for. */
function offered({ start, free }: FreeSlot, wish: Wish, time_zone: string): OfferedTime | null {
  const { from_time = '00:00', to_time = '23:59', weekdays } = wish;
  const at = toLocalTime(start, time_zone);
  const hour = at.slice(11, 16);
  // After 22:00 and before 02:00 is a night.
  const isThen =
    from_time <= to_time ? from_time <= hour && hour <= to_time : from_time <= hour || hour <= to_time;
  const day = Temporal.PlainDateTime.from(at).dayOfWeek;
  if (!isThen || weekdays?.includes(day) === false) return null;
  const others = free.length - MOST_NAMES;
  return { at, with: free.slice(0, MOST_NAMES), ...(others > 0 && { others }) };
}

/** The days that are asked for, and no others. */
function periodOf(date: string, days: number, time_zone: string): string {
  const first = Temporal.PlainDate.from(date);
  const named = (day: Temporal.PlainDate) => dayInWords(startOfDay(day, time_zone), time_zone);
  return days === 1
    ? `on ${named(first)}`
    : `from ${named(first)} to ${named(first.add({ days: days - 1 }))}`;
}

/** What leaves times out. */
function wishInWords({ weekdays = [], from_time, to_time, among }: Wish): string {
  const anyOf = (names: readonly string[]) => names.join(' or ');
  return [
    ...(weekdays.length === 0 ? [] : [`on ${anyOf(weekdays.map((day) => weekdayInWords(day)))}`]),
    ...(from_time === undefined ? [] : [`from ${from_time}`]),
    ...(to_time === undefined ? [] : [`until ${to_time}`]),
    ...(among.length === 0 ? [] : [`with ${anyOf(among)}`]),
  ].join(', ');
}
