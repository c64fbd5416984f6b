import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';

type Parts = Record<string, (string | number)[] | undefined>;

const MOST_YEARS = 400;

/** Monday is 1. */
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/**
 * What ical.js does not count: the weeks of a year (`BYWEEKNO`, which begin on Monday), and a weekday's place in a year (`20MO`).
 */
export class YearRule {
  static isOf({ parts, freq }: ICAL.Recur): boolean {
    const { BYWEEKNO, BYDAY = [], ...others } = parts as Parts;
    if (BYWEEKNO !== undefined) return true;
    return (
      freq === 'YEARLY' && Object.keys(others).length === 0 && BYDAY.some((day) => /\d/.test(String(day)))
    );
  }

  private readonly dates: Generator<Temporal.PlainDate>;
  private left: number;

  constructor(
    private readonly rule: ICAL.Recur,
    private readonly first: ICAL.Time,
  ) {
    this.left = rule.count ?? Infinity;
    this.dates = this.datesOf();
  }

  next(): ICAL.Time | null {
    if (this.left-- <= 0) return null;
    const { value, done } = this.dates.next() as IteratorResult<Temporal.PlainDate, undefined>;
    if (done === true) return null;
    const { hour, minute, second, isDate } = this.first;
    const { year, month, day } = value;
    return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone);
  }

  private *datesOf(): Generator<Temporal.PlainDate> {
    const { year, month, day } = this.first;
    const first = Temporal.PlainDate.from({ year, month, day });
    // A rule may name days that no year has.
    for (let at = first.yearOfWeek ?? year; at < year + MOST_YEARS; at += Math.max(1, this.rule.interval)) {
      const dates = this.datesIn(at, first).sort((a, b) => Temporal.PlainDate.compare(a, b));
      yield* dates.filter((date) => Temporal.PlainDate.compare(date, first) >= 0);
    }
  }

  private datesIn(year: number, first: Temporal.PlainDate): Temporal.PlainDate[] {
    const { BYWEEKNO, BYDAY = [] } = this.rule.parts as Parts;
    const days = BYDAY.map((name) => {
      const [, nth = '', weekday = ''] = /^([+-]?\d*)(\w\w)$/.exec(String(name)) ?? [];
      return { nth: Number(nth), weekday: WEEKDAYS.indexOf(weekday) + 1 };
    });
    if (BYWEEKNO === undefined) return days.flatMap((one) => nthOfYear(year, one));
    const weekdays = days.length > 0 ? days.map(({ weekday }) => weekday) : [first.dayOfWeek];
    // The 4th of January is in the first week, the 28th of December in the last.
    const monday = mondayOf(Temporal.PlainDate.from({ year, month: 1, day: 4 }));
    const last = Temporal.PlainDate.from({ year, month: 12, day: 28 }).weekOfYear ?? 52;
    return BYWEEKNO.map((week) => (Number(week) < 0 ? last + 1 + Number(week) : Number(week)))
      .filter((week) => week >= 1 && week <= last)
      .flatMap((week) => weekdays.map((weekday) => monday.add({ weeks: week - 1, days: weekday - 1 })));
  }
}

function nthOfYear(year: number, { nth, weekday }: { nth: number; weekday: number }): Temporal.PlainDate[] {
  const isFromEnd = nth < 0;
  const edge = Temporal.PlainDate.from(isFromEnd ? { year, month: 12, day: 31 } : { year, month: 1, day: 1 });
  const away = isFromEnd ? (edge.dayOfWeek - weekday + 7) % 7 : (weekday - edge.dayOfWeek + 7) % 7;
  const days = away + (Math.abs(nth) - 1) * 7;
  const date = isFromEnd ? edge.subtract({ days }) : edge.add({ days });
  return date.year === year && nth !== 0 ? [date] : [];
}

function mondayOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}
