import { isSupportedCountry } from 'libphonenumber-js/min';
import { Matches } from 'class-validator';
import { fault, field, Holds, type FieldOptions } from '../../shared/validation/field';
import { IsText } from '../../shared/validation/fields';

/** A time of the day on a clock of 24 hours, always of five characters: `09:00`. */
export function TimeOfDay({
  latest,
  ...options
}: FieldOptions & { latest: '23:59' | '24:00' }): PropertyDecorator {
  const pattern = latest === '24:00' ? /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/ : /^([01]\d|2[0-3]):[0-5]\d$/;
  const message = `must be a time from 00:00 to ${latest}, in five characters such as 09:00`;
  return field(options, { type: 'string', pattern: pattern.source }, [
    IsText(),
    Matches(pattern, fault('invalid_format', message)),
  ]);
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

/** Red, green and blue in hexadecimal: `#1f8a70`. */
export function Colour(options: FieldOptions): PropertyDecorator {
  const pattern = /^#[0-9a-f]{6}$/i;
  return field(options, { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }, [
    IsText(),
    Matches(pattern, fault('invalid_format', 'must be a colour such as #1f8a70')),
  ]);
}
