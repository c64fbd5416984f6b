import type { FieldSchema, ObjectSchema } from '../shared/tools/input-schema';
import { isObject } from '../shared/validation/pipe/to-instance';

/**
 * Models fill fields that they know nothing for with null or an empty text, so those count as missing wherever they are
 * optional. What is demanded stays, to be refused by its own rule.
 */
export function withoutEmptyFields(given: unknown, { properties, required }: ObjectSchema): unknown {
  if (!isObject(given)) return given;
  const fields = Object.entries(given).filter(
    ([name, value]) => required.includes(name) || (value !== null && value !== ''),
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, within(value, properties[name])]));
}

function within(value: unknown, schema: FieldSchema | undefined): unknown {
  return schema !== undefined && 'properties' in schema ? withoutEmptyFields(value, schema) : value;
}
