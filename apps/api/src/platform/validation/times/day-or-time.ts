import { Temporal } from 'temporal-polyfill';
import { fault, field, Holds, type FieldOptions } from '../field';
import { IsText } from '../fields';
import { instantOf, isCalendarDate, isDayForm, isInstantForm, isStorable, localTimeOf } from './time-fields';

/**
 * A day (`2026-12-24`), a local time (`2026-12-24T12:00`), or an instant. The value stays text; `firstInstantOf()` and
 * `lastInstantOf()` parse it.
 */
export function DayOrTime(options: FieldOptions): PropertyDecorator {
  const message = 'must be a day such as 2026-12-24, or a time such as 2026-12-24T12:00';
  return field(options, { type: 'string' }, [
    IsText(),
    Holds('isDayOrTime', isDayOrTime, fault('invalid_format', message)),
    Holds('isStorable', isInRange, fault('out_of_range', 'must be in one of the years 1 to 9999')),
  ]);
}

/** In a filter: a day (its start in the business's time zone) or an instant. `firstInstantOf()` parses it. */
export function DayOrInstant(options: FieldOptions): PropertyDecorator {
  const message =
    'must be a day such as 2026-11-20, or a time with its offset, such as 2026-11-20T09:30:00Z (in a query + is %2B)';
  return field(options, { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] }, [
    IsText(),
    Holds('isDayOrInstant', looksLikeDayOrInstant, fault('invalid_format', message)),
    Holds(
      'exists',
      isDayOrTime,
      fault('invalid_format', 'names a day or a time that does not exist: send one that does'),
    ),
    Holds('isStorable', isInRange, fault('out_of_range', 'must be in one of the years 1 to 9999 of UTC')),
  ]);
}

function looksLikeDayOrInstant(text: string): boolean {
  return isDayForm(text) || isInstantForm(text);
}

function isDayOrTime(text: string): boolean {
  return isCalendarDate(text) || localTimeOf(text) !== null || instantOf(text) !== null;
}

function isInRange(text: string): boolean {
  return isStorable(firstInstantOf(text, 'UTC')) && isStorable(lastInstantOf(text, 'UTC'));
}

/** The start of a day, or a time, in milliseconds since 1970. A time that the clocks skip is moved past the gap. */
export function firstInstantOf(text: string, time_zone: string): number {
  if (isCalendarDate(text)) return startOfDay(Temporal.PlainDate.from(text), time_zone);
  const instant = instantOf(text);
  if (instant !== null) return instant;
  return Temporal.PlainDateTime.from(text).toZonedDateTime(time_zone).epochMilliseconds;
}

/** The end of a day, or the time itself. */
export function lastInstantOf(text: string, time_zone: string): number {
  if (!isCalendarDate(text)) return firstInstantOf(text, time_zone);
  return startOfDay(Temporal.PlainDate.from(text).add({ days: 1 }), time_zone);
}

function startOfDay(date: Temporal.PlainDate, time_zone: string): number {
  return date.toZonedDateTime(time_zone).epochMilliseconds;
}
