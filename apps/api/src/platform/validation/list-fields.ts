import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Max,
  Min,
} from 'class-validator';
import { fault, field, Holds, type FieldOptions } from './field';
import type { TextOptions } from './fields';
import { HasLength } from './lengths';

const NOT_TEXTS = fault('wrong_type', 'must be an array of strings');
const AreTexts = () => [IsArray(NOT_TEXTS), IsString({ ...NOT_TEXTS, each: true })];
const AreDifferent = () => ArrayUnique(fault('repeated', 'must not name anything twice'));

/** One text, or an array of texts and of ids of memory rows. */
export function TextsOrIds({ items, max, ...options }: TextOptions & { items: number }): PropertyDecorator {
  const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  const text = { type: 'string', maxLength: max };
  const list = { type: 'array', items: { oneOf: [text, id] }, maxItems: items };
  const isOne = (one: unknown) => typeof one === 'string' || (Number.isSafeInteger(one) && Number(one) > 0);
  return field(options, { oneOf: [text, list] }, [
    Holds(
      'isTextsOrIds',
      (value) => typeof value === 'string' || (Array.isArray(value) && (value as unknown[]).every(isOne)),
      fault('wrong_type', 'must be a string, or an array of strings and of whole numbers from 1'),
    ),
    Holds(
      'fewTextsOrIds',
      (value: string | unknown[]) =>
        (typeof value === 'string' || value.length <= items) && [...[value].flat().join('')].length <= max,
      fault('too_long', `must have at most ${items} items, and together at most ${max} characters`),
    ),
  ]);
}

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

/** A list of different ids, at least one unless `least` says otherwise. */
export function UuidList({
  least = 1,
  most,
  ...options
}: FieldOptions & { least?: 0 | 1; most: number }): PropertyDecorator {
  const items = { type: 'string', format: 'uuid' };
  return field(options, { type: 'array', items, minItems: least, maxItems: most, uniqueItems: true }, [
    ...AreTexts(),
    ArrayMinSize(least, fault('too_short', 'must not be empty')),
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

/** A list of at most `most` different whole numbers. */
export function IntegerList({
  min,
  max,
  most,
  ...options
}: FieldOptions & { min: number; max: number; most: number }): PropertyDecorator {
  const items = { type: 'integer', minimum: min, maximum: max };
  const outOfRange = fault('out_of_range', `must hold numbers from ${min} to ${max}`, { each: true });
  return field(options, { type: 'array', items, maxItems: most, uniqueItems: true }, [
    IsArray(fault('wrong_type', 'must be an array of whole numbers')),
    IsInt(fault('wrong_type', 'must be an array of whole numbers', { each: true })),
    Min(min, outOfRange),
    Max(max, outOfRange),
    ArrayMaxSize(most, fault('too_long', `must have at most ${most} items`)),
    AreDifferent(),
  ]);
}
