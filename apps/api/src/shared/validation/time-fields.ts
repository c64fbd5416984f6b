import { Temporal } from 'temporal-polyfill';
import { Matches } from 'class-validator';
import { fault, field, Holds, type FieldOptions } from './field';
import { IsText } from './fields';

/*
 * Decorators for times and dates in requests. The values stay the texts that came; `instantOf()` and
 * `localTimeOf()` read them.
 */

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const TIME = String.raw`[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const INSTANT = new RegExp(`^${DATE}T(?:${TIME}${OFFSET}$`, 'i');
/** Models write a space as often as a T. */
const LOCAL = new RegExp(`^${DATE}[T ](?:${TIME}$`, 'i');
const INSTANT_OR_LOCAL = new RegExp(`^(?:${DATE}[T ](?:${TIME}|${DATE}T(?:${TIME}${OFFSET})$`, 'i');
const DAY = new RegExp(`^${DATE}$`);

/** The range of instants whose year has four digits in UTC. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const InRange = () =>
  Holds(
    'isStorable',
    (text: string) => isStorable(instantOf(text) ?? EARLIEST_MS),
    fault('out_of_range', 'must be in one of the years 1 to 9999 of UTC'),
  );

/** Such as the 30th of February: the form is right, so the message must not blame it. */
const Exists = (exists: (text: string) => boolean, what = 'a day or a time') =>
  Holds('exists', exists, fault('invalid_format', `names ${what} that does not exist: send one that does`));

/** An instant with its offset from UTC, as in RFC 3339. It is read to the millisecond. */
export function Instant(options: FieldOptions): PropertyDecorator {
  const message = 'must be a time with its offset, such as 2026-11-20T09:30:00Z (in a query + is %2B)';
  return field(options, { type: 'string', format: 'date-time' }, [
    IsText(),
    Matches(INSTANT, fault('invalid_format', message)),
    Exists((text) => instantOf(text) !== null),
    InRange(),
  ]);
}

/** An instant, or a time without offset that the handler reads in a time zone. */
export function InstantOrLocal(options: FieldOptions): PropertyDecorator {
  const message =
    'must be a time such as 2026-11-20T10:30, in the time zone of the business, or with its offset from UTC as in ' +
    '2026-11-20T10:30:00+01:00';
  return field(options, { type: 'string' }, [
    IsText(),
    Matches(INSTANT_OR_LOCAL, fault('invalid_format', message)),
    Exists((text) => instantOf(text) !== null || localTimeOf(text) !== null),
    InRange(),
  ]);
}

/** A day, such as 2026-11-20. */
export function CalendarDate(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', format: 'date' }, [
    IsText(),
    Matches(DAY, fault('invalid_format', 'must be a date such as 2026-11-20')),
    Exists(isCalendarDate, 'a day'),
  ]);
}

/** Whether a text has the form of an instant, which may be one that does not exist. */
export function isInstantForm(text: string): boolean {
  return INSTANT.test(text);
}

export function isDayForm(text: string): boolean {
  return DAY.test(text);
}

/** The instant of a text in milliseconds since 1970; null if it is none. */
export function instantOf(text: string): number | null {
  return INSTANT.test(text) ? attempt(() => Temporal.Instant.from(text).epochMilliseconds) : null;
}

/** The local time of a text without offset; null if it is none. */
export function localTimeOf(text: string): Temporal.PlainDateTime | null {
  return LOCAL.test(text) ? attempt(() => Temporal.PlainDateTime.from(text)) : null;
}

/** Whether an instant can stand in JSON, in the database and in a calendar alike. */
export function isStorable(instantMs: number): boolean {
  return instantMs >= EARLIEST_MS && instantMs <= LATEST_MS;
}

/** The year 0 is no year. */
export function isCalendarDate(text: string): boolean {
  return DAY.test(text) && !text.startsWith('0000') && attempt(() => Temporal.PlainDate.from(text)) !== null;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
