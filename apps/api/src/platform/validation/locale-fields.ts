import { isSupportedCountry } from 'libphonenumber-js/min';
import { Temporal } from 'temporal-polyfill';
import { isTimeZone as isIanaTimeZone } from 'class-validator';
import { fault, field, Holds, type FieldOptions } from './field';
import { IsText } from './fields';
import { HasLength } from './lengths';

/** An IANA time zone, in IANA's spelling. */
export function TimeZone(options: FieldOptions): PropertyDecorator {
  const spelling = 'must have the capital and small letters of the time zone’s name, as in Europe/Vienna';
  return field(options, { type: 'string', maxLength: 64 }, [
    IsText(),
    Holds('isTimeZone', isTimeZone, fault('not_allowed', 'must be a time zone such as Europe/Vienna')),
    Holds('isSpelled', (text: string) => spellingOfZone(text) === text, fault('invalid_format', spelling)),
  ]);
}

/** Unlike class-validator's `isTimeZone`, it takes no offsets such as +01:00. */
function isTimeZone(text: string): boolean {
  return /^[a-z]/i.test(text) && isIanaTimeZone(text);
}

function spellingOfZone(name: string): string {
  return /^utc$/i.test(name) ? 'UTC' : new Temporal.ZonedDateTime(0n, name).timeZoneId;
}

/** Two capital letters of a country whose phone numbers can be read. */
export function PhoneRegion(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', pattern: '^[A-Z]{2}$' }, [
    IsText(),
    Holds(
      'isCountry',
      isSupportedCountry,
      fault('not_allowed', 'must be a country in two capital letters, such as US or AT'),
    ),
  ]);
}

const LONGEST_TAG = 35;

/** A BCP 47 language tag in its canonical form: `de-AT`, not `DE-at`. */
export function LanguageTag(options: FieldOptions): PropertyDecorator {
  const canonical = 'must be a language tag in its canonical form, as in en or de-AT';
  return field(options, { type: 'string', maxLength: LONGEST_TAG }, [
    IsText(),
    HasLength({ min: 2, max: LONGEST_TAG }),
    Holds(
      'isTag',
      (text: string) => canonicalLanguage(text) !== null,
      fault('invalid_format', 'must be a language tag such as en or de-AT'),
    ),
    Holds(
      'isCanonical',
      (text: string) => canonicalLanguage(text) === text,
      fault('invalid_format', canonical),
    ),
  ]);
}

/** A BCP 47 tag in its canonical form: `de-AT` of `DE-at`. Null: it is none. */
export function canonicalLanguage(text: string): string | null {
  if (text.length > LONGEST_TAG) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
