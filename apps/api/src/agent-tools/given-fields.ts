import { asObject, fromJson } from '../shared/tools/from-json';
import { singleType, type FieldSchema, type ObjectSchema } from '../shared/tools/input-schema';
import { invalidRequest } from '../platform/errors/app-error';
import { demandSimpleStructure } from '../platform/http/bodies/body-structure';
import { isObject } from '../platform/validation/pipe/to-instance';
import { unknownField } from '../platform/validation/pipe/unknown-fields';

/**
 * The arguments as an object. Some platforms send them as JSON text, in which the limits of bodies have seen nothing but
 * one long string.
 * @throws AppError `body_too_complex`, `invalid_request`
 */
export function parseArguments(given: unknown): unknown {
  if (given === undefined || given === null || given === '') return {};
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  demandSimpleStructure(Buffer.from(text));
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given) as unknown;
  } catch {
    const message = 'The arguments are not valid JSON.';
    throw invalidRequest([{ field: '', code: 'wrong_type', message }]);
  }
}

/**
 * Reads what models write in their way. Fields that they know nothing for they fill with null or an empty text: those
 * count as missing wherever they are optional. A number in quotes is one, and a number where a text belongs is its text; so are
 * true and false, ids, lists and objects as text. What is demanded stays, to be refused by its own rule.
 */
export function readGiven(given: unknown, { properties, required }: ObjectSchema): unknown {
  if (!isObject(given)) return given;
  const fields = Object.entries(given).filter(
    ([name, value]) => required.includes(name) || (value !== null && value !== ''),
  );
  return Object.fromEntries(fields.map(([name, value]) => [name, within(value, schemaOf(name, properties))]));
}

/**
 * A tool takes what its definition offers: the request of the API behind it may have more, which is for people.
 * @throws AppError `invalid_request`
 */
export function demandOffered(given: unknown, { properties }: ObjectSchema, path = ''): void {
  if (!isObject(given)) return;
  for (const [name, value] of Object.entries(given)) {
    const schema = schemaOf(name, properties);
    if (schema === undefined)
      throw invalidRequest([unknownField(`${path}${name}`, 'field', Object.keys(properties))]);
    if ('properties' in schema) demandOffered(value, schema, `${path}${name}.`);
  }
}

/** Without fields that older definitions of the tool offer. */
export function withoutFields(given: unknown, names: readonly string[]): unknown {
  if (!isObject(given) || names.length === 0) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}

const BOOLEANS = new Map<string, boolean>([
  ...['true', 'yes', '1'].map((word) => [word, true] as const),
  ...['false', 'no', '0'].map((word) => [word, false] as const),
]);

/** A list as JSON text, or one item without a list around it. */
function listIn(value: unknown): unknown[] {
  const read = fromJson(value, '[');
  if (typeof read === 'string' && /^\d+(?:\s*,\s*\d+)+$/.test(read)) return read.split(/\s*,\s*/);
  return Array.isArray(read) ? (read as unknown[]) : [read];
}

/** A name such as `constructor` is that of an inherited member, not of a field. */
function schemaOf(name: string, properties: ObjectSchema['properties']): FieldSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function within(value: unknown, schema: FieldSchema | undefined): unknown {
  if (schema === undefined) return value;
  if ('properties' in schema) return readGiven(asObject(value), schema);
  const type = singleType(schema.type);
  if (type === 'array') return listIn(value).map((one) => within(one, schema.items));
  if (type === 'boolean' && typeof value === 'string')
    return BOOLEANS.get(value.trim().toLowerCase()) ?? value;
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  const isDigits = typeof value === 'string' && /^\d{1,15}$/.test(value);
  return isDigits && ['integer', 'number'].includes(type) ? Number(value) : value;
}
