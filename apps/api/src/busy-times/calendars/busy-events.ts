import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import { clockIn, clockOf, type ZoneClock } from './zones/calendar-zones';
import { demandPossible } from './rules/possible-rule';
import { StepRule } from './rules/step-rule';
import { YearRule } from './rules/year-rule';
import { readCalendarText } from './calendar-text';

const DAY_MS = 86_400_000;
/** Of one file. An event that repeats each second since 1970 ends nowhere. */
const MOST_STEPS = 40_000;
/** As far as PostgreSQL and JavaScript write years alike. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T00:00:00Z');
const MOST_TITLE = 200;

export interface BusyEvent extends TimeRange {
  title: string;
}

export interface ReadCalendar {
  events: BusyEvent[];
  /** Whether there are more than may be kept; the first ones are here. */
  isCut: boolean;
  /** Events that could not be read, as a whole or to their end. */
  broken: number;
}

export interface ReadTerms {
  /** Of the business: for floating times and whole days. */
  time_zone: string;
  /** What is looked at. */
  shown: TimeRange;
  limit: number;
}

/**
 * When the owner of a calendar is busy (RFC 5545): events with their repetitions, without exceptions, cancelled ones and
 * those that are marked as free; by time.
 * @throws NoCalendarError
 */
export function readBusyEvents(text: string, terms: ReadTerms): ReadCalendar {
  const { zones, events, ...read } = readCalendarText(text);
  let { broken } = read;
  const steps = { left: MOST_STEPS };
  const found: BusyEvent[] = [];
  for (const group of Map.groupBy(events, uidOf).values()) {
    const all = group.flatMap((event) => {
      const item = attempt(() => new CalendarItem(event, zones, terms.time_zone));
      if (item === null) broken++;
      return item ?? [];
    });
    const changed = all.filter((one) => one.replaces !== null);
    const replaced = new Set(changed.map((one) => one.replaces));
    for (const item of all) {
      const isRead = attempt(() => {
        const starts = item.replaces === null ? item.starts(terms.shown.end, steps) : [item.start];
        for (const start of starts)
          if (item.replaces !== null || !replaced.has(start)) found.push(...item.at(start));
        return true;
      });
      if (isRead === null) broken++;
    }
  }
  const shown = found
    .filter(({ start, end }) => start < terms.shown.end && end > terms.shown.start)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  return {
    events: shown.slice(0, terms.limit),
    isCut: shown.length > terms.limit || steps.left <= 0,
    broken,
  };
}

/** One event that cannot be read hides no other. */
function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function uidOf(event: ICAL.Component): unknown {
  // Without one each stands alone.
  return event.getFirstPropertyValue('uid') ?? event;
}

/** One `VEVENT`. */
class CalendarItem {
  readonly start: number;
  /** The start that this one takes the place of, in the series of the same UID; null: it is no exception. */
  readonly replaces: number | null;
  private readonly first: ICAL.Time | null;
  private readonly clock: ZoneClock;

  constructor(
    private readonly event: ICAL.Component,
    private readonly zones: ReadonlyMap<string, ICAL.Component>,
    private readonly time_zone: string,
  ) {
    const property = event.getFirstProperty('dtstart');
    this.first = timeOf(property?.getFirstValue());
    this.clock = this.clockOf(property);
    this.start = this.first === null ? Number.NaN : this.instantOf(this.first, this.clock);
    const exception = event.getFirstProperty('recurrence-id');
    const replaced = timeOf(exception?.getFirstValue());
    this.replaces = replaced === null ? null : this.instantOf(replaced, this.clockOf(exception));
  }

  /** The busy time of the one that starts then; none where it is free. */
  at(start: number): BusyEvent[] {
    const end = this.endOf(start);
    if (this.isFree() || !(end > start)) return [];
    const title = String(this.event.getFirstPropertyValue('summary') ?? '');
    const [from, to] = [Math.max(start, EARLIEST_MS), Math.min(end, LATEST_MS)];
    return [{ start: from, end: to, title: [...title].slice(0, MOST_TITLE).join('').replaceAll('\0', '') }];
  }

  /** All starts up to an instant, without those that are left out. */
  *starts(until: number, steps: { left: number }): Generator<number> {
    if (this.first === null || this.isFree()) return;
    const seen = new Set<number>();
    const out = this.leftOut();
    for (const local of this.locals(until, steps)) {
      const start = this.instantOf(local, this.clock);
      if (start >= until) continue;
      if (seen.has(start) || out.instants.has(start) || out.days.has(dayOf(local))) continue;
      seen.add(start);
      yield start;
    }
    for (const { time, clock } of this.times('rdate')) {
      const start = this.instantOf(time, clock);
      if (start < until && !seen.has(start) && !out.instants.has(start)) yield start;
    }
  }

  private *locals(until: number, steps: { left: number }): Generator<ICAL.Time> {
    if (this.first === null) return;
    yield this.first;
    for (const property of this.event.getAllProperties('rrule')) {
      const rule = property.getFirstValue() as unknown as ICAL.Recur;
      demandPossible(rule);
      const last = this.lastOf(rule);
      const iterator = this.iteratorOf(rule, this.first);
      for (;;) {
        if (--steps.left <= 0) return;
        const next = iterator.next();
        if (next === undefined) continue;
        if (next === null) break;
        const start = this.instantOf(next, this.clock);
        if (start >= until || start > last) break;
        yield next.clone();
      }
    }
  }

  private iteratorOf(rule: ICAL.Recur, first: ICAL.Time): { next(): ICAL.Time | null | undefined } {
    if (YearRule.isOf(rule)) return new YearRule(rule, first);
    return StepRule.isOf(rule) ? new StepRule(rule, first) : rule.iterator(floating(first));
  }

  /** The end of a rule, which is told in UTC, is compared as an instant. */
  private lastOf(rule: ICAL.Recur): number {
    const until = rule.until;
    if (until === null) return Infinity;
    const isUtc = until.zone.tzid === 'UTC';
    const last = until.isDate
      ? this.clock(localOf(until)) + DAY_MS - 1
      : this.instantOf(until, isUtc ? clockIn('UTC') : this.clock);
    rule.until = null;
    return last;
  }

  private leftOut(): { instants: Set<number>; days: Set<string> } {
    const out = { instants: new Set<number>(), days: new Set<string>() };
    for (const { time, clock } of this.times('exdate')) {
      // A day leaves out what begins on it, also of events with a time.
      if (time.isDate) out.days.add(dayOf(time));
      else out.instants.add(this.instantOf(time, clock));
    }
    return out;
  }

  private times(name: 'exdate' | 'rdate'): { time: ICAL.Time; clock: ZoneClock }[] {
    return this.event.getAllProperties(name).flatMap((property) =>
      (property.getValues() as unknown[]).flatMap((value) => {
        const time = timeOf((value as { start?: unknown }).start ?? value);
        return time === null ? [] : [{ time, clock: this.clockOf(property) }];
      }),
    );
  }

  private endOf(start: number): number {
    const property = this.event.getFirstProperty('dtend');
    const end = timeOf(property?.getFirstValue());
    const duration = this.event.getFirstPropertyValue('duration') as unknown as ICAL.Duration | null;
    const isDay = this.first?.isDate === true;
    if (end !== null && !isDay) return start + this.instantOf(end, this.clockOf(property)) - this.start;
    const days =
      end !== null && this.first !== null
        ? localOf(this.first).until(localOf(end), { largestUnit: 'days' }).days
        : duration === null
          ? isDay
            ? 1
            : 0
          : duration.weeks * 7 + duration.days;
    const seconds =
      end === null && duration !== null
        ? duration.hours * 3_600 + duration.minutes * 60 + duration.seconds
        : 0;
    return this.plusDays(start, days) + seconds * 1_000;
  }

  /** A day of the clock may have 23 or 25 hours. */
  private plusDays(start: number, days: number): number {
    if (days === 0) return start;
    const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(this.time_zone);
    if (this.first?.isDate === true) return local.add({ days }).epochMilliseconds;
    return start + days * DAY_MS;
  }

  private isFree(): boolean {
    const is = (name: string, value: string) =>
      String(this.event.getFirstPropertyValue(name) ?? '').toUpperCase() === value;
    return (
      is('transp', 'TRANSPARENT') || is('status', 'CANCELLED') || is('x-microsoft-cdo-busystatus', 'FREE')
    );
  }

  private instantOf(time: ICAL.Time, clock: ZoneClock): number {
    if (time.isDate) return clockIn(this.time_zone)(localOf(time));
    return time.zone.tzid === 'UTC' ? clockIn('UTC')(localOf(time)) : clock(localOf(time));
  }

  private clockOf(property: ICAL.Property | null | undefined): ZoneClock {
    const tzid = property?.getFirstParameter('tzid');
    if (typeof tzid !== 'string' || tzid === '') return clockIn(this.time_zone);
    return clockOf(tzid, this.zones.get(tzid) ?? null, this.time_zone);
  }
}

function timeOf(value: unknown): ICAL.Time | null {
  return value instanceof ICAL.Time ? value : null;
}

function localOf({ year, month, day, hour, minute, second, isDate }: ICAL.Time): Temporal.PlainDateTime {
  const time = isDate ? {} : { hour, minute, second };
  return Temporal.PlainDateTime.from({ year, month, day, ...time });
}

/** Without its zone: rules count by the clock. */
function floating(time: ICAL.Time): ICAL.Time {
  const { year, month, day, hour, minute, second, isDate } = time;
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone);
}

function dayOf({ year, month, day }: ICAL.Time): string {
  return [year, month, day].join('-');
}
