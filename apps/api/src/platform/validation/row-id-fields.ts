import { ArrayMaxSize, IsArray, IsInt, Matches, Max, Min } from 'class-validator';
import { LIMITS } from '@groupless/shared-dto';
import { fault, field, Holds, type FieldOptions } from './field';
import { Integer } from './fields';

const MOST = Number.MAX_SAFE_INTEGER;

/** The id of a memory row, or of a chat. */
export function RowOrChat(options: FieldOptions): PropertyDecorator {
  const { min, max } = LIMITS.outside_id;
  const row = { type: 'integer', minimum: 1, maximum: MOST };
  const isRow = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
  const isChat = (value: unknown) =>
    typeof value === 'string' && [...value].length >= min && [...value].length <= max && value.isWellFormed();
  return field(options, { oneOf: [row, { type: 'string', minLength: min, maxLength: max }] }, [
    Holds(
      'rowOrChat',
      (value) => isRow(value) || isChat(value),
      fault(
        'wrong_type',
        `must be a whole number from 1, or of a chat a text of ${min} to ${max} characters`,
      ),
    ),
  ]);
}

/** The id of a memory row. */
export function RowId(options: FieldOptions): PropertyDecorator {
  return Integer({ ...options, min: 1, max: MOST });
}

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

const SOME = /^[1-9]\d*(?:,[1-9]\d*)*$/;

/** At most `max` ids of memory rows in a query, comma-separated. */
export function SomeRowIds({ max, ...options }: FieldOptions & { max: number }): PropertyDecorator {
  return field(options, { type: 'string', pattern: SOME.source }, [
    Holds('isText', (value) => typeof value === 'string', fault('wrong_type', 'must be a string')),
    Matches(SOME, fault('invalid_format', 'must be one or several whole numbers from 1, by comma')),
    Holds(
      'mostIds',
      (text: string) => text.split(',').length <= max,
      fault('too_long', `must have at most ${max} numbers`),
    ),
    Holds(
      'rowIds',
      (text: string) => text.split(',').every((id) => Number(id) <= MOST),
      fault('out_of_range', `must hold numbers from 1 to ${MOST}`),
    ),
  ]);
}
