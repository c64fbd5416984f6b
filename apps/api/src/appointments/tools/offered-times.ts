import { Temporal } from 'temporal-polyfill';
import type { FreeTimes, OfferedTime, Offers } from '@groupless/shared-dto/tool-answers';
import type { FoundTimes } from '../availability/availability.service';
import { dayInWords, isShownAgain, toLocalTime } from '../availability/local-times';
import type { FreeSlot } from '../availability/free-times';
import { startOfDay } from '../../shared/opening-hours/open-hours';
import { sayFree } from './say';

/** Of an answer, with its sentence. Some platforms cut what is longer, and each character is paid for. */
const MOST_CHARACTERS = 6_000;
/** Kept for the sentence, which MCP says twice. */
const OF_SENTENCES = 1_000;
/** However much there is to be told of services. */
const LEAST_OF_SLOTS = 1_000;

/** Which of the free times are asked for. */
interface Wish {
  /** Names; empty: everybody's. */
  among: readonly string[];
  from_time?: string | undefined;
  to_time?: string | undefined;
  weekdays?: readonly number[] | undefined;
  limit?: number | undefined;
}

/** Free times as a model reads them: short, in local time, and the rest counted. */
export function offeredTimes(
  { date, time_zone, closed, slots }: FoundTimes,
  wish: Wish,
  offers: Offers,
): FreeTimes {
  const asked = slots
    // A local time means the first hour of two that the clocks repeat.
    .filter(({ start }) => !isShownAgain(start, time_zone))
    .flatMap((slot) => {
      const one = offered(slot, wish, time_zone);
      return one === null ? [] : [{ slot, one }];
    });
  let left = Math.max(
    LEAST_OF_SLOTS,
    MOST_CHARACTERS - OF_SENTENCES - JSON.stringify({ date, time_zone, closed, ...offers }).length,
  );
  const isShort = ({ one }: (typeof asked)[number]) => (left -= JSON.stringify(one).length + 1) >= 0;
  const cut = asked.findIndex((one) => !isShort(one));
  const shown = asked.slice(0, Math.min(cut === -1 ? asked.length : cut, wish.limit ?? asked.length));
  const more = asked.length - shown.length;
  const day = dayInWords(startOfDay(Temporal.PlainDate.from(date), time_zone), time_zone);
  const said = { closed, asked: `from ${day} on`, more, time_zone };
  return {
    say: sayFree(
      shown.map(({ slot }) => slot),
      said,
    ),
    ...{ date, time_zone, closed },
    slots: shown.map(({ one }) => one),
    ...(more > 0 && { more }),
    ...offers,
  };
}

/** Null: it is not asked for. */
function offered({ start, free }: FreeSlot, wish: Wish, time_zone: string): OfferedTime | null {
  const { among, from_time = '00:00', to_time = '23:59', weekdays } = wish;
  const at = toLocalTime(start, time_zone);
  const hour = at.slice(11, 16);
  // After 22:00 and before 02:00 is a night.
  const isThen =
    from_time <= to_time ? from_time <= hour && hour <= to_time : from_time <= hour || hour <= to_time;
  const day = Temporal.PlainDateTime.from(at).dayOfWeek;
  const names = free.filter((name) => among.length === 0 || among.includes(name));
  if (!isThen || names.length === 0 || weekdays?.includes(day) === false) return null;
  return { at, with: names };
}
