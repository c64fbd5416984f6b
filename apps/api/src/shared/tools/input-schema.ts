import type { Type } from '@nestjs/common';
import { DECORATORS } from '@nestjs/swagger';
import type { FieldTexts } from './tool';

/** The part of JSON Schema that the platforms of agents have in common. */
export interface ObjectSchema {
  type: 'object';
  description?: string;
  properties: Record<string, FieldSchema>;
  required: string[];
  additionalProperties: false;
}

export interface ValueSchema {
  type: string;
  description?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: { type: string };
}

export type FieldSchema = ObjectSchema | ValueSchema;

/** What the fields of request classes say of themselves for the API's documentation. */
interface Documented extends Pick<ValueSchema, 'enum' | 'minimum' | 'maximum'> {
  type?: string | (() => Type);
  required?: boolean;
  items?: { type: string };
  oneOf?: unknown;
}

/** The arguments of a tool as JSON Schema: types and limits are those of the request class. */
export function inputSchemaOf(input: Type, texts: FieldTexts): ObjectSchema {
  const fields = Object.entries(texts).map(([name, text]) => [name, documented(input, name), text] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field, text]) => [name, schemaOf(field, text)])),
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
    additionalProperties: false,
  };
}

function schemaOf(field: Documented, text: FieldTexts[string]): FieldSchema {
  if (typeof text !== 'string') {
    if (typeof field.type !== 'function') throw new Error('A field with fields of its own is no object.');
    return { ...inputSchemaOf(field.type(), text.fields), description: text.text };
  }
  const { type, enum: values, minimum, maximum, items, oneOf } = field;
  if (typeof type === 'function' && oneOf === undefined)
    throw new Error('An object needs texts for its fields.');
  return {
    // Where several types are taken, a text is one of them.
    type: typeof type === 'string' ? type : 'string',
    ...(values !== undefined && { enum: values }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
    ...(items !== undefined && { items: { type: items.type } }),
    ...(text !== '' && { description: text }),
  };
}

/** @throws Error at the start, if the request class has no such field */
function documented(input: Type, name: string): Documented {
  const prototype = input.prototype as object;
  const field: unknown = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, prototype, name);
  if (field === undefined) throw new Error(`${input.name} has no field ${name}.`);
  return field as Documented;
}
