import { Temporal } from 'temporal-polyfill';
import { field, isText, lengthRules, type FieldOptions } from './field';

/** The name of an IANA time zone, in capital and small letters as IANA writes it. */
export function TimeZone(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', maxLength: 64 }, [
    isText,
    { code: 'not_allowed', message: 'must be a time zone such as Europe/Vienna', holds: isTimeZone },
    {
      code: 'invalid_format',
      message: 'must have the capital and small letters of the time zone’s name, as in Europe/Vienna',
      holds: (value) => spellingOfZone(value as string) === value,
    },
  ]);
}

function isTimeZone(value: unknown): boolean {
  // Without the letter, offsets such as +01:00 would pass.
  return (
    /^[a-z]/i.test(value as string) &&
    accepts(() => new Intl.DateTimeFormat('en', { timeZone: value as string }))
  );
}

function spellingOfZone(name: string): string {
  return /^utc$/i.test(name) ? 'UTC' : new Temporal.ZonedDateTime(0n, name).timeZoneId;
}

/** A BCP 47 language tag in its canonical form: `de-AT`, not `DE-at`. */
export function LanguageTag(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', maxLength: 35 }, [
    isText,
    ...lengthRules(2, 35),
    {
      code: 'invalid_format',
      message: 'must be a language tag such as en or de-AT',
      holds: (value) => accepts(() => Intl.getCanonicalLocales(value as string)),
    },
    {
      code: 'invalid_format',
      message: 'must be a language tag in its canonical form, as in en or de-AT',
      holds: (value) => Intl.getCanonicalLocales(value as string)[0] === value,
    },
  ]);
}

function accepts(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
