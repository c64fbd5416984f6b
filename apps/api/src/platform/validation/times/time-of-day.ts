import { Matches } from 'class-validator';
import { fault, field, type FieldOptions } from '../field';
import { IsText } from '../fields';

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
