import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsString, IsUUID } from 'class-validator';
import { fault, field, type FieldOptions } from './field';
import type { TextOptions } from './fields';
import { HasLength } from './lengths';

const NOT_TEXTS = fault('wrong_type', 'must be an array of strings');
const AreTexts = () => [IsArray(NOT_TEXTS), IsString({ ...NOT_TEXTS, each: true })];
const AreDifferent = () => ArrayUnique(fault('repeated', 'must not name anything twice'));

interface TextListOptions extends TextOptions {
  /** The fewest texts; by default 0. */
  least?: number;
  /** The most texts. */
  most: number;
}

/** A list of different texts, each of `min` (default 0) to `max` code points. */
export function TextList({ min = 0, max, least = 0, most, ...options }: TextListOptions): PropertyDecorator {
  const items = { type: 'string', minLength: min, maxLength: max };
  return field(options, { type: 'array', items, minItems: least, maxItems: most, uniqueItems: true }, [
    ...AreTexts(),
    ArrayMinSize(least, fault('too_short', 'must not be empty')),
    ArrayMaxSize(most, fault('too_long', `must have at most ${most} items`)),
    HasLength({ min, max, each: true }),
    AreDifferent(),
  ]);
}

/** A list of different ids, at least one. */
export function UuidList({ most, ...options }: FieldOptions & { most: number }): PropertyDecorator {
  const items = { type: 'string', format: 'uuid' };
  return field(options, { type: 'array', items, minItems: 1, maxItems: most, uniqueItems: true }, [
    ...AreTexts(),
    ArrayMinSize(1, fault('too_short', 'must not be empty')),
    ArrayMaxSize(most, fault('too_long', `must have at most ${most} items`)),
    IsUUID('loose', fault('invalid_format', 'must hold only UUIDs', { each: true })),
    AreDifferent(),
  ]);
}

/** A list of different values, by default at least one. */
export function ChoiceList({
  values,
  least = 1,
  ...options
}: FieldOptions & { values: readonly string[]; least?: 0 | 1 }): PropertyDecorator {
  const items = { type: 'string', enum: [...values] };
  return field(options, { type: 'array', items, minItems: least, uniqueItems: true }, [
    ...AreTexts(),
    ArrayMinSize(least, fault('too_short', 'must not be empty')),
    IsIn([...values], fault('not_allowed', `must hold only ${values.join(', ')}`, { each: true })),
    AreDifferent(),
  ]);
}
