import ICAL from 'ical.js';
import type { TimeRange } from '../../shared/opening-hours/time-range';
import { CalendarError, readCalendarText } from './calendar-text';
import { NearestTimes } from './nearest-times';
import { NamedZone, zoneOf } from './zones/calendar-zones';

const DAY_MS = 86_400_000;
/** Of what has an end that cannot be read; a day has a day without it. */
const USUAL_LENGTH = ICAL.Duration.fromSeconds(3_600);
/** As far as PostgreSQL and JavaScript write years alike. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T00:00:00Z');
const MOST_TITLE = 200;
const TIMES = ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate'];
const UTC = ICAL.Timezone.utcTimezone;
const FLOATING = ICAL.Timezone.localTimezone;

export interface BusyEvent extends TimeRange {
  title: string;
  /** Of a reading for appointments. */
  details?: EventDetails;
}

/** What of an event makes an appointment. */
export interface EventDetails {
  /** Of one of a series with the start that it had there; null: it has none. */
  uid: string | null;
  is_all_day: boolean;
  /** Who comes; empty: nobody is named. */
  name: string;
  email: string;
  notes: string;
}

export interface ReadCalendar {
  events: BusyEvent[];
  /** Events that could not be read, or not as a whole. */
  broken: number;
  /** Whether there are more busy times than the limit; the nearest are given. */
  isCut: boolean;
}

export interface ReadTerms {
  /** Of the business: for floating times and whole days. */
  time_zone: string;
  /** What is looked at. */
  shown: TimeRange;
  /** Where there are more busy times, those that are over by now count last. */
  now: number;
  limit: number;
  /** Asks for what makes an appointment of an event. Repetitions end then. */
  details?: { until: number };
}

/**
 * When the owner of a calendar is busy (RFC 5545): events with their repetitions, without exceptions, cancelled ones and
 * those that are marked as free; by time.
 * @throws CalendarError
 */
export function readBusyEvents(text: string, terms: ReadTerms): ReadCalendar {
  const { calendars, broken } = readCalendarText(text, { isWhole: terms.details !== undefined });
  const found = new NearestTimes<BusyEvent>(terms);
  for (const calendar of calendars) new BusyCalendarEvents(calendar, terms, found, broken).addAll();
  return { ...found.list(), broken: broken.size };
}

/** Finds the busy times of one `VCALENDAR`. */
class BusyCalendarEvents {
  private readonly zones = new Map<string, ICAL.Timezone>();
  private readonly business: ICAL.Timezone;
  /** Of times without a zone. */
  private readonly usual: ICAL.Timezone;

  constructor(
    private readonly calendar: ICAL.Component,
    private readonly terms: ReadTerms,
    private readonly found: NearestTimes<BusyEvent>,
    private readonly broken: Set<ICAL.Component>,
  ) {
    // ical.js fails at those without a name, whatever zone is looked for.
    for (const one of calendar.getAllSubcomponents('vtimezone'))
      if (!one.hasProperty('tzid')) calendar.removeSubcomponent(one);
    this.business = new NamedZone(terms.time_zone);
    const own = calendar.getFirstPropertyValue('x-wr-timezone');
    this.usual = zoneOf(String(own), calendar) ?? this.business;
  }

  addAll(): void {
    for (const one of this.calendar.getAllSubcomponents('vfreebusy'))
      this.attempt(one, () => {
        for (const property of one.getAllProperties('freebusy'))
          if (!this.attempt(one, () => this.giveZone(property))) one.removeProperty(property);
        this.addPeriods(one, 'freebusy', '');
      });
    const events = this.calendar
      .getAllSubcomponents('vevent')
      .filter((one) => this.attempt(one, () => this.giveZones(one)))
      // Without `exceptions`, each would be given those of the whole calendar.
      .map((one) => new ICAL.Event(one, { exceptions: [] }));
    for (const copies of Map.groupBy(events, ({ uid, component }) => uid?.trim() || component).values())
      this.addSeries(copies);
  }

  /** What cannot be read hides nothing else. */
  private attempt(component: ICAL.Component, read: () => void): boolean {
    try {
      read();
      return true;
    } catch (error) {
      if (error instanceof CalendarError) throw error;
      this.broken.add(component);
      return false;
    }
  }

  /** A time that cannot be read is left out, so that the others of its event count. */
  private giveZones(event: ICAL.Component): void {
    for (const property of TIMES.flatMap((name) => event.getAllProperties(name)))
      if (!this.attempt(event, () => this.giveZone(property))) {
        event.removeProperty(property);
        // No copy of its series, and no exception of it.
        if (property.name === 'recurrence-id') event.removeAllProperties('uid');
      }
    if (!event.hasProperty('dtstart')) throw new Error('An event has no start.');
    this.giveLength(event);
  }

  private giveLength(event: ICAL.Component): void {
    for (const property of event.getAllProperties('duration'))
      if (!this.attempt(event, () => void property.getValues())) event.removeProperty(property);
    const isInOrder = this.attempt(event, () => {
      if (!(msOf(new ICAL.Event(event, { exceptions: [] })) >= 0))
        throw new Error('An event ends before it begins.');
    });
    const hasEnd = event.hasProperty('dtend') || event.hasProperty('duration');
    if (isInOrder && (hasEnd || !this.broken.has(event))) return;
    event.removeAllProperties('dtend');
    event.removeAllProperties('duration');
    const start = event.getFirstPropertyValue('dtstart') as ICAL.Time;
    if (!start.isDate) event.updatePropertyWithValue('duration', USUAL_LENGTH);
  }

  private giveZone(property: ICAL.Property): void {
    const zone = this.zoneOf(property.getFirstParameter('tzid'));
    for (const value of property.getValues() as (ICAL.Time | ICAL.Period)[])
      for (const time of value instanceof ICAL.Period ? [value.start, value.end] : [value])
        if (time !== null && !time.isDate && time.zone !== UTC) time.zone = zone;
  }

  private zoneOf(tzid: string | undefined): ICAL.Timezone {
    if (tzid === undefined) return this.usual;
    const zone = this.zones.get(tzid) ?? zoneOf(tzid, this.calendar) ?? this.business;
    this.zones.set(tzid, zone);
    return zone;
  }

  /** @param copies of one UID */
  private addSeries(copies: ICAL.Event[]): void {
    const series = latest(copies.filter((one) => !one.isRecurrenceException()));
    const exceptions = copies.filter((one) => one.isRecurrenceException());
    for (const one of exceptions)
      this.attempt(one.component, () => {
        one.recurrenceId = this.alike(one.recurrenceId, (series[0] ?? one).startDate);
      });
    const changed = latest(exceptions);
    for (const one of series) this.attempt(one.component, () => this.addOccurrences(one, changed));
    for (const one of changed)
      this.attempt(one.component, () => this.add(one, one.startDate, String(one.recurrenceId)));
  }

  private addOccurrences(event: ICAL.Event, exceptions: readonly ICAL.Event[]): void {
    const { component, startDate: first } = event;
    for (const one of exceptions) event.relateException(one);
    const left_out = new Set(
      (valuesOf(component, 'exdate') as ICAL.Time[]).map((time) =>
        String(time.isDate ? time : this.alike(time, first)),
      ),
    );
    const { shown } = this.terms;
    // Series begin long ago. Those that are moved with all that follow may be anywhere.
    const from = event.rangeExceptions.length > 0 ? -Infinity : shown.start - DAY_MS - msOf(event);
    const isSeries = component.hasProperty('rrule') || component.hasProperty('rdate');
    const addAt = (clock: ICAL.Time): void => {
      if (clock.toUnixTime() * 1_000 < from) return;
      const name = String(clock);
      if (name in event.exceptions || left_out.has(name) || left_out.has(name.slice(0, 10))) return;
      const { item, startDate } = event.getOccurrenceDetails(clock);
      this.add(item, startDate === clock ? withZone(clock, first.zone) : startDate, isSeries ? name : null);
    };
    // ical.js leaves out a start that the rule does not name, and that of a list of dates.
    addAt(withZone(first, FLOATING));
    this.addPeriods(component, 'rdate', event.summary);
    for (const time of valuesOf(component, 'rdate'))
      if (time instanceof ICAL.Time) addAt(this.alike(time, first));
    for (const rule of valuesOf(component, 'rrule') as ICAL.Recur[]) {
      if (rule.until !== null) rule.until = this.alike(rule.until, first);
      if (rule.count !== null && rule.count < 1) rule.count = null;
      if ('BYWEEKNO' in rule.parts) countWeeksByDays(rule, first);
    }
    // ical.js knows no PERIOD among them, and passes an EXDATE that is not the next one.
    component.removeAllProperties('rdate');
    component.removeAllProperties('exdate');
    const { until = Infinity } = this.terms.details ?? {};
    // Rules count by the clock. With a zone, it would be asked at each comparison.
    const starts = event.iterator(withZone(first, FLOATING));
    let next: ICAL.Time | undefined;
    while ((next = starts.next())) {
      if (next.toUnixTime() * 1_000 > Math.min(this.found.end + DAY_MS, until)) break;
      addAt(next);
    }
  }

  /**
   * One occurrence; none where it is free.
   * @param of its start in the series; null: it is of none
   */
  private add(event: ICAL.Event, start: ICAL.Time, of: string | null): void {
    if (isFree(event.component)) return;
    const from = this.instantOf(start);
    let to = from + msOf(event);
    if (start.isDate) {
      const end = start.clone();
      end.day += Math.max(1, Math.ceil(msOf(event) / DAY_MS));
      to = this.instantOf(end);
    }
    const details = this.terms.details && detailsOf(event, start, of);
    this.keep({ start: from, end: to }, event.summary, details);
  }

  private addPeriods(component: ICAL.Component, name: 'freebusy' | 'rdate', title: string): void {
    if (isFree(component)) return;
    for (const property of component.getAllProperties(name)) {
      if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue;
      for (const value of property.getValues() as unknown[])
        if (value instanceof ICAL.Period)
          this.keep({ start: this.instantOf(value.start), end: this.instantOf(value.getEnd()) }, title);
    }
  }

  private keep({ start, end }: TimeRange, title: string | null, details?: EventDetails): void {
    const { shown } = this.terms;
    if (!(end >= start)) throw new Error('An event ends before it begins.');
    if (end === start || start >= shown.end || end <= shown.start) return;
    const event = {
      start: Math.max(start, EARLIEST_MS),
      end: Math.min(end, LATEST_MS),
      title: [...(title ?? '')].slice(0, MOST_TITLE).join('').replaceAll('\0', ''),
      ...(details !== undefined && { details }),
    };
    this.found.add(event);
  }

  private instantOf(time: ICAL.Time): number {
    const one = time.isDate ? withZone(time, this.business) : time;
    if (time.isDate) one.isDate = false;
    return one.toUnixTime() * 1_000;
  }

  /** A time as it stands in the series that begins with the first one: by the clock of its zone, or as a day. */
  private alike(time: ICAL.Time, first: ICAL.Time): ICAL.Time {
    if (first.isDate) {
      // Midnight of the writer, or the day with a midnight for show.
      const isOfUtc = time.zone === UTC && time.hour + time.minute + time.second > 0;
      const day = withZone(isOfUtc ? inZone(time, this.usual) : time, FLOATING);
      day.isDate = true;
      return day;
    }
    if (time.isDate) {
      const { year, month, day } = time;
      return Object.assign(withZone(first, FLOATING), { year, month, day });
    }
    return withZone(time.zone === FLOATING ? time : inZone(time, first.zone), FLOATING);
  }
}

function detailsOf(event: ICAL.Event, start: ICAL.Time, of: string | null): EventDetails {
  const { component, description } = event;
  const uid = event.uid?.trim() || null;
  const [who] = component
    .getAllProperties('attendee')
    .filter((one) => (one.getFirstParameter('role') ?? '').toUpperCase() !== 'CHAIR')
    .filter((one) => !/^(?:RESOURCE|ROOM)$/i.test(one.getFirstParameter('cutype') ?? ''))
    .filter((one) => one.getFirstValue() !== component.getFirstPropertyValue('organizer'));
  const [, email = ''] = /^mailto:(.+)$/i.exec(String(who?.getFirstValue() ?? '')) ?? [];
  const named = (who?.getFirstParameter('cn') ?? '').replaceAll(/^"|"$/g, '').trim();
  return {
    uid: uid === null || of === null ? uid : `${uid}/${of}`,
    is_all_day: start.isDate,
    // Some calendars name those without a name by their address.
    name: named === email ? '' : named,
    email,
    notes: description ?? '',
  };
}

/** Where there are several of one start, those with the highest SEQUENCE. */
function latest(events: ICAL.Event[]): ICAL.Event[] {
  return [...Map.groupBy(events, ({ recurrenceId }) => String(recurrenceId)).values()].flatMap((copies) => {
    const last = copies.reduce((most, { sequence }) => Math.max(most, sequence), 0);
    return copies.filter(({ sequence }) => Math.max(sequence, 0) === last);
  });
}

function msOf({ duration }: ICAL.Event): number {
  return duration.toSeconds() * 1_000;
}

function valuesOf(component: ICAL.Component, name: string): unknown[] {
  return component.getAllProperties(name).flatMap((property) => property.getValues() as unknown[]);
}

/** ical.js knows the weeks of a year for rules by days alone. Of those that skip years, each year counts: busy is the safe side. */
function countWeeksByDays(rule: ICAL.Recur, first: ICAL.Time): void {
  rule.freq = 'DAILY';
  rule.interval = 1;
  rule.parts = { BYDAY: [ICAL.Recur.numericDayToIcalDay(first.dayOfWeek())], ...rule.parts };
}

function isFree(component: ICAL.Component): boolean {
  const is = (name: string, value: string) =>
    String(component.getFirstPropertyValue(name)).toUpperCase() === value;
  return is('transp', 'TRANSPARENT') || is('status', 'CANCELLED') || is('x-microsoft-cdo-busystatus', 'FREE');
}

/** The same clock in another zone. */
function withZone(time: ICAL.Time, zone: ICAL.Timezone): ICAL.Time {
  return Object.assign(time.clone(), { zone });
}

/** The same moment in another zone. */
function inZone(time: ICAL.Time, zone: ICAL.Timezone): ICAL.Time {
  const one = time.convertToZone(zone);
  // ical.js asks the zone about the clock of UTC.
  one.adjust(0, 0, 0, time.toUnixTime() - one.toUnixTime());
  return one;
}
