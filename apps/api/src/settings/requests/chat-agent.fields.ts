import { Matches } from 'class-validator';
import { fault, field, type FieldOptions } from '../../platform/validation/field';
import { IsText } from '../../platform/validation/fields';

/** Red, green and blue in hexadecimal: `#1f8a70`. */
export function Colour(options: FieldOptions): PropertyDecorator {
  const pattern = /^#[0-9a-f]{6}$/i;
  return field(options, { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }, [
    IsText(),
    Matches(pattern, fault('invalid_format', 'must be a colour such as #1f8a70')),
  ]);
}
