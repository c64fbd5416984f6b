import { Temporal } from 'temporal-polyfill';
import { Matches } from 'class-validator';
import { fault, field, Holds, type FieldOptions } from '../field';
import { IsText } from '../fields';

/* Decorators for times and dates in requests. The values stay text; `instantOf()` and `localTimeOf()` parse them. */

const DATE = String.raw`\d{4}-\d\d-\d\d`;
const TIME = String.raw`[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`;
const OFFSET = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const INSTANT = new RegExp(`^${DATE}T(?:${TIME}${OFFSET}$`, 'i');
/** Accepts a space, which models often write for the T. */
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

/** For well-formed but impossible dates, such as the 30th of February. */
const Exists = (exists: (text: string) => boolean, what = 'a day or a time') =>
  Holds('exists', exists, fault('invalid_format', `names ${what} that does not exist: send one that does`));

/** An instant with its UTC offset (RFC 3339), to the millisecond. */
export function Instant(options: FieldOptions): PropertyDecorator {
  const message = 'must be a time with its offset, such as 2026-11-20T09:30:00Z (in a query + is %2B)';
  return field(options, { type: 'string', format: 'date-time' }, [
    IsText(),
    Matches(INSTANT, fault('invalid_format', message)),
    Exists((text) => instantOf(text) !== null),
    InRange(),
  ]);
}

/** An instant, or a local time. */
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
    Matches(DAY, fault('invalid_format', 'must be a date in the form YYYY-MM-DD')),
    Exists(isCalendarDate, 'a day'),
  ]);
}

/** Whether a text is formatted as an instant, which need not exist. */
export function isInstantForm(text: string): boolean {
  return INSTANT.test(text);
}

export function isDayForm(text: string): boolean {
  return DAY.test(text);
}

/** Parses an instant to milliseconds since 1970; null if it is invalid. */
export function instantOf(text: string): number | null {
  return INSTANT.test(text) ? attempt(() => Temporal.Instant.from(text).epochMilliseconds) : null;
}

/** Parses a local time; null if it is invalid. */
export function localTimeOf(text: string): Temporal.PlainDateTime | null {
  return LOCAL.test(text) ? attempt(() => Temporal.PlainDateTime.from(text)) : null;
}

/** Whether an instant is valid in JSON, in the database and in calendars. */
export function isStorable(instantMs: number): boolean {
  return instantMs >= EARLIEST_MS && instantMs <= LATEST_MS;
}

/** Whether a text is an existing day. The year 0 is refused. */
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
