import { field, type FieldOptions } from './field';

/** At most `max` ids of memory rows. */
export function RowIds({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  const item = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  return field(options, { type: 'array', items: item, maxItems: max }, [
    {
      code: 'wrong_type',
      message: 'must be an array of whole numbers',
      holds: (value) => Array.isArray(value) && value.every(Number.isInteger),
    },
    {
      code: 'too_long',
      message: `must have at most ${max} items`,
      holds: (value) => itemsOf(value).length <= max,
    },
    {
      code: 'out_of_range',
      message: `must hold numbers from 1 to ${Number.MAX_SAFE_INTEGER}`,
      holds: (value) => itemsOf(value).every((id) => id >= 1 && id <= Number.MAX_SAFE_INTEGER),
    },
  ]);
}

function itemsOf(value: unknown): number[] {
  return value as number[];
}
