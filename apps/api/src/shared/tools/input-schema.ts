import type { Type } from '@nestjs/common';
import { documentedField } from './documented-field';
import type { Choices, FieldTexts } from './tool';

/** A type of JSON Schema. Optional fields allow null, because models write null for what they do not know. */
type Nullable<Name extends string> = Name | [Name, 'null'];

/** The part of JSON Schema that tools use. */
export interface ObjectSchema {
  type: Nullable<'object'>;
  description?: string;
  properties: Record<string, FieldSchema>;
  required: string[];
  additionalProperties: false;
}

export interface ValueSchema {
  type: Nullable<string>;
  description?: string;
  enum?: (string | null)[];
  minimum?: number;
  maximum?: number;
  items?: { type: string; enum?: (string | null)[] };
}

export type FieldSchema = ObjectSchema | ValueSchema;

/** The documentation metadata of a request class's field. */
interface Documented extends Pick<ValueSchema, 'minimum' | 'maximum'> {
  type?: string | (() => Type);
  enum?: string[];
  required?: boolean;
  items?: { type: string };
  oneOf?: unknown;
}

/** The arguments of a tool as JSON Schema, with the types and limits of the request class. */
export function inputSchemaOf(input: Type, texts: FieldTexts): ObjectSchema {
  const fields = Object.entries(texts).map(
    ([name, text]) => [name, documentedField(input, name) as Documented, text] as const,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field, text]) => [name, schemaOf(field, text)])),
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
    additionalProperties: false,
  };
}

/** Adds the currently allowed values of fields. A field without any is left out. */
export function withChoices(schema: ObjectSchema, choices: Choices): ObjectSchema {
  const fields = Object.entries(schema.properties).flatMap(([name, field]): [string, FieldSchema][] => {
    const values = choices[name];
    if (values === undefined) return [[name, field]];
    if (values.length === 0) return [];
    if ('items' in field && field.items !== undefined)
      return [[name, { ...field, items: { ...field.items, enum: [...values] } }]];
    return [[name, { ...field, enum: withNull(values, field.type) }]];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** The schema for platforms that do not support a list of types. */
export function withoutNull<Schema extends FieldSchema>(schema: Schema): Schema {
  const type = singleType(schema.type);
  if ('properties' in schema) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, withoutNull(field)]);
    return { ...schema, type, properties: Object.fromEntries(fields) as ObjectSchema['properties'] };
  }
  const values = schema.enum?.filter((value) => value !== null);
  return { ...schema, type, ...(values !== undefined && { enum: values }) };
}

export function singleType(type: Nullable<string>): string {
  return typeof type === 'string' ? type : type[0];
}

function schemaOf(field: Documented, text: FieldTexts[string]): FieldSchema {
  const nullable = <Name extends string>(type: Name): Nullable<Name> =>
    field.required === true ? type : [type, 'null'];
  if (typeof text !== 'string') {
    if (typeof field.type !== 'function') throw new Error('A field with fields of its own is no object.');
    return { ...inputSchemaOf(field.type(), text.fields), type: nullable('object'), description: text.text };
  }
  const { type, enum: values, minimum, maximum, items, oneOf } = field;
  if (typeof type === 'function' && oneOf === undefined)
    throw new Error('An object needs texts for its fields.');
  // If several types are accepted, a text is one of them.
  const own = nullable(typeof type === 'string' ? type : 'string');
  return {
    type: own,
    ...(values !== undefined && { enum: withNull(values, own) }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
    ...(items !== undefined && { items: { type: items.type } }),
    ...(text !== '' && { description: text }),
  };
}

/** An enumeration has to list null if the type allows it. */
function withNull(values: readonly string[], type: Nullable<string>): (string | null)[] {
  return typeof type === 'string' ? [...values] : [...values, null];
}
