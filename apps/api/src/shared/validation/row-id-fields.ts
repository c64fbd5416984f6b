import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { fault, field, type FieldOptions } from './field';

const MOST = Number.MAX_SAFE_INTEGER;

/** At most `max` ids of memory rows. */
export function RowIds({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  const items = { type: 'integer', minimum: 1, maximum: MOST };
  const notNumbers = fault('wrong_type', 'must be an array of whole numbers');
  const outOfRange = fault('out_of_range', `must hold numbers from 1 to ${MOST}`, { each: true });
  return field(options, { type: 'array', items, maxItems: max }, [
    IsArray(notNumbers),
    IsInt({ ...notNumbers, each: true }),
    ArrayMaxSize(max, fault('too_long', `must have at most ${max} items`)),
    Min(1, outOfRange),
    Max(MOST, outOfRange),
  ]);
}
