import { isSupportedCountry } from 'libphonenumber-js/min';
import { field, isText, type FieldOptions } from '../../shared/validation/field';

/** A time of the day on a clock of 24 hours, always of five characters: `09:00`. */
export function TimeOfDay({
  latest,
  ...options
}: FieldOptions & { latest: '23:59' | '24:00' }): PropertyDecorator {
  const pattern = latest === '24:00' ? /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/ : /^([01]\d|2[0-3]):[0-5]\d$/;
  return field(options, { type: 'string', pattern: pattern.source }, [
    isText,
    {
      code: 'invalid_format',
      message: `must be a time from 00:00 to ${latest}, in five characters such as 09:00`,
      holds: (value) => pattern.test(value as string),
    },
  ]);
}

/** Two capital letters of a country whose phone numbers can be read. */
export function PhoneRegion(options: FieldOptions): PropertyDecorator {
  return field(options, { type: 'string', pattern: '^[A-Z]{2}$' }, [
    isText,
    {
      code: 'not_allowed',
      message: 'must be a country in two capital letters, such as US or AT',
      holds: (value) => isSupportedCountry(value as string),
    },
  ]);
}
