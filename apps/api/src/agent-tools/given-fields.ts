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

/** What a platform sends with a call beside its arguments. */
export interface Known {
  external_id?: string;
  chat_id?: string;
}

/**
 * Adds what is known where the model left it out: an `external_id`, so that a repeated call books once; and a `chat_id`
 * where the tool demands one. (A booking with one counts as made in a chat, which a phone call is not.)
 */
export function withKnown(given: unknown, { properties, required }: ObjectSchema, known: Known): unknown {
  if (!isObject(given)) return given;
  const isBooking = 'external_id' in properties && !required.includes('external_id');
  return {
    ...(isBooking && known.external_id !== undefined && { external_id: known.external_id }),
    ...(required.includes('chat_id') && known.chat_id !== undefined && { chat_id: known.chat_id }),
    ...given,
  };
}
