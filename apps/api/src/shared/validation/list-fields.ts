import { field, isText, type FieldOptions } from './field';

/** A list of some of the values, at least one and none of them twice. */
export function ChoiceList({
  values,
  ...options
}: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  const schema = {
    type: 'array',
    items: { type: 'string', enum: [...values] },
    minItems: 1,
    uniqueItems: true,
  };
  const choices = (value: unknown) => value as string[];
  return field(options, schema, [
    {
      code: 'wrong_type',
      message: 'must be an array of strings',
      holds: (value) => Array.isArray(value) && value.every(isText.holds),
    },
    { code: 'too_short', message: 'must not be empty', holds: (value) => choices(value).length > 0 },
    {
      code: 'not_allowed',
      message: `must hold only ${values.join(', ')}`,
      holds: (value) => choices(value).every((one) => values.includes(one)),
    },
    {
      code: 'repeated',
      message: 'must not name anything twice',
      holds: (value) => new Set(choices(value)).size === choices(value).length,
    },
  ]);
}
