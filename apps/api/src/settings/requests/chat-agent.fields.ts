import { isSupportedCountry } from 'libphonenumber-js/min';
import { Matches } from 'class-validator';
import { fault, field, Holds, type FieldOptions } from '../../platform/validation/field';
import { IsText } from '../../platform/validation/fields';

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
